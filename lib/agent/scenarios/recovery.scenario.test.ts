// @module-tag invariant
import { describe, expect, test } from 'vitest'
import { activeSessions } from '@/lib/server/health/health'
import { storedSession } from '@/test/database/stored-record'
import { createJumpingClock } from '@/test/world/jumping-clock'
import { type Fate, holdsNext, overProxy } from '@/test/world/over-proxy'
import { calls, ok, Scenario, type Scripted, scenario } from '@/test/world/scenario'
import { AT_ONCE } from '@/test/world/world'

const done: Scripted = { text: 'Done.' }
const silent: Scripted = { fault: 'hang' }
const WARNED_MS = 121_000
const LEFT_MS = 240_000

/** What Health says of the one active Run, seen past all processes. */
async function health({ world, deps }: Scenario): Promise<string | undefined> {
  const [session] = await activeSessions({ db: world.db, time: { ...deps.time, ...world.clock } })
  return session?.state
}

const shows = (s: Scenario, state: string) =>
  s.world.until(`a session that is ${state}`, async () => (await health(s)) === state)

/** What its record tells of recoveries. */
const recoveries = async (s: Scenario) =>
  (await s.events()).flatMap(event => {
    if (event.type !== 'health.changed') return []
    const { state, recovery, count, epoch } = event.data
    return [`${state} ${count} ${recovery} ${epoch}`]
  })

const asked = (s: Scenario) =>
  s.world.until('a request', async () => (await s.told()).includes('request.started'))

/** What the model gives reaches the process that asked it. */
const streams = (s: Scenario) =>
  new Promise<void>(resolve => {
    const end = s.deps.bus.subscribe(note => {
      if (note.kind !== 'progress' || note.data.chars.reasoning === 0) return
      end()
      resolve()
    })
  })

/** A Call runs, and gives nothing. */
async function running(name: string): Promise<Scenario> {
  const s = await scenario()
  await s.plays([calls(name), done])
  await s.waitsOn(...name.split(' ').slice(0, 1))
  await s.approves(...name.split(' ').slice(0, 1))
  await s.gates.begins(name.split(' ')[1] ?? '')
  return s
}

describe('a Run without progress', () => {
  test('is stalled after two minutes, ends after six, and its queue goes on', async () => {
    const s = await scenario()
    const { runId } = await s.plays([silent])
    await asked(s)
    await shows(s, 'long_running')
    const next = await s.plays([done], { queueMode: 'followup' })
    await s.world.passes(WARNED_MS)
    await shows(s, 'stalled')
    expect(await recoveries(s)).toEqual([])
    await s.world.passes(LEFT_MS)
    await s.ends('error', runId)
    await s.ends('final_text', next.runId)
    expect(await recoveries(s)).toEqual(['stalled 1 requested 1', 'stalled 1 completed 1'])
  })

  test('is one whose model only sends what says nothing', async () => {
    const s = await scenario()
    const drips = streams(s)
    await s.plays([{ reasoning: ' '.repeat(2_000), chunkMs: 50 }])
    await drips
    await s.world.passes(WARNED_MS + LEFT_MS)
    await s.ends('error')
  })

  test('is one whose attempts fail, each later than the one before', async () => {
    const s = await scenario({ limits: { modelRetries: 20 } })
    await s.plays(Array(20).fill({ fault: 'http_500' }))
    for (let last: string | undefined; ; ) {
      const run = await s.world.until('a pause', async () => {
        const { activeRun, lastRun } = await s.view()
        if (!activeRun) return lastRun
        return activeRun.retryAt !== undefined && activeRun.retryAt !== last && activeRun
      })
      if (run.status === 'ended') break
      last = run.retryAt
      const { wakeAt = '' } = await storedSession(s.world.db, s.sessionId)
      await s.world.passes(Date.parse(wakeAt) - Date.now() - s.world.clock.offsetMs)
    }
    await s.ends('error')
    expect((await recoveries(s)).map(text => text.slice(0, 19))).toEqual([
      'stalled 1 requested',
      'stalled 1 completed',
    ])
  })

  test('is one whose Call gives nothing: the Call is aborted', async () => {
    const s = await running('gated_save a')
    await s.world.passes(WARNED_MS + LEFT_MS)
    await s.ends('error')
    expect(s.gates.ledger).toEqual([])
    expect(await recoveries(s)).toEqual(['stalled 1 requested 2', 'stalled 1 completed 2'])
  })

  test('is none that is slow, nor one whose process stood still', async () => {
    const clock = createJumpingClock()
    const s = await scenario({}, { server: { leaseClock: clock } })
    const speaks = streams(s)
    await s.plays([{ reasoning: 'Slowly. '.repeat(60), text: 'Done.', chunkMs: 50 }])
    await speaks
    for (let round = 0; round < 3; round += 1) {
      await s.world.passes(LEFT_MS)
      await shows(s, 'long_running')
    }
    clock.stalls(WARNED_MS + LEFT_MS)
    await s.ends('final_text')
    expect(await recoveries(s)).toEqual([])
  })

  test('of which another process has taken care since is left alone', async () => {
    const first = await running('gated_write a')
    first.server.freezes()
    const second = await first.world.startServer({ takeover: AT_ONCE })
    const s = new Scenario(first.world, second, first.sessionId)
    await s.asks('gated_write', 'outcome_unknown')
    await s.world.passes(WARNED_MS + LEFT_MS)
    first.server.thaws()
    await s.world.until('the first process at rest', async () => first.server.pool.active() === 0)
    ok(await s.rules('gated_write', { kind: 'skip' }))
    await s.ends('final_text')
    expect((await recoveries(s)).filter(text => text.startsWith('stalled'))).toEqual([])
  })
})

describe('a Run that nobody works on', () => {
  test('is taken over, as is what waits behind it; a further time comes later where there was no progress', async () => {
    const s = await scenario()
    const { runId } = await s.plays([silent])
    await asked(s)
    const next = await s.plays([done], { queueMode: 'followup' })
    s.server.kill9()
    await s.world.passes(7_000)
    await shows(s, 'stuck')
    s.server = await s.world.startServer({ takeover: AT_ONCE })
    await shows(s, 'long_running')
    const once = ['stuck 1 requested 1', 'stuck 1 completed 2']
    expect(await recoveries(s)).toEqual(once)
    await s.crashesAndRestarts()
    await s.world.until('another', async () => (await recoveries(s)).length > 2)
    expect([await health(s), ...(await recoveries(s))]).toEqual(['stuck', ...once, 'stuck 2 requested 2'])
    await s.world.passes(5_000)
    await shows(s, 'long_running')
    expect((await recoveries(s)).at(-1)).toBe('stuck 2 completed 3')
    await s.world.passes(WARNED_MS + LEFT_MS)
    await s.ends('error', runId)
    await s.ends('final_text', next.runId)
  })

  test('is taken where it is nobody’s and nothing is due', async () => {
    const s = await scenario()
    await s.plays([{ ...done, delayMs: 500 }])
    await asked(s)
    s.server.kill9()
    await s.world.touches(
      'DELETE FROM "Wake"',
      'UPDATE "SessionHead" SET "leaseHolder" = NULL, "leaseUntil" = NULL',
    )
    await shows(s, 'stuck')
    s.server = await s.world.startServer()
    await s.ends('final_text')
    expect(await recoveries(s)).toEqual(['stuck 1 requested 1', 'stuck 1 completed 2'])
  })

  test('is taken from a commit that never ends, though its process renews its lease', async () => {
    const { s, proxy } = await overProxy(['request.ended'], { server: { hungMs: 1_000 } })
    const fate = Promise.withResolvers<Fate>()
    const held = holdsNext(proxy, 'before', fate.promise)
    await s.plays([done])
    await held
    await s.ends('final_text')
    expect(await recoveries(s)).toEqual(['stuck 1 requested 1', 'stuck 1 completed 2'])
    fate.resolve('forward')
    expect((await s.told()).filter(type => type === 'run.ended')).toHaveLength(1)
  })
})
