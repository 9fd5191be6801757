import { describe, expect, test } from 'vitest'
import { OWNER } from '@/lib/domain/contract/person'
import type { NewSchedule, Schedule } from '@/lib/domain/schedules/schedule'
import { readSchedules } from '@/lib/store/schedules/schedule'
import { hooks, says } from '@/test/world/hook-story'
import { call, ok, refused, Scenario, type Scripted, scenario } from '@/test/world/scenario'
import { runSchedule, setSchedule } from '../actions/schedules'

const DAY_MS = 24 * 3_600_000
const write = call('gated_write', { name: 'a!' })
const done: Scripted = { text: 'Done.' }
const broken: Scripted = { fault: 'http_500' }

/** Says this to the model that reads scripts, every day at nine. */
const schedules = async (
  s: Scenario,
  turns: Scripted[],
  more: Partial<NewSchedule> = {},
): Promise<string> => {
  const settings = { model: 'scripted:replay', limits: { modelRetries: 0 }, ...more.settings }
  const text = JSON.stringify({ turns })
  const schedule = { name: 'Nightly', text, cron: '0 9 * * *', ...more, settings }
  return ok(await setSchedule(s.deps, { patch: schedule, person: OWNER })).id
}

const find = async (s: Scenario, id: string): Promise<Schedule> => {
  const found = (await readSchedules(s.world.db)).find(each => each.id === id)
  if (!found) throw new Error('The schedule is gone.')
  return found
}

/** The schedule, once it is like this. */
const once = (s: Scenario, id: string, isSo: (schedule: Schedule) => boolean): Promise<Schedule> =>
  s.world.until('the schedule', async () => {
    const schedule = await find(s, id)
    return isSo(schedule) && schedule
  })

const sessionOf = (s: Scenario, { lastRun }: Schedule): Scenario =>
  new Scenario(s.world, s.server, lastRun?.sessionId ?? '')

describe('a schedule', () => {
  test('runs once for all times that were missed, in a session of its own, with an hour for it', async () => {
    const s = await scenario()
    const id = await schedules(s, [done])
    const { nextAt } = await find(s, id)
    await s.world.passes(5 * DAY_MS)
    const after = await once(s, id, ({ lastRun }) => lastRun?.completion === 'succeeded')
    expect(after).toMatchObject({ runs: 1, lastRun: { status: 'ended' } })
    expect(Date.parse(after.nextAt ?? '') - Date.parse(nextAt ?? '')).toBe(5 * DAY_MS)
    const { session, lastRun } = await sessionOf(s, after).view()
    expect([session.title, lastRun?.limits.activeMs, lastRun?.by]).toEqual([
      'Nightly',
      3_600_000,
      { id: OWNER.id, name: 'Nightly (Owner)', schedule: { id, name: 'Nightly', unattended: 'wait' } },
    ])
  })

  test('runs one at a time: what falls due while its call waits follows, once; by hand it keeps its times', async () => {
    const s = await scenario()
    const id = await schedules(s, [write, done], { sessionKey: 'nightly' })
    const { nextAt } = await find(s, id)
    const first = ok(await runSchedule(s.deps, { id, person: OWNER }))
    expect([first.nextAt, first.runs]).toEqual([nextAt, 1])
    const session = sessionOf(s, first)
    await session.waitsOn('gated_write')
    refused(await runSchedule(s.deps, { id, person: OWNER }), 'already_started')
    await s.world.passes(3 * DAY_MS)
    expect((await find(s, id)).runs).toBe(1)
    await session.approves('gated_write')
    const second = await once(s, id, ({ runs }) => runs === 2)
    expect(second.lastRun?.sessionId).toBe(session.sessionId)
    await session.waitsOn('gated_write')
    await session.stops()
    expect(await once(s, id, ({ isOpen }) => !isOpen)).toMatchObject({
      failures: 0,
      lastRun: { completion: 'unknown' },
    })
  })

  test('that is run by hand again with the same key answers as before, also once it has ended', async () => {
    const s = await scenario()
    const id = await schedules(s, [done])
    const key = { person: OWNER.id, method: 'POST', path: id, key: 'one', bodyHash: '' }
    const first = ok(await runSchedule(s.deps, { id, person: OWNER, once: key }))
    await once(s, id, ({ lastRun }) => lastRun?.status === 'ended')
    expect(await runSchedule(s.deps, { id, person: OWNER, once: key })).toEqual(first)
    expect(await s.world.db.run.count()).toBe(1)
  })

  test('whose run is gone or cannot be read keeps no other from running', async () => {
    const s = await scenario()
    const [gone, unreadable, other] = [
      await schedules(s, [done]),
      await schedules(s, [done]),
      await schedules(s, [done]),
    ]
    for (const id of [gone, unreadable]) {
      ok(await runSchedule(s.deps, { id, person: OWNER }))
      await once(s, id, ({ isOpen }) => !isOpen)
    }
    await sessionOf(s, await find(s, gone)).deletes()
    await s.world.db.schedule.update({ where: { id: gone }, data: { runs: 0 } })
    const { lastRun } = await find(s, unreadable)
    await s.world.db.run.update({ where: { id: lastRun?.runId ?? '' }, data: { limits: 'none' } })
    await s.world.passes(DAY_MS)
    await once(s, other, ({ runs, isOpen }) => runs === 1 && !isOpen)
    expect(await once(s, gone, ({ runs, isOpen }) => runs === 1 && !isOpen)).not.toHaveProperty('lastRun')
    expect(await find(s, unreadable)).toMatchObject({ unreadable: true })
    refused(await runSchedule(s.deps, { id: unreadable, person: OWNER }), 'unavailable')
  })

  test('that fails waits longer each time, is paused after ten in a row, and begins anew when it is switched on', async () => {
    const s = await scenario()
    const id = await schedules(s, [broken], { cron: '* * * * *' })
    for (let failures = 1; failures < 10; failures += 1) {
      await s.world.passes(3_660_000)
      const failed = await once(s, id, row => row.failures === failures)
      expect(failed).toMatchObject({ runs: failures, isOpen: false, whyMessage: { code: 'schedule.failed' } })
    }
    await s.world.passes(3_660_000)
    const paused = await once(s, id, row => !row.enabled)
    expect(paused).toMatchObject({ nextAt: null, runs: 10, whyMessage: { code: 'schedule.paused' } })
    const again = ok(await setSchedule(s.deps, { id, patch: { enabled: true }, person: OWNER }))
    expect([again.failures, again.why, again.nextAt === null]).toEqual([0, undefined, false])
  })

  test('that cannot begin is tried again, also where it was to run once', async () => {
    const s = await scenario()
    const at = new Date(Date.now() + s.world.clock.offsetMs + DAY_MS).toISOString()
    const id = await schedules(s, [done], { cron: null, at })
    const settings = { model: 'scripted:replay', workspace: '../elsewhere' }
    await s.world.db.schedule.update({ where: { id }, data: { settings } })
    await s.world.passes(DAY_MS)
    const failed = await once(s, id, ({ failures }) => failures === 1)
    expect(failed).toMatchObject({ runs: 0, nextAt: expect.any(String), enabled: true })
    await s.world.db.schedule.update({ where: { id }, data: { settings: { model: 'scripted:replay' } } })
    await s.world.passes(60_000)
    const after = await once(s, id, ({ lastRun }) => lastRun?.completion === 'succeeded')
    expect([after.nextAt, after.runs]).toEqual([null, 1])
  })

  test('may deny what would ask, at once and in its name, and nothing else', async () => {
    const s = await scenario()
    await hooks(s, says({ ask: true }), { point: 'tool_start' })
    const turns = [call('gated_read', { name: 'a!' }), write, done]
    const id = await schedules(s, turns, { unattended: 'deny', settings: { mode: 'auto' } })
    const first = ok(await runSchedule(s.deps, { id, person: OWNER }))
    const ended = await once(s, id, ({ lastRun }) => lastRun?.status === 'ended')
    expect(ended.lastRun).toMatchObject({ runId: first.lastRun?.runId, completion: 'succeeded' })
    const calls = await s.world.db.call.findMany({ where: { sessionId: first.lastRun?.sessionId ?? '' } })
    const by = { type: 'schedule', id, name: 'Nightly' }
    const denied = { state: 'settled', reason: { by, code: 'reason.unattended' }, result: { kind: 'denied' } }
    expect(calls).toMatchObject([denied, denied])
    expect(s.gates.ledger).toEqual([])
  })

  test('denies also what a hook asks about just before it begins', async () => {
    const s = await scenario()
    // The first is asked again, since the second makes other arguments.
    const asks = `grep -q '"name":"b' && echo '{"ask":true}' || true`
    await hooks(s, asks, { point: 'tool_start', name: 'guard', priority: 1 })
    await hooks(s, says({ arguments: { name: 'b!' } }), { point: 'tool_start' })
    const turns = [call('gated_read', { name: 'a!' }), done]
    const id = await schedules(s, turns, { unattended: 'deny', settings: { mode: 'auto' } })
    const { lastRun } = ok(await runSchedule(s.deps, { id, person: OWNER }))
    await once(s, id, row => row.lastRun?.status === 'ended')
    const { sessionId } = lastRun ?? {}
    expect(await s.world.db.call.findMany({ where: { sessionId } })).toMatchObject([
      { state: 'settled', reason: { code: 'reason.unattended' }, result: { kind: 'denied' } },
    ])
    expect(s.gates.ledger).toEqual([])
  })

  test('begins once, however many processes see that it is due', async () => {
    const s = await scenario()
    await Promise.all([s.world.startServer(), s.world.startServer()])
    const ids = await Promise.all(Array.from({ length: 6 }, () => schedules(s, [done])))
    for (let runs = 1; runs <= 2; runs += 1) {
      await s.world.passes(DAY_MS)
      await Promise.all(ids.map(id => once(s, id, row => row.runs === runs && !row.isOpen)))
    }
    expect(await s.world.db.run.count()).toBe(12)
  })
})
