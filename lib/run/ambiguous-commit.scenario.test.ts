import { expect, onTestFinished, test } from 'vitest'
import { type PostgresProxy, startPostgresProxy } from '@/bench/faults/postgres-proxy'
import { calls, Scenario, scenario } from '@/lib/testing/scenario'
import { createWorld } from '@/lib/testing/world'

const done = { text: 'Done.' }

/** A process whose connection can break just after Postgres has committed, and before it hears of that. */
async function overProxy(events: string[]): Promise<{ s: Scenario; proxy: PostgresProxy }> {
  const world = await createWorld()
  const proxy = await startPostgresProxy({
    databaseUrl: world.url,
    counts: ({ writes }) => {
      const text = JSON.stringify(writes.map(write => write.parameters))
      return events.every(event => text.includes(event))
    },
  })
  const s = await scenario({}, { world, server: { databaseUrl: proxy.through(world.url) } })
  onTestFinished(() => {
    proxy.cutAll()
  })
  return { s, proxy }
}

/** The same, with one Call that waits. */
async function waitingOverProxy(events: string[]) {
  const over = await overProxy(events)
  await over.s.plays([calls('gated_write a!'), done])
  await over.s.waitsOn('gated_write')
  return over
}

/** The next commit that counts, or the answer to it, is lost, with its connection; tells when that was. */
function losesNext(proxy: PostgresProxy, side: 'before' | 'after'): Promise<void> {
  const lost = Promise.withResolvers<void>()
  proxy.startCounting()
  proxy.set({
    ...{ number: 1, side },
    spring: async () => {
      lost.resolve()
      return 'drop'
    },
  })
  return lost.promise
}

const losesNextAnswer = (proxy: PostgresProxy): Promise<void> => losesNext(proxy, 'after')

test('a commit whose answer was lost, that ended one Call and began the next, is gone on from', async () => {
  const { s, proxy } = await overProxy(['call.ended', 'call.started'])
  await s.plays([calls('gated_write a', 'gated_write b!'), done])
  await s.waitsOn('gated_write', 'gated_write')
  await s.approves('gated_write a', 'gated_write b!')
  await s.gates.begins('a')
  const lost = losesNextAnswer(proxy)
  s.gates.open('a')
  await lost
  await s.ends('final_text')
  expect(s.gates.ledger).toEqual(['a', 'b!'])
  expect(await s.results()).toEqual(['gated_write: ok', 'gated_write: ok'])
})

test('a commit whose answer was lost, that stored a Solution, stores it once', async () => {
  const { s, proxy } = await overProxy(['request.ended', 'call.waiting'])
  const lost = losesNextAnswer(proxy)
  await s.plays([calls('gated_write a!'), done])
  await lost
  await s.waitsOn('gated_write')
  await s.approves('gated_write')
  await s.ends('final_text')
  expect(s.gates.ledger).toEqual(['a!'])
})

test('a commit whose answer was lost, that ended the last Call and began a Request, asks once', async () => {
  const { s, proxy } = await waitingOverProxy(['call.ended', 'request.started'])
  const lost = losesNextAnswer(proxy)
  await s.approves('gated_write')
  await lost
  await s.ends('final_text')
  expect(await s.world.db.request.count()).toBe(2)
  expect((await s.told()).filter(type => type === 'request.started')).toHaveLength(2)
})

test('a commit whose answer was lost, that began a Call and ended nothing, leaves a question', async () => {
  const { s, proxy } = await waitingOverProxy(['call.started'])
  const lost = losesNextAnswer(proxy)
  const web = await s.world.startServer({ role: 'web' })
  await new Scenario(s.world, web, s.sessionId).approves('gated_write')
  await lost
  await s.asks('gated_write', 'outcome_unknown')
  expect(s.gates.ledger).toEqual([])
  await s.stops()
  await s.ends('cancelled')
})

test('a Decision whose answer was lost, and that began its Call, is gone on from, though nobody heard of it', async () => {
  const { s, proxy } = await waitingOverProxy(['call.decided', 'call.started'])
  const lost = losesNextAnswer(proxy)
  await expect(s.approves('gated_write')).rejects.toThrow()
  await lost
  await s.ends('final_text')
  expect(s.gates.ledger).toEqual(['a!'])
})

test('a Decision that was lost before it was committed has begun nothing, and can be made again', async () => {
  const { s, proxy } = await waitingOverProxy(['call.decided', 'call.started'])
  const lost = losesNext(proxy, 'before')
  await expect(s.approves('gated_write')).rejects.toThrow()
  await lost
  await s.waitsOn('gated_write')
  await s.approves('gated_write')
  await s.ends('final_text')
  expect(s.gates.ledger).toEqual(['a!'])
})
