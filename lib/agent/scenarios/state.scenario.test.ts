import { describe, expect, test } from 'vitest'
import * as z from 'zod'
import { STATE_BYTES, type State } from '@/lib/domain/session/state'
import { defineTool, type ToolDefinition } from '@/lib/tools/define-tool'
import { call, ok, refused, type Scenario, scenario } from '@/test/world/scenario'
import { sentMessages } from '@/test/world/sent-messages'
import { correctState } from '../actions/correct-mind'
import { listStateRevisions } from '../queries/list-state-revisions'

const set = (patch: State) => call('set_state', { patch })

/** What the messages of a Request tell of the State beside what the model itself said. */
async function stateTold(s: Scenario, number: number): Promise<string | undefined> {
  const messages = await sentMessages(s.world.db, s.sessionId, number)
  return messages.findLast(message => message.role === 'user' && message.note === 'state')?.text
}

const corrects = (s: Scenario, patch: State, revision?: number) =>
  correctState(s.deps, { sessionId: s.sessionId, patch, revision })
const revisions = (s: Scenario) =>
  listStateRevisions(s.world.db, s.sessionId, { before: undefined, limit: 10 })

describe('the agent keeps things in mind', () => {
  test('by patches, without asking anybody; the next request tells them in their order', async () => {
    const s = await scenario()
    await s.plays([set({ b: 1, a: { c: 1.5 } }), set({ b: null, a: { d: [null, 'é'] } }), { text: 'Done.' }])
    await s.ends('final_text')
    expect((await s.view()).state).toEqual({ a: { c: 1.5, d: [null, 'é'] } })
    expect(await stateTold(s, 3)).toBeUndefined()
    expect((await s.sent(3)).slice(-4)).toEqual([
      'assistant:  (set_state {"patch":{"b":1,"a":{"c":1.5}}})',
      expect.stringMatching(/^result of set_state: .* Kept as revision 1\.$/),
      'assistant:  (set_state {"patch":{"b":null,"a":{"d":[null,"é"]}}})',
      expect.stringMatching(/^result of set_state: .* Kept as revision 2\.$/),
    ])
    expect(await revisions(s)).toMatchObject([
      { revision: 2, callId: expect.any(String), changes: [{ path: '/b', before: '1' }, { path: '/a/d' }] },
      {
        revision: 1,
        changes: [
          { path: '/b', after: '1' },
          { path: '/a', after: '{"c":1.5}' },
        ],
      },
    ])
  })

  test('of one set in their order, as far as each fits when its turn comes', async () => {
    const s = await scenario()
    const half = 'x'.repeat(STATE_BYTES / 2)
    const all = [set({ a: 1 }), set({ a: 2 }), set({ a: 2 }), set({ b: half }), set({ c: half })]
    await s.plays([{ calls: all.flatMap(({ calls = [] }) => calls) }, { text: 'Done.' }])
    await s.ends('final_text')
    expect((await s.view()).state).toEqual({ a: 2, b: half })
    expect((await revisions(s)).map(({ revision }) => revision)).toEqual([3, 2, 1])
    expect(await s.results()).toEqual([...Array(4).fill('set_state: ok'), 'set_state: error'])
  })
})

/** `set_state` that begins, and ends when it is let. */
function slowState(): { tool: ToolDefinition; begun: () => Promise<void>; lets: () => void } {
  const gate = Promise.withResolvers<void>()
  let begins = Promise.withResolvers<void>()
  const tool = defineTool({
    name: 'slow_state',
    title: 'Slow',
    description: 'A tool of the tests.',
    source: 'control',
    risk: 'low',
    readOnly: false,
    idempotent: true,
    arguments: z.strictObject({}),
    paths: () => [],
    preview: async () => ({
      kind: 'preview',
      risks: [],
      preview: { kind: 'text', summary: 'Slow', preconditions: [] },
    }),
    perform: async (_, { signal }) => {
      begins.resolve()
      const stopped = new Promise<void>((_, stop) => {
        signal.addEventListener('abort', () => stop(signal.reason))
      })
      await Promise.race([gate.promise, stopped])
      return { kind: 'ok', text: 'Kept.', controlEffect: { kind: 'state', patch: { kept: true } } }
    },
  })
  const begun = async (): Promise<void> => {
    await begins.promise
    begins = Promise.withResolvers()
  }
  return { tool, begun, lets: gate.resolve }
}

describe('what a call notes is written with its result, or not at all', () => {
  test('after a crash it is done again, and kept once', async () => {
    const { tool, begun, lets } = slowState()
    const s = await scenario({}, { server: { tools: [tool] } })
    await s.plays([call('slow_state', {}), { text: 'Done.' }])
    await begun()
    const again = s.crashesAndRestarts({ tools: [tool] })
    await begun()
    expect((await s.view()).state).toEqual({})
    await again
    lets()
    await s.ends('final_text')
    expect((await s.view()).state).toEqual({ kept: true })
    expect((await revisions(s)).length).toBe(1)
    expect(await s.results()).toEqual(['slow_state: ok'])
  })
})

describe('a person corrects the state', () => {
  test('while a call waits: the next request tells it, by a patch that is longer than what it comes to as that', async () => {
    const s = await scenario()
    const [one, two] = ['a!', 'b!'].map(name => call('gated_write', { name }))
    await s.plays([set({ port: 80, host: 'a' }), ...(one && two ? [one, two] : []), { text: 'Done.' }])
    await s.waitsOn('gated_write')
    expect(ok(await corrects(s, { port: 8080, host: null }))).toEqual({ port: 8080 })
    await s.approves('gated_write a!')
    await s.world.until('the second', async () => (await s.view()).pendingSet?.request === 3)
    expect(await stateTold(s, 3)).toContain('As a JSON merge patch: {"port":8080,"host":null}')
    const told = 'Changed the state: /port from 80 to 8080; /host removed.'
    expect((await s.sent(3)).join('\n')).toContain(told)
    expect(await s.texts()).toContain(`correction: ${told}`)
    expect((await revisions(s))[0]?.callId).toBeUndefined()
    ok(await corrects(s, { port: 81, ['k'.repeat(300_000)]: null }))
    await s.approves('gated_write b!')
    await s.ends('final_text')
    const last = (await stateTold(s, 4)) ?? ''
    expect(last).toContain('It is now: {"port":81}')
    expect(last.length).toBeLessThan(1_000)
  })

  test('which they no longer see as it is, by nothing or beyond its bound: nothing is changed, and of two one wins', async () => {
    const s = await scenario()
    const both = await Promise.all([corrects(s, { a: 1 }, 0), corrects(s, { b: 1 }, 0)])
    expect(both.map(answer => 'code' in answer && answer.code).sort()).toEqual([false, 'stale_revision'])
    const { seq, state } = await s.view()
    expect(Object.keys(state)).toHaveLength(1)
    const stale = refused(await corrects(s, { a: 2 }, 0), 'stale_revision')
    expect(stale.more).toMatchObject({ state, revision: 1 })
    refused(await corrects(s, {}, 2), 'stale_revision')
    refused(await corrects(s, { a: 'x'.repeat(STATE_BYTES) }), 'invalid_request')
    expect(ok(await corrects(s, { ...state, c: null }))).toEqual(state)
    expect((await s.view()).seq).toBe(seq)
    expect(ok(await corrects(s, { c: 2 }, 1))).toEqual({ ...state, c: 2 })
  })
})

test('what the agent writes over that a person had set is told as a conflict, until somebody changes it', async () => {
  const s = await scenario()
  await s.plays([set({ port: 80, name: 'a', box: { x: 1 } }), { text: 'Done.' }])
  await s.ends('final_text')
  ok(await corrects(s, { port: 8080, box: { y: 2 }, name: null }))
  await s.plays([set({ port: 80, other: 1, box: { x: 3 } }), set({ box: null, other: 2 }), { text: 'Done.' }])
  await s.ends('final_text')
  const found = await revisions(s)
  expect(found.map(({ revision, conflicts }) => [revision, conflicts])).toEqual([
    [4, [{ path: '/box/y', before: '2' }]],
    [3, [{ path: '/port', before: '8080', after: '80' }]],
    [2, undefined],
    [1, undefined],
  ])
  expect(found.map(({ open }) => open?.map(({ path }) => path))).toEqual([
    ['/port', '/box/y'],
    undefined,
    undefined,
    undefined,
  ])
  ok(await corrects(s, { port: 8080 }))
  expect((await revisions(s))[0]?.open?.map(({ path }) => path)).toEqual(['/box/y'])
})

test('a conflict is told however many revisions lie between what they had set, what the agent wrote and now', async () => {
  const s = await scenario()
  const MANY = 25
  const counts = Array.from({ length: MANY }, (_, n) => set({ n })).flatMap(({ calls = [] }) => calls)
  ok(await corrects(s, { port: 8080, host: 'a' }))
  await s.plays([{ calls: counts }, { text: 'Done.' }])
  await s.ends('final_text')
  for (let m = 0; m < MANY; m += 1) ok(await corrects(s, { m }))
  await s.plays([set({ port: 80 }), { text: 'Done.' }])
  await s.ends('final_text')
  const conflict = { path: '/port', before: '8080', after: '80' }
  expect((await revisions(s))[0]).toMatchObject({ conflicts: [conflict], open: [conflict] })
  for (let m = 0; m < MANY; m += 1) ok(await corrects(s, { m: -m }))
  await s.plays([{ calls: counts }, { text: 'Done.' }])
  await s.ends('final_text')
  expect((await revisions(s))[0]?.open).toEqual([conflict])
  ok(await corrects(s, { port: 8080 }))
  expect((await revisions(s))[0]?.open).toBeUndefined()
})
