import { expect } from 'vitest'
import { table } from '@/test/table'
import { dialectOf } from '../dialect-of'
import { TOOLS } from '../testing/tools'
import { tags } from './tags'

const parse = (reply: string) => tags.readWhole(reply, TOOLS)
const PATH = '{"path": "a.txt"}'
const READ = `{"name": "read_file", "arguments": ${PATH}}`
const FENCE = '```'

const qwen = (...parameters: [string, string][]): string =>
  `<tool_call>\n<function=write_file>\n${parameters.map(([name, text]) => `<parameter=${name}>${text}</parameter>\n`).join('')}</function>\n</tool_call>`

table<[string, string, object]>([
  ['lines of their own', qwen(['path', '\na.txt\n']), { path: 'a.txt' }],
  ['lines of Windows', qwen(['path', '\r\na.txt\r\n']), { path: 'a.txt' }],
  ['a text that ends with a line break', qwen(['content', '\na\n\n']), { content: 'a\n' }],
  ['a text that begins with one', qwen(['content', '\n\na\n']), { content: '\na' }],
  ['no line of its own', qwen(['content', 'a\n']), { content: 'a\n' }],
  ['nothing', qwen(['content', '\n']), { content: '' }],
  ['nothing, on two lines', qwen(['content', '\n\n']), { content: '' }],
  ['entities', qwen(['content', '\n<p>&amp; &lt;b&gt;</p>\n']), { content: '<p>&amp; &lt;b&gt;</p>' }],
  [
    'an invocation',
    '<invoke name="write_file">\n<parameter name="path">\na.txt\n</parameter>\n<parameter name="content">&lt;\n</parameter>\n</invoke>',
    { path: 'a.txt', content: '&lt;\n' },
  ],
  [
    'elements',
    '<tool_call><write_file>\n<path>\na.txt\n</path>\n</write_file></tool_call>',
    { path: 'a.txt' },
  ],
  ['attributes', '<tool_call><write_file path="a&amp;b"/></tool_call>', { path: 'a&amp;b' }],
  [
    'pairs',
    '<tool_call>write_file\n<arg_key>path</arg_key>\n<arg_value>a.txt</arg_value>\n<arg_key>content</arg_key>\n<arg_value>&lt;\n</arg_value>\n</tool_call>',
    { path: 'a.txt', content: '&lt;\n' },
  ],
  [
    'literals of Python',
    '<invoke name="search"><parameter name="where">None</parameter></invoke>',
    { where: null },
  ],
])('a value is what the model wrote, without the lines that its template adds: %s', (_, reply, values) => {
  const { calls, issues, text } = parse(reply)
  expect(calls.map(({ argumentsText }) => JSON.parse(argumentsText))).toEqual([values])
  expect([text, issues]).toEqual(['', []])
})

const TOLD: [string, string][] = [
  ['a parameter without its end', qwen(['path', '\na\n<parameter=content>\nb\n'])],
  ['Llama 3', `{"name": "read_file", "parameters": ${PATH}}`],
  ['Llama 3, a function', `{"type": "function", "function": "read_file", "parameters": ${PATH}}`],
  ['Llama 3, several, after words', `I look.\n\n${READ}; ${READ}`],
  ['Llama 3, of Python', '<|python_tag|>read_file.call(path="a.txt")'],
  ['Llama 4', '[read_file(path="a.txt"), list_files()]'],
  ['Olmo 3', 'read_file(path="a.txt")'],
  ['Mistral', `[TOOL_CALLS]read_file[ARGS]${PATH}`],
  ['Mistral, without its marks', `read_file${PATH}`],
  ['xLAM', `[${READ}]`],
  ['xLAM behind a thought', `<think>Which?</think>[${READ}]`],
  ['Gemma 3', `${FENCE}json\n[${READ}]\n${FENCE}`],
  ['Gemma 4', '<|tool_call>call:read_file{path:<|"|>a.txt<|"|>}<tool_call|>'],
  ['FunctionGemma', '<start_function_call>call:read_file{path:<escape>a<escape>}<end_function_call>'],
  ['FunctionGemma, without its marks', 'call:read_file{path:a.txt}'],
  ['DeepSeek 3.2', '<｜DSML｜function_calls>\n<｜DSML｜invoke name="read_file">\n</｜DSML｜invoke>'],
  ['DeepSeek, without its marks', `functionread_file\n${FENCE}json\n${PATH}\n${FENCE}`],
  ['Kimi K2', `<|tool_call_begin|>functions.read_file:0<|tool_call_argument_begin|>${PATH}`],
  ['Kimi K2, without its marks', `functions.read_file:0${PATH}`],
  ['Kimi K3', '<|open|>call tool="read_file" index="1"<|sep|>'],
  ['harmony', `<|channel|>commentary to=functions.read_file <|constrain|>json<|message|>${PATH}<|call|>`],
  ['harmony, without its marks', `analysisLook.assistantcommentary to=functions.read_file json${PATH}`],
  ['Command R', `Action: ${FENCE}json\n[\n {"tool_name": "read_file", "parameters": ${PATH}}\n]${FENCE}`],
  ['Command R7B', `<|START_ACTION|>[{"tool_call_id": "0", "tool_name": "read_file"}]<|END_ACTION|>`],
  ['Command, without its marks', `[{"tool_call_id": "0", "tool_name": "read_file", "parameters": ${PATH}}]`],
  ['Granite', `<|tool_call|>[${READ}]`],
  ['Phi-4', `functools[${READ}]`],
  ['InternLM', `<|action_start|><|plugin|>${READ}<|action_end|>`],
  ['Step 3', '<steptml:invoke name="read_file">'],
  ['MiniCPM', '<function name="read_file"><param name="path">a.txt</param></function>'],
  ['MiroThinker', '<use_mcp_tool>\n<tool_name>read_file</tool_name>\n</use_mcp_tool>'],
  ['Functionary', `>>>read_file\n${PATH}`],
  ['Qwen-Agent', '✿FUNCTION✿: read_file\n✿ARGS✿: {}'],
  ['LangChain', 'Thought: I look.\nAction: read_file\nAction Input: a.txt'],
]

table(TOLD)('a call that another model would announce so is told, and no answer: %s', (_, reply) => {
  const { calls, issues } = parse(reply)
  expect([calls, issues.length]).toEqual([[], 1])
  expect(tags.observation(parse(reply))).toContain('nothing was run')
})

table<[string, string]>([
  [
    'Seed',
    '<seed:tool_call><function=read_file><parameter=path>a.txt</parameter></function></seed:tool_call>',
  ],
  ['LongCat', `<longcat_tool_call>${READ}</longcat_tool_call>`],
  ['Gemma 3, as code', `${FENCE}tool_code\nprint(read_file(path="a.txt"))\n${FENCE}`],
  [
    'Hunyuan',
    '<tool_call>read_file<tool_sep>\n<arg_key>path</arg_key>\n<arg_value>a.txt</arg_value>\n</tool_call>',
  ],
])('and one that can be read is: %s', (_, reply) => {
  const { calls, issues, text } = parse(reply)
  expect(calls.map(({ tool, argumentsText }) => [tool, JSON.parse(argumentsText)])).toEqual([
    ['read_file', { path: 'a.txt' }],
  ])
  expect([text, issues]).toEqual(['', []])
})

table<[string, string]>([
  ['entities', '&lt;'],
  ['lines', '\na\n'],
])('our own dialect escapes, so there %s stand for what they are', (_, text) => {
  const call = { tool: 'write_file', argumentsText: JSON.stringify({ content: text }) }
  const react = dialectOf('react')
  expect(react.readWhole(react.renderCalls({ text: '', calls: [call] }, TOOLS), TOOLS).calls).toMatchObject([
    call,
  ])
})
