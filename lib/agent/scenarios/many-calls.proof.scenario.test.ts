import { expect, onTestFinished, test } from 'vitest'
import type { CallSet } from '@/lib/domain/call/call'
import { startWireServer } from '@/test/wire/start-wire-server'
import { ok, ruling, type Scenario, scenario } from '@/test/world/scenario'

const COUNT = 200

/** Calls of one answer, over a real wire: every fifth is a read. */
const CALLS = Array.from({ length: COUNT }, (_, n) => ({
  name: n % 5 === 4 ? 'gated_read' : 'gated_write',
  arguments: { name: `${n}!` },
}))
const writes = (from: number, to: number): string[] =>
  CALLS.slice(from, to).flatMap(({ name, arguments: args }) => (name === 'gated_write' ? [args.name] : []))

async function proposed() {
  const wire = await startWireServer({ key: 'wire-key-0123456789' })
  onTestFinished(() => wire.close())
  const server = { models: wire.accounts }
  const s = await scenario({ model: 'anthropic:claude-opus-5-5' }, { server })
  wire.script([{ text: 'All at once.', calls: CALLS }, { text: 'Done.' }])
  await s.says('Go.')
  const set = await s.waitsOn(...CALLS.map(({ name }) => name))
  return { s, wire, set }
}

/** The model gets one answer to each of its Calls, in their order, and asking it again costs that much more. */
async function isAnswered(
  { s, wire }: { s: Scenario; wire: Awaited<ReturnType<typeof startWireServer>> },
  set: CallSet,
  texts: (n: number) => string,
): Promise<void> {
  const [, said, ...results] = await s.sent(2)
  expect(said).toMatch(/^assistant: All at once\./)
  expect(results).toEqual(CALLS.map(({ name }, n) => `result of ${name}: ${texts(n)}`))
  expect(wire.faults()).toEqual([])
  const [first = 0, second = 0, ...more] = wire.requests.map(({ body }) => JSON.stringify(body).length)
  expect(more).toEqual([])
  expect(second - first).toBeLessThan(COUNT * 400)
  const records = await s.world.db.request.findMany({ orderBy: { number: 'asc' } })
  expect(records.map(({ append }) => append.length)).toEqual([1, 1 + COUNT])
  expect((await s.settles(set)).map(({ index }) => index)).toEqual(CALLS.map((_, n) => n))
}

test('two hundred calls of one answer are approved at once, and run in their order, once each', async () => {
  const { s, wire, set } = await proposed()
  const decisions = set.calls.map(call => ruling(call, { kind: 'approve' }))
  ok(await s.rulesOn(set.id, decisions))
  await s.gates.begins(`${COUNT - 1}!`)
  await s.ends('final_text')
  expect(s.gates.ledger).toEqual(writes(0, COUNT))
  await isAnswered({ s, wire }, set, n => `${n}! is done`)
})

test('two hundred calls are decided in part one by one, in any order, and the rest together', async () => {
  const { s, wire, set } = await proposed()
  const isDenied = (n: number): boolean => n >= AHEAD || n % 7 === 3
  const decisionOn = (call: CallSet['calls'][number]) =>
    ruling(call, { kind: isDenied(call.index) ? 'deny' : 'approve' })
  for (const call of set.calls.slice(0, AHEAD).toSorted(bySomething)) {
    ok(await s.rulesOn(set.id, [decisionOn(call)]))
  }
  const rest = set.calls.slice(AHEAD).toReversed()
  ok(await s.rulesOn(set.id, rest.map(decisionOn)))
  await s.ends('final_text')
  expect(s.gates.ledger).toEqual(writes(0, AHEAD).filter(name => !isDenied(Number.parseInt(name, 10))))
  await isAnswered({ s, wire }, set, n =>
    isDenied(n) ? 'The person denied this call; it did not run.' : `${n}! is done`,
  )
})

/** How many are decided one by one. */
const AHEAD = 20

/** Neither the model's order nor its reverse: 13 and 20 have no common divisor. */
const bySomething = (one: { index: number }, other: { index: number }): number =>
  ((one.index * 13) % AHEAD) - ((other.index * 13) % AHEAD)
