import { expect, test } from 'vitest'
import { usageReport } from '@/lib/store/session/usage-report'
import { type HttpStory, httpStory } from '@/test/http/http-story'
import { call } from '@/test/world/scenario'

const DAY_MS = 86_400_000

test('what was used takes no longer than in proportion to how much there is', async () => {
  const s = await httpStory()
  const { runId } = await s.plays([call('write_file', { path: 'a.txt', content: 'A' }), { text: 'Done.' }])
  await s.decides(await s.waits())
  await s.ends(runId)
  await copies(s, 500)
  const few = await bestTime(s)
  await copies(s, 4_500)
  const many = await bestTime(s)
  expect((await s.does('readUsage', { query: { groupBy: 'day' } })).total).toMatchObject({
    requests: 5_002,
    calls: 5_001,
  })
  expect(many / few).toBeLessThan(30)
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
