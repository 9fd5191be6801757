import pg from 'pg'
import { expect, test } from 'vitest'
import type { Health } from '@/lib/domain/contract/health'
import { endsConnections, KEPT } from '@/lib/testing/database/ends-connections'
import { agreed, ask, refused } from '@/lib/testing/http/http-client'
import { about, httpStory } from '@/lib/testing/http/http-story'
import { call } from '@/lib/testing/world/scenario'

const health = async (url: string) => agreed('readHealth', await ask(url, 'GET /api/health')) as Health

test('who waits while an administrator ends all connections is told that the database is away, and may come again', async () => {
  const { url, world, current } = await httpStory()
  const ends = await endsConnections(world.adminUrl)
  const locker = new pg.Client({ connectionString: world.adminUrl, application_name: KEPT })
  await locker.connect()
  await locker.query('BEGIN; LOCK TABLE "Memory"')
  const asked = ask(url, 'GET /api/memories')
  const waits = `SELECT 1 FROM pg_locks WHERE NOT granted AND relation = '"Memory"'::regclass`
  while ((await locker.query(waits)).rowCount === 0);
  await ends()
  await locker.end()
  const problem = refused(await asked, 'unavailable')
  expect(problem).toMatchObject({ status: 503, detail: expect.stringContaining('cannot be reached') })
  expect((await ask(url, 'GET /api/memories')).status).toBe(200)
  expect(current.diskFull.isRecent()).toBe(false)
})

test('a full disk is named, nothing runs undecided, and all goes on when there is space again', async () => {
  const s = await httpStory()
  const { runId } = await s.plays([call('write_file', { path: 'a.txt', content: 'A' }), { text: 'Done.' }])
  const set = await s.waits()
  expect(await health(s.url)).toMatchObject({ status: 'ok', disk: { freeBytes: expect.any(Number) } })
  await s.world.db.$executeRawUnsafe(`CREATE FUNCTION no_space() RETURNS trigger LANGUAGE plpgsql AS
    $$ BEGIN RAISE EXCEPTION 'could not extend file' USING ERRCODE = 'disk_full'; END $$`)
  await s.world.db.$executeRawUnsafe(
    'CREATE TRIGGER no_space BEFORE INSERT ON "Decision" EXECUTE FUNCTION no_space()',
  )
  const decide = () => {
    const body = { decisions: [about(set.calls[0], { kind: 'approve' })] }
    return ask(s.url, `POST /api/sets/${set.id}/decisions`, { body })
  }
  expect(refused(await decide(), 'unavailable').detail).toMatch(/disk of the database is full/)
  const { status, problems } = await health(s.url)
  expect([status, problems]).toEqual(['degraded', [expect.stringMatching(/disk of the database was full/)]])
  expect(await s.world.files()).toEqual([])
  await s.world.db.$executeRawUnsafe('DROP TRIGGER no_space ON "Decision"')
  agreed('decide', await decide())
  await s.ends(runId)
  expect(await s.world.files()).toEqual(['a.txt'])
})
