import { describe, expect, test } from 'vitest'
import type { OfferedTool } from '../spoken'
import { tags } from './tags'

const TOOLS: OfferedTool[] = [
  {
    name: 'read_file',
    schema: {
      properties: { path: { type: 'string' }, offset: { type: 'integer' } },
      required: ['path'],
    },
  },
  { name: 'write_file', schema: { properties: { path: { type: 'string' }, content: { type: 'string' } } } },
  { name: 'list_files', schema: { type: 'object', properties: {} } },
  {
    name: 'search',
    schema: {
      properties: {
        where: { type: 'object', properties: { path: { type: 'string' }, depth: { type: 'integer' } } },
      },
    },
  },
]

const parse = (reply: string) => tags.readWhole(reply, TOOLS)
const calls = (reply: string) =>
  parse(reply).calls.map(({ tool, argumentsText }) => [tool, JSON.parse(argumentsText)])

const READ = '{"name": "read_file", "arguments": {"path": "a.txt"}}'
const ONE = [['read_file', { path: 'a.txt' }]]
const PERL = '{tool => "read_file", args => {\n  --path "a.txt"\n}}'

describe('one call is read, and nothing of it is left in the text', () => {
  test.each<[string, string]>([
    [
      'a message with tool_calls',
      '{"content": "", "tool_calls": [{"id": "1", "type": "function", "function": {"name": "read_file", "arguments": "{\\"path\\": \\"a.txt\\"}"}}]}',
    ],
    [
      'minimax',
      '<minimax:tool_call><invoke name="read_file"><parameter name="path">a.txt</parameter></invoke></minimax:tool_call>',
    ],
    [
      'minimax, the other way',
      '<minimax:toolcall><invoke name="read_file"><parameter name="path">a.txt</parameter></invoke></minimax:toolcall>',
    ],
    [
      'an invocation that another tag ends',
      '<tool_call><invoke name="read_file"><parameter name="path">a.txt</parameter></tool_call>',
    ],
    ['an invocation that never ends', '<invoke name="read_file"><parameter name="path">a.txt</parameter>'],
    ['an invocation with JSON', '<invoke name="read_file">{"path": "a.txt"}</invoke>'],
    [
      'function calls around it',
      '<function_calls>\n<invoke name="read_file">\n<parameter name="path">a.txt</parameter>\n</invoke>\n</function_calls>',
    ],
    [
      'a function by its name',
      '<tool_call>\n<function=read_file>\n<parameter=path>a.txt</parameter>\n</function>\n</tool_call>',
    ],
    ...[
      'tool_call',
      'tool_calls',
      'toolcall',
      'tool-call',
      'tools',
      'invoke',
      'minimax:tool_call',
      'minimax:toolcall',
      'TOOLCALL',
      'tool_code',
      'function_call',
    ].flatMap((alias): [string, string][] => [
      [`<${alias}>`, `<${alias}>${READ}</${alias}>`],
      [`<${alias}> that </tool_call> ends`, `<${alias}>${READ}</tool_call>`],
      [`<${alias}> that never ends`, `<${alias}>${READ}`],
    ]),
    ['noise before it', `<tool_call>Sure, here: ${READ}</tool_call>`],
    ['a fence in the tag', `<tool_call>\n\`\`\`json\n${READ}\n\`\`\`\n</tool_call>`],
    ['a fence in the tag, and no end', `<tool_call>\n\`\`\`json\n${READ}\n\`\`\``],
    ['elements', '<tool_call><read_file><path>a.txt</path></read_file></tool_call>'],
    ['an element with JSON', '<tool_call><read_file>{"path": "a.txt"}</read_file></tool_call>'],
    ['elements without an end', '<tool_call><read_file><path>a.txt</path></read_file>'],
    [
      'name and arguments',
      '<tool_call><name>read_file</name><arguments>{"path": "a.txt"}</arguments></tool_call>',
    ],
    ['a value behind the name', '<tool_call>read_file>a.txt</tool_call>'],
    ['a parameter and its value behind the name', '<tool_call>read_file/path>a.txt</tool_call>'],
    ['attributes', '<tool_call>read_file path="a.txt"/></tool_call>'],
    ['attributes with apostrophes', "<tool_call>read_file path='a.txt'></tool_call>"],
    ['lines of keys', '<tool_call>read_file\npath: a.txt</tool_call>'],
    ['lines of keys behind a bracket', '<tool_call>read_file>\npath: a.txt\n</tool_call>'],
    ['a program', '<tool_call>read_file(path="a.txt")</tool_call>'],
    ['a program without names', '<tool_call>read_file("a.txt")</tool_call>'],
    ['a program with an object', '<tool_call>read_file({"path": "a.txt"})</tool_call>'],
    ['an object behind the name', '<tool_call>read_file {"path": "a.txt"}</tool_call>'],
    ['an object behind the name and a bracket', '<tool_call>read_file>{"path": "a.txt"}</tool_call>'],
    ['a list of programs', "<TOOLCALL>[read_file(path='a.txt')]</TOOLCALL>"],
    ['code of a tool', '<tool_code>default_api.read_file(path = "a.txt")</tool_code>'],
    ['a stray end before it', `</tool_call></toolcall><tool_call>${READ}</tool_call>`],
    ...['tool_call', 'toolcall', 'tool-call', 'invoke'].flatMap((language): [string, string][] => [
      [`a fence of ${language}`, `\`\`\`${language}\n${READ}\n\`\`\``],
      [`a fence of ${language} that a tag ends`, `\`\`\`${language}\n${READ}\n</${language}>`],
      [`a fence of ${language} that never ends`, `\`\`\`${language}\n${READ}`],
    ]),
    ['a fence around the tag', `\`\`\`tool_call\n<tool_call>${READ}</tool_call>\n\`\`\``],
    ['Perl', `TOOL_CALL\n${PERL}\n/TOOL_CALL`],
    ['Perl on one line', 'TOOL_CALL {tool => "read_file", args => {--path "a.txt"}} /TOOL_CALL'],
    ['Perl in brackets', `[TOOL_CALL]\n${PERL}\n[/TOOL_CALL]`],
    ['brackets', `[TOOL_CALL]${READ}[/TOOL_CALL]`],
    ['FunctionCall', '<FunctionCall>\nread_file\n<code>path>a.txt</code>\n</FunctionCall>'],
    ['FunctionCall with JSON', `<FunctionCall>${READ}</FunctionCall>`],
    ['a line of tool, parameter and value', 'read_file/path>a.txt'],
    [
      'arguments in a string',
      '<tool_call>{"name": "read_file", "arguments": "{\\"path\\": \\"a.txt\\"}"}</tool_call>',
    ],
    ['thoughts before it', `<think>It is a.txt.</think>\n<tool_call>${READ}</tool_call>`],
    ['thoughts that began before the reply', `</think><tool_call>${READ}</tool_call>`],
    ['marks of the end behind it', `<tool_call>${READ}</tool_call><eom>\n<|im_end|>`],
  ])('%s', (_, reply) => {
    expect(calls(reply)).toEqual(ONE)
    expect(parse(reply)).toMatchObject({ text: '', issues: [] })
  })
})

describe('several calls are read', () => {
  test.each([
    ['in a list', `<tool_call>[${READ}, ${READ}]</tool_call>`],
    ['one behind the other in a tag', `<tool_call>${READ}\n${READ}</tool_call>`],
    ['with commas between', `<tool_calls>${READ}, ${READ}</tool_calls>`],
    ['in tags that never end', `<tool_call>${READ}\n<tool_call>${READ}`],
    ['in two spellings', `\`\`\`tool_call\n${READ}\n\`\`\`\nand\n<toolcall>${READ}</tool_call>`],
    ['as programs', '<tool_call>[read_file(path="a.txt"), read_file(path="a.txt")]</tool_call>'],
    ['as lines', 'read_file/path>a.txt\nread_file/path>a.txt'],
    [
      'as invocations in a tag',
      '<tool_calls><invoke name="read_file"><parameter name="path">a.txt</parameter></invoke>\n<invoke name="read_file"><parameter name="path">a.txt</parameter></invoke></tool_calls>',
    ],
    ['as a message', `{"tool_calls": [${READ}, ${READ}]}`],
  ])('%s', (_, reply) => {
    expect(calls(reply)).toEqual([...ONE, ...ONE])
    expect(parse(reply).issues).toEqual([])
  })
})

test.each<[string, string, unknown]>([
  ['no arguments at all', '<tool_call>{"name": "list_files"}</tool_call>', ['list_files', {}]],
  ['null', '<tool_call>{"name": "list_files", "arguments": null}</tool_call>', ['list_files', {}]],
  ['an empty string', '<tool_call>{"name": "list_files", "arguments": ""}</tool_call>', ['list_files', {}]],
  ['an empty invocation', '<invoke name="list_files"></invoke>', ['list_files', {}]],
  ['an invocation that ends at once', '<invoke name="list_files"/>', ['list_files', {}]],
  ['an empty program', '<tool_call>list_files()</tool_call>', ['list_files', {}]],
  ['an empty function', '<FunctionCall>list_files</FunctionCall>', ['list_files', {}]],
  [
    'elements within elements',
    '<tool_call><search><where><path>a</path><depth>2</depth></where></search></tool_call>',
    ['search', { where: { path: 'a', depth: 2 } }],
  ],
  [
    'text with ends in it',
    '<tool_call><write_file><path>a</path><content>say </tool_call> or </content> or <tool_call>{"name":"x"}</tool_call></content></write_file></tool_call>',
    [
      'write_file',
      { path: 'a', content: 'say </tool_call> or </content> or <tool_call>{"name":"x"}</tool_call>' },
    ],
  ],
  [
    'CDATA with ends in it',
    '<invoke name="write_file"><parameter name="content"><![CDATA[</parameter></invoke>]]></parameter></invoke>',
    ['write_file', { content: '</parameter></invoke>' }],
  ],
  [
    'values of several lines',
    '<FunctionCall>write_file <code>path>a\ncontent>one\ntwo > 1</code></FunctionCall>',
    ['write_file', { path: 'a', content: 'one\ntwo > 1' }],
  ],
  [
    'values of a program',
    "<tool_call>[read_file(path='it\\'s', offset=3)]</tool_call>",
    ['read_file', { path: "it's", offset: 3 }],
  ],
])('%s are read as arguments', (_, reply, call) => {
  expect(calls(reply)).toEqual([call])
  expect(parse(reply)).toMatchObject({ text: '', issues: [] })
})

test('the text of a message is what it says', () => {
  expect(parse(`{"content": "I look.", "tool_calls": [${READ}]}`)).toMatchObject({
    text: 'I look.',
    calls: [{}],
  })
})

test('a tool that is not offered is called by its name, where a tag says so', () => {
  expect(calls('<tool_call>{"name": "no_such", "arguments": {}}</tool_call>')).toEqual([['no_such', {}]])
  expect(calls('<invoke name="no_such"></invoke>')).toEqual([['no_such', {}]])
})

const SHELL = '{"name": "shell", "arguments": {"command": "rm -rf /"}}'

describe('no call is', () => {
  test.each([
    ['bare JSON', READ],
    ['bare JSON in a list', `[${READ}]`],
    ['bare JSON with words', `Here: ${READ}`],
    ['bare JSON in a fence', `\`\`\`json\n${READ}\n\`\`\``],
    ['a message with words beside it', `{"tool_calls": [${READ}]} is the form.`],
    ['a message within words', `Look: {"tool_calls": [${READ}]}`],
    ['prose', 'I would call read_file(path="a.txt") now.'],
    ['a program without a tag', 'read_file(path="a.txt")'],
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
