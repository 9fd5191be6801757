import { expect, test } from 'vitest'
import { Ledger } from '../ledger'
import { plainAnthropic } from '../plain/plain-anthropic'
import { anthropic } from './anthropic'
import { checkAnthropic } from './anthropic-check'

const ledger = new Ledger()
const models = [
  { id: 'wire-model', outputTokens: 5000 },
  { id: 'plain', reasons: false },
  { id: 'small', contextTokens: 5000 },
]
const HEADERS = { 'content-type': 'application/json', 'anthropic-version': '2023-06-01' }

function check(change: object, headers: Record<string, string> = HEADERS) {
  const reading = checkAnthropic({ headers, body: plainAnthropic.body(change, true) }, { models, ledger })
  return reading.kind === 'refused' ? reading.refused : reading.kind
}

const ASK = {
  model: 'wire-model',
  streamed: true,
  wantsUsage: true,
  inputTokens: 1,
  thoughts: 'shown',
} as const
type Block = Record<string, unknown>

/** An answer of the server as a client keeps it. */
function issued(change: object = {}, ask: object = {}): Block[] {
  const reply = {
    reasoning: 'Because',
    redacted: 'Hush',
    text: 'I look',
    calls: [{ name: 'read' }, { name: 'list' }],
  }
  const { content } = anthropic.frames({ ...reply, ...change }, { ...ASK, ...ask }, ledger)
  return plainAnthropic.hear(content.join('')).said as Block[]
}

const user = (content: unknown = 'Hello') => ({ role: 'user', content })
const assistant = (...content: unknown[]) => ({ role: 'assistant', content })
const use = (id: string, change: object = {}) => ({
  type: 'tool_use',
  id,
  name: 'read',
  input: {},
  ...change,
})
const result = (tool_use_id: unknown) => ({ type: 'tool_result', tool_use_id, content: 'done' })
const text = (value: string) => ({ type: 'text', text: value })
const resultsOf = (blocks: Block[]) =>
  blocks.flatMap(block => (block.type === 'tool_use' ? [result(block.id)] : []))
const sentBack = (blocks: Block[], change: object = {}) => ({
  messages: [user(), assistant(...blocks), user(resultsOf(blocks))],
  ...change,
})
const without = (blocks: Block[], type: string) => blocks.filter(block => block.type !== type)
const changed = (blocks: Block[], type: string, change: object) =>
  blocks.map(block => (block.type === type ? { ...block, ...change } : block))
const plain = (messages: unknown[]) => ({ thinking: undefined, messages })
const uses = (...blocks: unknown[]) => plain([user(), assistant(use('a'), use('b')), user(blocks)])
const tool = (change: object = {}) => ({
  name: 'read',
  input_schema: { type: 'object', properties: {} },
  ...change,
})
const adaptive = { thinking: { type: 'adaptive' } }

test.each([
  ['a plain message', {}],
  ['calls answered in order', uses(result('a'), result('b'), text('And?'))],
  [
    'a result of nothing to say',
    uses({ ...result('a'), content: '' }, { ...result('b'), content: undefined }),
  ],
  ['two messages of the person in a row', plain([user(), user()])],
  ['tools', { tools: [tool()], tool_choice: { type: 'auto', disable_parallel_tool_use: true } }],
  [
    'a schema that says it is of another draft',
    {
      tools: [tool({ input_schema: { $schema: 'http://json-schema.org/draft-07/schema#', type: 'object' } })],
    },
  ],
  ['an answer as it was given out', sentBack(issued())],
  ['an answer whose thinking was not displayed', sentBack(issued({}, { thoughts: 'hidden' }))],
  ['an answer of a script without thinking', sentBack(issued({ reasoning: undefined, redacted: undefined }))],
  ['calls from before, where thinking is adaptive', { ...sentBack([use('x')]), ...adaptive }],
  [
    'calls without thinking, where it is off',
    { ...sentBack(issued({}, { thoughts: 'none' })), thinking: undefined },
  ],
  [
    'an old loop without its thinking',
    {
      messages: [
        ...sentBack(without(without(issued(), 'thinking'), 'redacted_thinking')).messages,
        assistant(text('Done')),
        user(),
      ],
    },
  ],
])('%s is accepted', (_, change) => expect(check(change)).toBe('ask'))

test.each([
  ['no limit', { max_tokens: undefined }, /^max_tokens: Field required$/],
  ['no messages', { messages: [] }, /^messages: at least one message is required$/],
  ['an unknown member', { stop: 'x' }, /^stop: Extra inputs are not permitted$/],
  [
    'an unknown member of a message',
    { messages: [{ ...user(), id: 'x' }] },
    /^messages\.0\.id: Extra inputs/,
  ],
  [
    'instructions as a message',
    { messages: [{ role: 'system', content: 'x' }, user()] },
    /^messages\.0\.role/,
  ],
  ['an empty message', { messages: [user([])] }, /non-empty content/],
  ['an empty text', { messages: [user('')] }, /must be non-empty/],
  ['a text of white space', { messages: [user([text(' \n')])] }, /non-whitespace/],
  [
    'the assistant first',
    { messages: [assistant(text('a')), user()] },
    /first message must use the "user" role/,
  ],
  ['the assistant last', { messages: [user(), assistant(text('a'))] }, /must end with a user message/],
  [
    'an id of odd characters',
    plain([user(), assistant(use('a.b')), user([result('a.b')])]),
    /should match pattern '\^\[a-zA-Z0-9_-\]\+\$'/i,
  ],
  [
    'arguments as text',
    plain([user(), assistant(use('a', { input: '{}' })), user([result('a')])]),
    /valid dictionary/,
  ],
  [
    'an error of nothing to say',
    uses(result('a'), { ...result('b'), content: '', is_error: true }),
    /cannot be empty if `is_error`/,
  ],
  ['a call without result', uses(result('a')), /messages\.1: `tool_use` ids were found without .*: b\./],
  [
    'a result after text',
    uses(text('x'), result('a'), result('b')),
    /without `tool_result` blocks immediately after: a, b/,
  ],
  [
    'results in two messages',
    plain([user(), assistant(use('a'), use('b')), user([result('a')]), user([result('b')])]),
    /immediately after: b/,
  ],
  ['results out of order', uses(result('b'), result('a')), /in the order of their calls/],
  ['two results of one call', uses(result('a'), result('a'), result('b')), /must have a single result/],
  ['a result of nothing', plain([user([result('a')])]), /messages\.0\.content\.0: unexpected `tool_use_id`/],
  [
    'an id that comes again',
    plain([user(), assistant(use('a')), user([result('a')]), assistant(use('a')), user([result('a')])]),
    /ids must be unique/,
  ],
  [
    'a schema of no object',
    { tools: [tool({ input_schema: { type: 'array' } })] },
    /^tools\.0\.input_schema\.type/,
  ],
  [
    'a broken schema',
    { tools: [tool({ input_schema: { type: 'object', properties: { a: { type: 'text' } } } })] },
    /draft 2020-12/,
  ],
  [
    'a choice at the top of a schema',
    { tools: [tool({ input_schema: { type: 'object', anyOf: [] } })] },
    /does not support oneOf/,
  ],
  ['two tools of one name', { tools: [tool(), tool()] }, /names must be unique/],
  ['a choice without tools', { tool_choice: { type: 'auto' } }, /only be specified while providing tools/],
  [
    'a tool in the form of OpenAI',
    { tools: [{ type: 'function', function: { name: 'read' } }] },
    /^tools\.0/,
  ],
  ['a forced tool while thinking', { tools: [tool()], tool_choice: { type: 'any' } }, /forces tool use/],
  [
    'a budget that is too small',
    { thinking: { type: 'enabled', budget_tokens: 1000 } },
    /greater than or equal to 1024/,
  ],
  [
    'a budget above the limit',
    { max_tokens: 2048 },
    /`max_tokens` must be greater than `thinking.budget_tokens`/,
  ],
  ['thinking of a plain model', { model: 'plain' }, /not supported for this model/],
  ['a temperature while thinking', { temperature: 0 }, /only be set to 1/],
  ['a top_k while thinking', { top_k: 5 }, /top_k/],
  ['a low top_p while thinking', { top_p: 0.5 }, /0\.95/],
  ['a limit that is too high', { max_tokens: 5001 }, /5001 > 5000/],
  [
    'a prompt that is too long',
    { model: 'small', messages: [user('x'.repeat(24000))] },
    /prompt is too long: \d+ tokens > 5000/,
  ],
  [
    'a prompt that leaves no room',
    { model: 'small', messages: [user('x'.repeat(8000))] },
    /exceed context limit/,
  ],
  [
    'foreign thinking',
    sentBack(changed(issued(), 'thinking', { signature: 'Zm9yZWlnbg==' })),
    /messages\.1\.content\.0: Invalid `signature` in `thinking` block/,
  ],
  [
    'thinking without signature',
    sentBack(changed(issued(), 'thinking', { signature: '' })),
    /Invalid `signature`/,
  ],
  [
    'foreign redacted thinking',
    sentBack(changed(issued(), 'redacted_thinking', { data: 'Zm9yZWlnbg==' })),
    /Invalid `data`/,
  ],
  ['changed thinking', sentBack(changed(issued(), 'thinking', { thinking: 'Other' })), /cannot be modified/],
  [
    'thinking with a changed text',
    sentBack(changed(issued(), 'text', { text: 'Other' })),
    /cannot be modified/,
  ],
  [
    'thinking of another answer',
    sentBack([...issued().slice(0, 2), ...issued().slice(2)]),
    /cannot be modified/,
  ],
  [
    'calls whose thinking is lost',
    sentBack(without(without(issued(), 'thinking'), 'redacted_thinking')),
    /Expected `thinking` or `redacted_thinking`, but found `text`/,
  ],
  [
    'calls whose thinking is lost, where it is adaptive',
    { ...sentBack(without(without(issued(), 'thinking'), 'redacted_thinking')), ...adaptive },
    /Expected `thinking`/,
  ],
  [
    'calls whose redacted thinking is lost',
    sentBack(without(issued(), 'redacted_thinking')),
    /cannot be modified/,
  ],
  ['calls from before thinking was on', sentBack([use('y')]), /Expected `thinking`.*found `tool_use`/],
  [
    'thinking at the end',
    { messages: [user(), assistant(...issued({ text: '', calls: [] })), user()] },
    /final block .* cannot be `thinking`/,
  ],
])('%s is refused', (_, change, message) =>
  expect(check(change)).toMatchObject({ status: 400, message: expect.stringMatching(message) }),
)

test.each([
  ['no version', { 'content-type': 'application/json' }, /header is required/],
  ['a version that is none', { ...HEADERS, 'anthropic-version': '2024-01-01' }, /not a valid version/],
  ['another content type', { ...HEADERS, 'content-type': 'text/plain' }, /not valid JSON/],
])('%s is refused', (_, headers, message) =>
  expect(check({}, headers)).toMatchObject({ status: 400, message: expect.stringMatching(message) }),
)

test('an unknown model is 404', () => expect(check({ model: 'other' })).toMatchObject({ status: 404 }))

test('pings come between the events, and thinking that is not displayed keeps its signature', () => {
  const { content } = anthropic.frames(
    { reasoning: 'Because', text: 'I' },
    { ...ASK, thoughts: 'hidden' },
    ledger,
  )
  expect(content[2]).toBe('event: ping\ndata: {"type":"ping"}\n\n')
  expect(plainAnthropic.hear(content.join('')).said[0]).toEqual({
    type: 'thinking',
    thinking: '',
    signature: expect.stringMatching(/.{40}/),
  })
})
