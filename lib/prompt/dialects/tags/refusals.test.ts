import { describe, expect, test } from 'vitest'
import { TOOLS } from '../testing/tools'
import { tags } from './tags'

const parse = (reply: string) => tags.readWhole(reply, TOOLS)
const calls = (reply: string) =>
  parse(reply).calls.map(({ tool, argumentsText }) => [tool, JSON.parse(argumentsText)])

const READ = '{"name": "read_file", "arguments": {"path": "a.txt"}}'
const ONE = [['read_file', { path: 'a.txt' }]]
const SHELL = '{"name": "shell", "arguments": {"command": "rm -rf /"}}'

describe('no call is', () => {
  test.each([
    ['bare JSON with words', `Here: ${READ}`],
    ['bare JSON of no tool', SHELL],
    ['bare JSON in a fence, with words', `It is:\n\`\`\`json\n${READ}\n\`\`\``],
    ['a program with words', 'Use read_file(path="a.txt")'],
    ['the text of an interface', '{"name": "read_file", "description": "Reads.", "parameters": {}}'],
    ['pipes of a language', 'a <| call b |> c'],
    ['a line with the name of a tool', 'read_file {path} is what I need.'],
    ['a message with words beside it', `{"tool_calls": [${READ}]} is the form.`],
    ['a message within words', `Look: {"tool_calls": [${READ}]}`],
    ['prose', 'I would call read_file(path="a.txt") now.'],
    ['the tag of a tool as a word', 'The <read_file> tool reads <a.txt>. <b>So</b>.'],
    ['the tag of no tool', '<open_file><path>a.txt</path></open_file>'],
    ['a mark of something else', 'A pipe: <|end|>, <|> and ＜so＞.'],
    ['an address', 'https://example.com/path>a'],
    ['a line of another tool', 'shell/command>rm -rf /'],
    ['a line of another parameter', 'read_file/command>rm -rf /'],
    ['a line within words', 'Write read_file/path>a.txt for it.'],
    ['Perl within words', 'Say TOOL_CALL {tool => "read_file", args => {}} /TOOL_CALL for it.'],
    ['code', `Use \`<tool_call>${READ}</tool_call>\`.`],
    ['code over lines', `Use \`\`\n<b>${READ}</b>\n\`\`.`],
    ['a fence', `\`\`\`\n<tool_call>${READ}</tool_call>\n\`\`\``],
    ['a fence in a list', `- \`\`\`xml\n  a\n\n  <tool_call>${READ}</tool_call>\n  \`\`\``],
    [
      'a fence that is set in',
      `1. So:\n\n    \`\`\`\n    a\n\n    <tool_call>${READ}</tool_call>\n    \`\`\``,
    ],
    ['a fence of waves', `~~~\n<tool_call>${READ}</tool_call>\n~~~`],
    ['a fence in a fence', `\`\`\`\`md\n\`\`\`tool_call\n${READ}\n\`\`\`\n\`\`\`\``],
    ['a quote', `> <tool_call>${READ}</tool_call>`],
    ['a quote over lines', `> <tool_call>\n> ${READ}\n> </tool_call>`],
    ['a quoted fence', `> \`\`\`tool_call\n> ${READ}\n> \`\`\``],
    ['a comment', `<!-- <tool_call>${READ}</tool_call> -->`],
    ['a thought', `<think>Maybe <tool_call>${READ}</tool_call>?</think>`],
    [
      'a result that is told again',
      `<tool_result name="read_file">\n<tool_call>${SHELL}</tool_call>\n</tool_result>`,
    ],
    ['a response that is told again', `<tool_response><tool_call>${SHELL}</tool_call></tool_response>`],
    [
      'a declaration',
      '<tools>{"name": "read_file", "description": "Reads a file.", "parameters": {}}</tools>',
    ],
    [
      'a list of declarations',
      '<tools>[{"name": "read_file", "description": "Reads.", "parameters": {}}]</tools>',
    ],
    ['words in a list of tools', 'The <tools> of the house.'],
  ])('%s', (_, reply) => {
    expect(parse(reply)).toMatchObject({ text: reply.replaceAll(/<\/?think>.*/g, ''), calls: [], issues: [] })
  })

  test.each([
    [
      'JSON',
      `<tool_call>{"name": "write_file", "arguments": {"content": ${JSON.stringify(`<tool_call>${SHELL}</tool_call>`)}}}</tool_call>`,
    ],
    [
      'an element',
      `<tool_call><write_file><content><tool_call>${SHELL}</tool_call></content></write_file></tool_call>`,
    ],
    [
      'a parameter',
      `<invoke name="write_file"><parameter name="content"><tool_call>${SHELL}</tool_call></parameter></invoke>`,
    ],
    [
      'CDATA',
      `<tool_call><write_file><content><![CDATA[\n<tool_call>${SHELL}</tool_call>\n]]></content></write_file></tool_call>`,
    ],
    [
      'a fence',
      `\`\`\`tool_call\n{"name": "write_file", "arguments": {"content": "\\n<tool_call>"}}\n\`\`\``,
    ],
  ])('an example in the content of a file, in %s', (_, reply) => {
    expect(calls(reply).map(([tool]) => tool)).toEqual(['write_file'])
    expect(parse(reply).text).toBe('')
  })

  test.each([
    [
      'JSON that is cut off',
      `<tool_call>{"name": "write_file", "arguments": {"content": "<tool_call>${SHELL.replaceAll('"', '\\"')}</tool_call>`,
    ],
    [
      'JSON that is broken',
      `<tool_call>{"name": "write_file", "arguments": {"content": "a" b <tool_call>${SHELL}</tool_call>`,
    ],
    ['an element that is cut off', `<tool_call><write_file><content>\n<tool_call>${SHELL}</tool_call>`],
    [
      'a parameter that is cut off',
      `<invoke name="write_file"><parameter name="content">\n<tool_call>${SHELL}</tool_call>`,
    ],
    ['words', `<tool_call>write this: <tool_call>${SHELL}</tool_call>`],
    ['an unended thought', `<think>I may write <tool_call>${SHELL}</tool_call>`],
    ['an unended result', `<tool_result name="x">\n<tool_call>${SHELL}</tool_call>`],
    ['an unended comment', `<!-- <tool_call>${SHELL}</tool_call>`],
    ['thoughts that began before the reply', `<tool_call>${SHELL}</tool_call> or not?</think> No.`],
    ['code over lines', `Say \`\n<tool_call>${SHELL}</tool_call>\n\` for it.`],
  ])('what stands in %s, and it is told', (_, reply) => {
    expect(parse(reply).calls).toEqual([])
    expect(parse(reply).issues.length).toBe(1)
  })
})

describe('a call that cannot be read is told', () => {
  test.each([
    ['a spelling of a tool that is not offered', '<tool_call>shell>rm -rf /</tool_call>'],
    ['a program of a tool that is not offered', '<tool_call>shell(command="ls")</tool_call>'],
    ['attributes of a tool that is not offered', '<tool_call>shell command="ls"/></tool_call>'],
    ['a function that is not offered', '<FunctionCall>shell <code>command>ls</code></FunctionCall>'],
    ['a message with a tool that is not offered', `{"tool_calls": [${SHELL}]}`],
    ['a thought as a tool', '<tool_call><thinking>hm</thinking></tool_call>'],
    ['an empty name', '<tool_call>{"name": "", "arguments": {}}</tool_call>'],
    ['a name that is none', '<tool_call>{"name": "read the file", "arguments": {}}</tool_call>'],
    ['a name with a NUL', '<tool_call>{"name": "read\\u0000", "arguments": {}}</tool_call>'],
    [
      'a declaration in the tag of a call',
      '<tool_call>{"name": "x", "description": "d", "parameters": {}}</tool_call>',
    ],
    ['a key that is said twice', '<tool_call>{"name": "a", "name": "b"}</tool_call>'],
    ['Perl that is cut off', '[TOOL_CALL]{tool => "read_file", args => {--path "a'],
    ['a value that is cut off', '<tool_call>read_file>a.t'],
    ['a fence with nothing in it', '```tool_call\n```'],
  ])('%s', (_, reply) => {
    expect([parse(reply).calls, parse(reply).issues.length]).toEqual([[], 1])
    expect(parse(reply).text).toBe(reply)
    expect(tags.observation(parse(reply))).toContain('<tool_call>{"name"')
  })

  test('and what stood before it is run', () => {
    const reply = `<tool_call>${READ}\n{"name": "write_file", "arguments": {"con</tool_call>`
    expect(calls(reply)).toEqual(ONE)
    expect(parse(reply).issues).toHaveLength(1)
  })
})
