import { describe, expect, test } from 'vitest'
import { table } from '@/test/table'
import { TOOLS } from '../testing/tools'
import { tags } from './tags'

const parse = (reply: string) => tags.readWhole(reply, TOOLS)
const calls = (reply: string) =>
  parse(reply).calls.map(({ tool, argumentsText }) => [tool, JSON.parse(argumentsText)])

const READ = '{"name": "read_file", "arguments": {"path": "a.txt"}}'
const ONE = [['read_file', { path: 'a.txt' }]]
const PERL = '{tool => "read_file", args => {\n  --path "a.txt"\n}}'

describe('one call is read, and nothing of it is left in the text', () => {
  table<[string, string]>([
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
    ['arguments beside the name', '<tool_call>{"id": "1", "name": "read_file", "path": "a.txt"}</tool_call>'],
    ['keyword arguments', '<tool_call>{"name": "read_file", "kwargs": {"path": "a.txt"}}</tool_call>'],
    ['arguments as attributes', '<tool_call><read_file id="1" path="a.txt"/></tool_call>'],
    ['arguments as attributes, and an end', '<tool_call><read_file path="a.txt"></read_file></tool_call>'],
    [
      'words about it',
      '<tool_call>{"name": "read_file", "description": "Why", "arguments": {"path": "a.txt"}}</tool_call>',
    ],
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
  ])('in every form that models write it', (_, reply) => {
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

table<[string, string, unknown]>([
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
])('what it gives is read as arguments', (_, reply, call) => {
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
