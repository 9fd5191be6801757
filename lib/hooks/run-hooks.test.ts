import { expect, test } from 'vitest'
import type { HookPoint } from '@/lib/domain/hooks/points'
import { aHook } from '@/test/factories'
import { table } from '@/test/table'
import { readHookReply, runHooks } from './run-hooks'

/** What hooks say, in their order: a text as they write it, or how they fail. `+`: the hook goes on where it fails. */
type Case = { point?: HookPoint; frozen?: true; says: string[] }

async function story({ point = 'tool_start', frozen, says }: Case): Promise<string> {
  const hooks = says.map((text, at) =>
    aHook({ name: `h${at}`, point, onFailure: text.startsWith('+') ? 'continue' : 'block' }),
  )
  const told: string[] = []
  const chain = await runHooks({
    point,
    hooks,
    payload: { arguments: { n: 0 } },
    isFrozen: frozen,
    ask: async (hook, payload) => {
      const was = payload.proposed ? ` was ${JSON.stringify(payload.proposed)}` : ''
      told.push(JSON.stringify(payload.result ?? payload.arguments) + was)
      const text = (says[hooks.indexOf(hook)] ?? '').replace(/^\+/, '')
      if (text === 'exit') return readHookReply(point, { kind: 'blocks', reason: 'no' })
      if (text === 'late') return readHookReply(point, { kind: 'failed', reason: 'late' })
      return readHookReply(point, { kind: 'text', text })
    },
    checkRewrite: answer => (answer.arguments?.n === -1 ? 'invalid' : null),
  })
  const verdicts = chain.runs.map(({ verdict }) => verdict).join(' ')
  const end = chain.block
    ? ` | blocked by ${chain.block.hook.name}`
    : chain.ask
      ? ` | asks ${chain.ask.hook.name}`
      : ''
  return `${verdicts}${end} | ${told.at(-1)}`
}

/** As `says`, one after the other, and what comes of it. */
const AT_TOOL_START: [string[], string][] = [
  [['', '{}'], 'pass pass | {"n":0}'],
  [['{"block":true}', '{}'], 'block | blocked by h0 | {"n":0}'],
  // `false` clears nothing and blocks nothing.
  [['{"block":false}', '{"block":true}', '{"block":false}'], 'pass block | blocked by h1 | {"n":0}'],
  [['{"ask":true}', '{"block":true}'], 'ask block | blocked by h1 | {"n":0}'],
  [['{"arguments":{"n":1}}', '{}'], 'rewrite pass | {"n":1} was {"n":0}'],
  [
    ['{"ask":true,"arguments":{"n":1}}', '{"arguments":{"n":2}}', ''],
    'ask refused pass | asks h0 | {"n":1} was {"n":0}',
  ],
  [['{"arguments":{"n":0}}', ''], 'pass pass | {"n":0}'],
  [['{"arguments":{"n":-1}}'], 'block | blocked by h0 | {"n":0}'],
  [['+{"arguments":{"n":-1}}', ''], 'failed pass | {"n":0}'],
  [['+{"ask":true,"arguments":{"n":-1}}', ''], 'ask pass | asks h0 | {"n":0}'],
  // Nothing is widened, and nothing is answered that is asked elsewhere.
  [['{"allow":true}'], 'block | blocked by h0 | {"n":0}'],
  [['{"model":"scripted:demo"}'], 'block | blocked by h0 | {"n":0}'],
  [[`{"arguments":{"n":${'['.repeat(200)}${']'.repeat(200)}}}`], 'block | blocked by h0 | {"n":0}'],
  [['yes'], 'block | blocked by h0 | {"n":0}'],
  [['+yes', '+late', ''], 'failed failed pass | {"n":0}'],
  [['+exit', ''], 'block | blocked by h0 | {"n":0}'],
]

table(AT_TOOL_START)('hooks before a call', async (says, want) => expect(await story({ says })).toBe(want))

const ELSEWHERE: [HookPoint, string[], string][] = [
  ['tool_end', ['{"block":true}', 'exit', 'yes'], 'pass failed pass | {"n":0}'],
  ['turn_start', ['It is Monday.', '{"context":"At noon."}', 'late'], 'inject inject failed | {"n":0}'],
  [
    'before_agent_reply',
    ['{"silent":false}', '{"reply":"Hi."}', '{"reply":"Ho."}'],
    'pass rewrite | {"n":0}',
  ],
  ['tool_result_persist', ['{"result":"a"}', '{"result":"b"}', ''], 'rewrite rewrite pass | "b"'],
  // What no database can store.
  ['tool_result_persist', ['{"result":"\\u0000\\ud800"}', ''], 'rewrite pass | "⟦U+0000⟧�"'],
]

table(ELSEWHERE)('hooks at other points', async (point, says, want) =>
  expect(await story({ point, says })).toBe(want),
)

test('what a person froze stays, and can still be blocked', async () => {
  const says = ['{"arguments":{"n":1}}', '{"block":true}']
  expect(await story({ says, frozen: true })).toBe('refused block | blocked by h1 | {"n":0}')
})
