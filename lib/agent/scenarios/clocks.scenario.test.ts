import { describe, expect, test } from 'vitest'
import { storedSession } from '@/test/database/stored-record'
import { call, calls, ok, type Scenario, type Scripted, scenario } from '@/test/world/scenario'
import { AT_ONCE } from '@/test/world/world'

const done: Scripted = { text: 'Done.' }
const HOURS = 2 * 3_600_000

/** A Call that is approved, and held. */
async function held(holdMs: number): Promise<Scenario> {
  const s = await scenario()
  await s.plays([calls('gated_write a!'), done])
  await s.waitsOn('gated_write')
  ok(await s.rules('gated_write', { kind: 'approve' }, { holdMs }))
  return s
}

/** The clock of the database is set. */
const isSet = (s: Scenario, ms: number): void => {
  s.world.clock.offsetMs += ms
}

test('commits in quick succession are not told as later than they were', async () => {
  const s = await scenario()
  await s.plays([...[1, 2, 3, 4].map(value => call('set_state', { patch: { value } })), done])
  await s.ends('final_text')
  const { at } = (await s.events()).at(-1) ?? {}
  const [now] = await s.world.db.$queryRaw<{ at: Date }[]>`SELECT clock_timestamp() AS at`
  expect(Date.parse(at ?? '')).toBeLessThanOrEqual(now?.at.getTime() ?? 0)
})

describe('a clock of the database that is set back', () => {
  test('lets a Call that is held start in its time, and no time go back, nor when it is put right again', async () => {
    const s = await held(600)
    isSet(s, -HOURS)
    await s.ends('final_text')
    expect(s.gates.ledger).toEqual(['a!'])
    isSet(s, HOURS)
    await s.plays([calls('gated_write b!'), done])
    await s.waitsOn('gated_write')
    await s.approves('gated_write')
    await s.ends('final_text')
    const times = (await s.events()).map(({ at }) => at)
    expect(times).toEqual(times.toSorted())
  })

  test('lets it start though its process has ended meanwhile', async () => {
    const s = await held(30_000)
    await s.server.stop()
    isSet(s, -HOURS)
    s.server = await s.world.startServer()
    await s.ends('final_text')
    expect(s.gates.ledger).toEqual(['a!'])
  })

  test('lets a request be tried again, though its process has ended meanwhile', async () => {
    const s = await scenario()
    await s.plays([{ fault: 'http_500' }, done])
    await s.world.until('a retry', async () => (await s.view()).activeRun?.retryAt)
    s.server.kill9()
    isSet(s, -HOURS)
    s.server = await s.world.startServer({ takeover: AT_ONCE })
    const run = await s.ends('final_text')
    expect(run.activeMs).toBeGreaterThanOrEqual(0)
  })
})

test('a clock of the database that is set forward takes the session from nobody', async () => {
  const s = await scenario()
  await s.plays([calls('gated_write a'), done])
  await s.waitsOn('gated_write')
  await s.approves('gated_write')
  await s.gates.begins('a')
  const second = await s.world.startServer()
  await s.world.passes(5 * 60_000)
  const { wakeAt: before } = await storedSession(s.world.db, s.sessionId)
  await s.world.until('a renewal', async () => {
    const { wakeAt } = await storedSession(s.world.db, s.sessionId)
    return wakeAt && before && wakeAt > before
  })
  s.gates.open('a')
  await s.ends('final_text')
  expect(await s.results()).toEqual(['gated_write: ok'])
  expect(second.errors).toEqual([])
})
