import { describe, expect, test } from 'vitest'
import { usageReport } from '@/lib/store/session/usage-report'
import { faultsOf, refused } from '@/lib/testing/http/http-client'
import { type HttpStory, httpStory } from '@/lib/testing/http/http-story'
import { call } from '@/lib/testing/world/scenario'

const usage = (s: HttpStory, query: Record<string, string>) => s.does('readUsage', { query })

const DAY_MS = 86_400_000

/** A write that waits for two days before it is approved. */
async function patient(s: HttpStory): Promise<void> {
  const { runId } = await s.plays([call('write_file', { path: 'a.txt', content: 'A' }), { text: 'Done.' }])
  const set = await s.waits()
  await s.world.passes(2 * DAY_MS)
  await s.decides(set)
  await s.ends(runId)
}

describe('what was used', () => {
  test('is told by model, tool and session, and adds up to what its session says', async () => {
    const s = await httpStory({ title: 'Release notes' })
    await patient(s)
    const { usage: spent } = await s.view()
    const { groups, total } = await usage(s, { groupBy: 'model' })
    expect(groups).toMatchObject([{ key: 'scripted:replay', requests: 2, calls: 1, decisions: 1 }])
    expect(total).toMatchObject({ inputTokens: spent.inputTokens, outputTokens: spent.outputTokens })
    expect(total.waitingMs).toBeGreaterThanOrEqual(2 * DAY_MS)
    expect(total.waitingMs).toBeLessThan(2 * DAY_MS + 3_600_000)
    expect(total.decisionMs).toBe(total.waitingMs)
    expect(total.toolMs + total.modelMs).toBeLessThan(3_600_000)
    const tools = await usage(s, { groupBy: 'tool' })
    expect(tools.groups.map(({ key, calls }) => [key, calls])).toEqual([
      ['write_file', 1],
      [null, 0],
    ])
    const sessions = await usage(s, { groupBy: 'session' })
    expect(sessions.groups).toMatchObject([{ key: s.sessionId, title: 'Release notes', requests: 2 }])
    const requests = await usage(s, { groupBy: 'request', sessionId: s.sessionId })
    expect(requests.groups.map(({ key }) => key)).toEqual(['1', '2'])
    const runs = await usage(s, { groupBy: 'run', sessionId: s.sessionId })
    expect(runs.groups).toMatchObject([{ key: '1', requests: 2 }])
    await s.does('deleteSession')
    expect((await usage(s, {})).total).toMatchObject({ requests: 0, calls: 0, waitingMs: 0 })
    refused(await s.tries('readUsage', { query: { sessionId: s.sessionId } }), 'not_found')
  })

  test('costs what the prices were at the time, and what had none is not free', async () => {
    const s = await httpStory()
    const { runId } = await s.plays([{ text: 'Before there were prices.' }])
    await s.ends(runId)
    const before = (await usage(s, {})).total
    expect(before).toMatchObject({ requests: 1, cost: null, unpricedRequests: 1 })
    await s.does('changeModel', { at: 'scripted:replay', body: { prices: { input: 2, output: 10 } } })
    expect((await usage(s, {})).total).toEqual(before)
    await s.ends((await s.plays([{ text: 'Now there are.' }])).runId)
    const { total } = await usage(s, {})
    const [inputTokens, outputTokens] = [
      total.inputTokens - before.inputTokens,
      total.outputTokens - before.outputTokens,
    ]
    expect(total).toMatchObject({ requests: 2, unpricedRequests: 1 })
    expect(total.cost).toBeCloseTo((2 * inputTokens + 10 * outputTokens) / 1e6, 10)
  })

  test('is asked about in days of a time zone that there is', async () => {
    const s = await httpStory()
    const query = { from: '2026-03-29', to: '2026-03-29' }
    for (const timeZone of [
      'UTC',
      'Europe/Berlin',
      'Asia/Kathmandu',
      'Etc/GMT+12',
      'America/Argentina/Ushuaia',
    ])
      expect((await usage(s, { timeZone, ...query })).timeZone).toBe(timeZone)
    expect(faultsOf(await s.tries('readUsage', { query: { ...query, to: '2026-03-28' } }))).toEqual(['/from'])
  })

  test('takes no longer than in proportion to how much there is', async () => {
    const s = await httpStory()
    await patient(s)
    await copies(s, 500)
    const few = await bestTime(s)
    await copies(s, 4_500)
    const many = await bestTime(s)
    expect((await usage(s, { groupBy: 'day' })).total).toMatchObject({ requests: 5_002, calls: 5_001 })
    expect(many / few).toBeLessThan(30)
  })
})

/** As many Requests more, with a Call each, that were as those that there are. */
const copies = ({ world, sessionId }: HttpStory, count: number): Promise<void> =>
  world.touches(
    `CREATE TEMPORARY TABLE copy ON COMMIT DROP AS
      SELECT gen_random_uuid() AS id, gen_random_uuid() AS "callId", ${count} * 10 + n AS number,
        now() - n * interval '1 minute' AS at FROM generate_series(1, ${count}) n`,
    `INSERT INTO "Request" SELECT p.* FROM copy c, "Request" r, jsonb_populate_record(r, jsonb_build_object('id', c.id,
        'number', c.number, 'startedAt', c.at, 'endedAt', c.at + interval '1 second')) p
      WHERE r."sessionId" = '${sessionId}' AND r.number = 1`,
    `INSERT INTO "CallSet" SELECT p.* FROM copy c, "CallSet" s, jsonb_populate_record(s, jsonb_build_object('id', c.id,
        'request', c.number, 'createdAt', c.at)) p WHERE s."sessionId" = '${sessionId}' AND s.request = 1`,
    `INSERT INTO "Call" SELECT p.* FROM copy c, "Call" t JOIN "CallSet" s ON s.id = t."setId",
        jsonb_populate_record(t, jsonb_build_object('id', c."callId", 'setId', c.id,
          'startedAt', c.at + interval '3 seconds', 'endedAt', c.at + interval '4 seconds')) p WHERE s.request = 1`,
    `INSERT INTO "Decision" SELECT p.* FROM copy c, "Decision" d JOIN "Call" t ON t.id = d."callId"
        JOIN "CallSet" s ON s.id = t."setId",
        jsonb_populate_record(d, jsonb_build_object('id', c.id, 'callId', c."callId", 'at', c.at)) p WHERE s.request = 1`,
    'ANALYZE "Request", "CallSet", "Call", "Decision"',
  )

/** The shortest of several: other work on the machine makes them only longer. */
async function bestTime({ world }: HttpStory): Promise<number> {
  const now = new Date(Date.now() + 3 * DAY_MS).toISOString()
  const query = { groupBy: 'day', timeZone: 'Europe/Berlin', limit: 100, now } as const
  const times: number[] = []
  for (let n = 0; n < 5; n += 1) {
    const before = performance.now()
    await usageReport(world.sql, query)
    times.push(performance.now() - before)
  }
  return Math.min(...times)
}
