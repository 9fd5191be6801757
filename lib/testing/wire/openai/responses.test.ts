import { expect, test } from 'vitest'
import { Ledger } from '../ledger'
import { plainResponses } from '../plain/plain-responses'
import { responses } from './responses'
import { checkResponses } from './responses-check'

const ledger = new Ledger()
const models = [
  { id: 'wire-model', outputTokens: 1000 },
  { id: 'plain', reasons: false },
  { id: 'small', contextTokens: 20 },
]
const headers = { 'content-type': 'application/json' }

function check(change: object) {
  const body = plainResponses.body(change, true)
  const reading = checkResponses({ headers, body }, { models, ledger })
  return reading.kind === 'refused' ? reading.refused : reading.kind
}

const ASK = {
  model: 'wire-model',
  streamed: true,
  wantsUsage: true,
  inputTokens: 1,
  thoughts: 'shown',
} as const

/** An answer of the server as a client keeps it. */
function issued(change: object = {}, ask: object = {}) {
  const reply = {
    reasoning: 'Because',
    text: 'I look',
    calls: [{ name: 'read' }, { name: 'list' }],
    ...change,
  }
  const { content } = responses.frames(reply, { ...ASK, wantsSeals: true, ...ask }, ledger)
  const { said } = plainResponses.hear(content.join(''))
  return said as Record<string, unknown>[]
}

const user = (content: unknown = 'Hello') => ({ role: 'user', content })
const call = (call_id: string, change: object = {}) => ({
  type: 'function_call',
  call_id,
  name: 'read',
  arguments: '{}',
  ...change,
})
const output = (call_id: string) => ({ type: 'function_call_output', call_id, output: 'done' })
const outputsOf = (items: Record<string, unknown>[]) =>
  items.flatMap(item => (item.type === 'function_call' ? [output(String(item.call_id))] : []))
const sentBack = (items: Record<string, unknown>[]) => ({ input: [user(), ...items, ...outputsOf(items)] })
const tool = (change: object = {}) => ({
  type: 'function',
  name: 'read',
  parameters: { type: 'object', properties: {} },
  ...change,
})
const changed = (items: Record<string, unknown>[], type: string, change: object) =>
  items.map(item => (item.type === type ? { ...item, ...change } : item))
const without = (items: Record<string, unknown>[], type: string) => items.filter(item => item.type !== type)

test.each([
  ['a message as text', { input: 'Hello' }],
  ['instructions', { instructions: 'Be brief', input: [{ role: 'developer', content: 'a' }, user()] }],
  ['calls of another server', { input: [user(), call('a'), call('b'), output('a'), output('b')] }],
  ['an answer without reasoning', sentBack(issued({ reasoning: undefined }))],
  ['an answer as it was given out', sentBack(issued())],
  ['an answer whose summary was not shown', sentBack(issued({}, { thoughts: 'hidden' }))],
  ['a text whose white space was trimmed', sentBack(issued({ text: 'I look\n' }))],
  [
    'an old loop without its reasoning',
    { input: [...sentBack(without(issued(), 'reasoning')).input, user()] },
  ],
  ['tools', { tools: [tool()], tool_choice: { type: 'function', name: 'read' } }],
  ['a plain model', { model: 'plain', include: [], reasoning: null, temperature: 0 }],
])('%s is accepted', (_, change) => expect(check(change)).toBe('ask'))

test.each([
  ['no input', { input: [] }, /input/],
  ['an input that is missing', { input: undefined }, /Missing required parameter: 'input'/],
  ['an unknown parameter', { max_tokens: 5 }, /max_tokens/],
  ['an unknown member of an item', { input: [{ ...user(), name: 'x' }] }, /input\[0\]\.name/],
  ['output text from a person', { input: [user([{ type: 'output_text', text: 'a' }])] }, /content\[0\]/],
  [
    'input text from the assistant',
    { input: [user(), { role: 'assistant', content: [{ type: 'input_text', text: 'a' }] }] },
    /content\[0\]/,
  ],
  [
    'an id of another kind',
    { input: [user(), call('a', { id: 'call_1' }), output('a')] },
    /begins with 'fc'/,
  ],
  ['a call id that is too long', { input: [user(), call('x'.repeat(65)), output('x')] }, /call_id/],
  ['arguments as an object', { input: [user(), call('a', { arguments: {} }), output('a')] }, /arguments/],
  [
    'arguments that are no JSON',
    { input: [user(), call('a', { arguments: '{' }), output('a')] },
    /JSON object/,
  ],
  ['a call without output', { input: [user(), call('a')] }, /No tool output found for function call a/],
  ['a message before the output', { input: [user(), call('a'), user(), output('a')] }, /No tool output/],
  ['outputs out of order', { input: [user(), call('a'), call('b'), output('b'), output('a')] }, /order/],
  ['an output to nothing', { input: [user(), output('a')] }, /No tool call found .* call_id a/],
  ['a second output', { input: [user(), call('a'), output('a'), output('a')] }, /No tool call found/],
  ['the same call id twice', { input: [user(), call('a'), call('a'), output('a')] }, /Duplicate/],
  ['data to be kept', { store: true }, /retains no data/],
  ['data to be kept by default', { store: undefined }, /retains no data/],
  ['what was kept', { previous_response_id: 'resp_1' }, /'resp_1' not found/],
  ['a tool without parameters', { tools: [{ type: 'function', name: 'read' }] }, /tools\[0\]\.parameters/],
  [
    'parameters that are no schema',
    { tools: [tool({ parameters: { type: 'array' } })] },
    /Invalid schema for function 'read'/,
  ],
  ['a strict tool that is open', { tools: [tool({ strict: true })] }, /additionalProperties/],
  ['a tool of chat completions', { tools: [{ type: 'function', function: { name: 'read' } }] }, /tools\[0\]/],
  ['an effort that is none', { reasoning: { effort: 'huge' } }, /reasoning\.effort/],
  ['a temperature for a reasoning model', { temperature: 0 }, /'temperature' is not supported/],
  ['effort for a plain model', { model: 'plain', include: [] }, /'reasoning.effort' is not supported/],
  [
    'encrypted reasoning of a plain model',
    { model: 'plain', reasoning: null },
    /Encrypted content is not supported/,
  ],
  ['a limit that is too low', { max_output_tokens: 15 }, /max_output_tokens/],
  ['a limit that is too high', { max_output_tokens: 1001 }, /above maximum/],
  ['options of a stream without one', { stream: false, stream_options: {} }, /only allowed when 'stream'/],
  [
    'changed reasoning',
    sentBack(changed(issued(), 'reasoning', { encrypted_content: 'Zm9yZWlnbg==' })),
    /could not be decrypted/,
  ],
  ['a changed summary', sentBack(changed(issued(), 'reasoning', { summary: [] })), /summary/],
  [
    'reasoning under another id',
    sentBack(changed(issued(), 'reasoning', { id: 'rs_x' })),
    /did not match the target item id/,
  ],
  [
    'reasoning without its calls',
    sentBack(without(issued(), 'function_call')),
    /without its required following item/,
  ],
  [
    'reasoning that nothing follows',
    sentBack(issued({ text: '', calls: [] })),
    /'rs_\d+' of type 'reasoning' was provided without its required following item/,
  ],
  [
    'reasoning with a changed text',
    sentBack(changed(issued(), 'message', { content: 'other' })),
    /required following item/,
  ],
  [
    'reasoning of another answer',
    sentBack([...issued().slice(0, 1), ...issued().slice(1)]),
    /required following item/,
  ],
  [
    'a call without its reasoning',
    sentBack(without(issued(), 'reasoning')),
    /without its required 'reasoning' item: 'rs_/,
  ],
])('%s is refused', (_, change, message) =>
  expect(check(change)).toMatchObject({ status: 400, message: expect.stringMatching(message) }),
)

test.each([
  ['reasoning that was not asked for in encrypted form', sentBack(issued({}, { wantsSeals: false }))],
  ['a reference to what was kept', { input: [user(), { type: 'item_reference', id: 'rs_1' }] }],
])('%s is not found', (_, change) =>
  expect(check(change)).toMatchObject({ status: 404, message: expect.stringMatching(/not persisted/) }),
)

test('an unknown model is 404, and too long an input has its code', () => {
  expect(check({ model: 'other' })).toMatchObject({ status: 404, code: 'model_not_found' })
  expect(check({ model: 'small', input: 'x'.repeat(200) })).toMatchObject({ code: 'context_length_exceeded' })
})
