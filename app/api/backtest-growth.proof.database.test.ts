import { expect, test } from 'vitest'
import { decidedStatement } from '@/lib/store/policy/rule'
import { type HttpStory, httpStory } from '@/test/http/http-story'
import { call } from '@/test/world/scenario'

const CALLS = 100_000

test('a rule is tried on a hundred thousand calls page by page in their order, and says where it stopped', async () => {
  const s = await httpStory()
  const { runId } = await s.plays([call('write_file', { path: 'a.txt', content: 'A' }), { text: 'Done.' }])
  await s.decides(await s.waits())
  await s.ends(runId)
  await copies(s)
  const body = {
    rule: {
      effect: 'allow',
      tool: 'write_file',
      matchers: [{ argument: '/path', kind: 'exact', value: 'a.txt' }],
    },
  }
  const tried = await s.does('backtestRule', { body })
  expect(tried.considered).toBeGreaterThan(200)
  expect(tried.counts.allowed).toBe(tried.considered)
  expect(tried.stopped).toBe(tried.considered < CALLS)
  const since = new Date(Date.now() - 90 * 86_400_000).toISOString()
  for (const tool of ['write_file', 'rare_tool', 'write_*']) {
    const statement = decidedStatement({ tool, since, before: undefined, limit: 200 })
    const rows = await s.world.db.$queryRaw<Record<string, string>[]>`EXPLAIN ${statement}`
    const plan = rows.flatMap(row => Object.values(row)).join('\n')
    expect(plan).toMatch(/Index Scan( Backward)? using "Call_/)
    expect(plan).not.toContain('Sort')
  }
})

/** As many Calls more, each approved by a person, as the one that there is. Their ids tell when they were made. */
const copies = ({ world }: HttpStory): Promise<void> =>
  world.touches(
    `CREATE TEMPORARY TABLE copy ON COMMIT DROP AS
      SELECT gen_random_uuid() AS id, n, (lpad(to_hex((extract(epoch FROM now()) * 1000)::bigint - n * 1000), 12, '0')
        || '7' || substr(md5(n::text), 1, 3) || '8' || substr(md5(n::text), 4, 15))::uuid AS "callId"
      FROM generate_series(1, ${CALLS}) n`,
    `INSERT INTO "CallSet" SELECT p.* FROM copy c, "CallSet" s,
        jsonb_populate_record(s, jsonb_build_object('id', c.id, 'request', c.n + 10)) p WHERE s.request = 1`,
    `INSERT INTO "Call" SELECT p.* FROM copy c, "Call" t JOIN "CallSet" s ON s.id = t."setId",
        jsonb_populate_record(t, jsonb_build_object('id', c."callId", 'setId', c.id)) p WHERE s.request = 1`,
    `INSERT INTO "Decision" SELECT p.* FROM copy c, "Decision" d JOIN "Call" t ON t.id = d."callId"
        JOIN "CallSet" s ON s.id = t."setId",
        jsonb_populate_record(d, jsonb_build_object('id', c.id, 'callId', c."callId")) p WHERE s.request = 1`,
    'ANALYZE "CallSet", "Call", "Decision"',
  )
