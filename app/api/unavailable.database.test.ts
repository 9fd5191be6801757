import { existsSync } from 'node:fs'
import pg from 'pg'
import { expect, test } from 'vitest'
import type { Health } from '@/lib/domain/contract/health'
import { endsConnections, KEPT } from '@/test/database/ends-connections'
import { agreed, ask, refused } from '@/test/http/http-client'
import { about, httpStory, httpWorld } from '@/test/http/http-story'
import { call, calls } from '@/test/world/scenario'
import type { World } from '@/test/world/world'

/** From now on nothing can be added to this table, until there is space again. The server remembers that for a while. */
async function fillDisk({ touches }: World, table: string): Promise<() => Promise<void>> {
  await touches(
    `CREATE OR REPLACE FUNCTION no_space() RETURNS trigger LANGUAGE plpgsql AS
      $$ BEGIN RAISE EXCEPTION 'could not extend file' USING ERRCODE = 'disk_full'; END $$`,
    `CREATE TRIGGER no_space BEFORE INSERT ON "${table}" EXECUTE FUNCTION no_space()`,
  )
  return () => touches(`DROP TRIGGER no_space ON "${table}"`)
}

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
  const makeSpace = await fillDisk(s.world, 'Decision')
  const decide = () =>
    s.tries('decide', { at: set.id, body: { decisions: [about(set.calls[0], { kind: 'approve' })] } })
  expect(refused(await decide(), 'unavailable').detail).toMatch(/disk of the database is full/)
  const { status, problems } = await health(s.url)
  expect([status, problems]).toEqual(['degraded', [expect.stringMatching(/disk of the database was full/)]])
  expect(await s.world.files()).toEqual([])
  await makeSpace()
  expect((await decide()).status).toBe(200)
  await s.ends(runId)
  expect(await s.world.files()).toEqual(['a.txt'])
})

test('a full disk that the work on a session meets is named in Health, and the Run waits for space', async () => {
  const s = await httpStory()
  const { runId } = await s.plays([calls('gated_write a'), { text: 'Done.' }])
  await s.decides(await s.waits())
  await s.world.gates.begins('a')
  expect((await health(s.url)).problems).toEqual([])
  const makeSpace = await fillDisk(s.world, 'Entry')
  s.world.gates.open('a')
  const { problems } = await s.world.until('a server that is not well', async () => {
    const told = await health(s.url)
    return told.status === 'degraded' && told
  })
  expect(problems).toEqual([expect.stringMatching(/disk of the database was full/)])
  await makeSpace()
  expect(await s.ends(runId)).toMatchObject({ stopReason: 'final_text' })
  expect(s.world.gates.ledger).toEqual(['a'])
})

test('a disk with little space left is named in Health before it is full', async () => {
  // File systems that no file can be written to, on Linux and elsewhere.
  const workspace = existsSync('/proc/self') ? '/proc' : '/dev'
  const { url } = await httpWorld({ workspace })
  expect(await health(url)).toMatchObject({
    status: 'degraded',
    disk: { freeBytes: 0 },
    problems: [
      `The disk of the workspace ${workspace} is full or nearly so: 0.0 MB are free. Free some space there.`,
    ],
  })
})
