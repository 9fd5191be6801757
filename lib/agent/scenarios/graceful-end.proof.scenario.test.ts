import { describe, expect, onTestFinished, test } from 'vitest'
import { storedSession } from '@/test/database/stored-record'
import { startWireServer } from '@/test/wire/start-wire-server'
import { calls, type Scenario, type Scripted, scenario } from '@/test/world/scenario'

const done: Scripted = { text: 'Done.' }

const rowOf = (s: Scenario) => storedSession(s.world.db, s.sessionId)

const isDue = async (s: Scenario): Promise<boolean | undefined> => {
  const [row] = await s.world.db.$queryRaw<{ due: boolean }[]>`
    SELECT at <= clock_timestamp() AS due FROM "Wake" WHERE "sessionId" = ${s.sessionId}::uuid`
  return row?.due
}

const openRequest = async (s: Scenario): Promise<unknown> =>
  (await s.world.db.run.findFirstOrThrow({ where: { sessionId: s.sessionId } })).openRequest

/** Until the model has said something that is on its way. */
const streaming = (s: Scenario): Promise<void> =>
  new Promise(resolve => {
    const unsubscribe = s.world.bus.subscribe(note => {
      if (note.kind !== 'delta') return
      unsubscribe()
      resolve()
    })
  })

/** An Activity runs in the first process, and a second one is there. */
async function running(name: string) {
  const s = await scenario()
  await s.plays([calls(name, 'gated_write z!'), done])
  const [tool = ''] = name.split(' ')
  await s.waitsOn(tool, 'gated_write')
  await s.approves(tool === 'gated_write' ? 'gated_write a' : tool)
  await s.gates.begins('a')
  const first = s.server
  s.server = await s.world.startServer()
  return { s, first }
}

describe('a process that is asked to end in the middle of a model’s reply', () => {
  const slow: Scripted = { text: 'A long answer that takes its time to come.', chunkMs: 60_000 }

  test('does not wait for it: nothing of it is stored, and the session is due at once', async () => {
    const s = await scenario()
    const begins = streaming(s)
    await s.plays([slow])
    await begins
    const { seq } = await s.view()
    await s.server.stop()
    const row = await rowOf(s)
    expect(row).toMatchObject({ leaseHolder: undefined, leaseUntil: undefined })
    expect(await isDue(s)).toBe(true)
    expect(await s.told(seq)).toEqual([])
    expect(await s.world.db.request.count()).toBe(0)
    expect(await openRequest(s)).toMatchObject({ number: 1, failures: 0, attempts: 1 })
    s.server = await s.world.startServer()
    await s.world.until('the second attempt', async () => (await rowOf(s)).leaseHolder)
    expect(await openRequest(s)).toMatchObject({ number: 1, failures: 0, attempts: 2 })
    await s.stops()
    await s.ends('cancelled')
  })

  test('gives its lease back, and another one asks again', async () => {
    const wire = await startWireServer()
    onTestFinished(wire.close)
    const fault = { kind: 'hang', after: 'content' } as const
    wire.script([{ text: 'Half an ans', fault }, { text: 'The whole answer.' }])
    const server = { models: wire.accounts }
    const s = await scenario({ model: 'compatible:small', limits: { modelRetries: 1 } }, { server })
    const begins = streaming(s)
    await s.says('Hello.')
    await begins
    const first = s.server
    s.server = await s.world.startServer(server)
    await first.stop()
    expect((await rowOf(s)).leaseHolder).not.toBe(first.deps.processLock.holder)
    await s.ends('final_text')
    expect((await s.texts()).slice(1)).toEqual(['assistant: The whole answer.'])
    expect((await s.told()).filter(type => type.startsWith('request.'))).toEqual([
      'request.started',
      'request.ended',
    ])
    expect(await s.world.db.request.findMany()).toMatchObject([{ number: 1, attempts: 2 }])
  })
})

describe('a process that is asked to end while an Activity runs', () => {
  test('lets it end in a moment, and keeps its result', async () => {
    const { s, first } = await running('gated_write a')
    const stopped = first.stop()
    s.gates.open('a')
    await stopped
    await s.waitsOn('gated_write')
    expect(await s.results()).toEqual(['gated_write: ok'])
    await s.approves('gated_write')
    await s.ends('final_text')
    expect(s.gates.ledger).toEqual(['a', 'z!'])
  })

  test('begins nothing more, though more is approved', async () => {
    const { s, first } = await running('gated_write a')
    await s.approves('gated_write z!')
    const stopped = first.stop()
    s.gates.open('a')
    await stopped
    await s.ends('final_text')
    expect(s.gates.ledger).toEqual(['a', 'z!'])
    const epochs = (await s.events()).flatMap(event =>
      event.type === 'call.started' && event.data.call.state === 'executing' ? [event.data.call.epoch] : [],
    )
    expect(new Set(epochs).size).toBe(2)
  })

  test('aborts it then; it settles as what it says, and is not repeated', async () => {
    const { s, first } = await running('gated_write a')
    await first.stop()
    expect((await rowOf(s)).leaseHolder).not.toBe(first.deps.processLock.holder)
    const set = await s.waitsOn('gated_write')
    expect(set.calls[0]).toMatchObject({
      state: 'settled',
      result: { kind: 'error', text: 'Stopped in the middle.' },
    })
    await s.approves('gated_write')
    await s.ends('final_text')
    expect(s.gates.begun).toEqual(['a', 'z!'])
  })

  test('leaves one that does not listen as a question for a person, at once', async () => {
    const { s, first } = await running('gated_deaf a')
    await first.stop()
    const asked = await s.asks('gated_deaf', 'outcome_unknown')
    expect(asked).toMatchObject({ attempt: 1, evidence: { processDead: true } })
    expect(s.gates.begun).toEqual(['a'])
    s.gates.open('a')
    await s.stops()
    await s.ends('cancelled')
  })
})

test('a process that is asked to end while Calls wait changes nothing', async () => {
  const s = await scenario()
  await s.plays([calls('gated_write a!'), done])
  await s.waitsOn('gated_write')
  const before = await s.events()
  await s.server.stop()
  expect(await s.events()).toEqual(before)
  s.server = await s.world.startServer()
  await s.approves('gated_write')
  await s.ends('final_text')
})
