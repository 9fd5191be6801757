import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import { storedLinks } from '@/test/database/stored-record'
import { call, ok, type Scenario, scenario } from '@/test/world/scenario'
import { deleteSession } from '../actions/delete-session'
import { verifyInstallation } from '../export/verify-record'

/** By whoever has come into possession of the server's connection. */
async function asServer(s: Scenario, sql: string): Promise<unknown> {
  const client = new pg.Client({ connectionString: s.world.url })
  onTestFinished(() => client.end())
  await client.connect()
  return client.query(sql)
}

async function approved(): Promise<Scenario> {
  const s = await scenario()
  await s.plays([call('gated_write', { name: 'a!' }), { text: 'Done.' }])
  await s.waitsOn('gated_write')
  await s.approves('gated_write')
  await s.ends('final_text')
  return s
}

test('nothing is deleted with a link that tells something else, with none, or of a session that is not there', async () => {
  const s = await approved()
  for (const [id, hash] of [
    [s.sessionId, `'sha256:${'0'.repeat(64)}'`],
    [s.sessionId, 'NULL'],
    [randomUUID(), 'NULL'],
  ])
    await expect(asServer(s, `SELECT delete_session('${id}', now(), ${hash}, '')`)).rejects.toThrow(
      /is recorded as it is|no rows/,
    )
  expect(await verifyInstallation(s.server.deps)).toMatchObject({ ok: true })
  expect(await s.world.db.session.count()).toBe(1)
})

test('a session is deleted with all that was recorded in it, and the record of the installation tells so', async () => {
  const s = await approved()
  const kept = await storedLinks(s.world.db, s.sessionId)
  ok(await deleteSession(s.server.deps, { sessionId: s.sessionId, by: 'owner' }))
  for (const table of ['event', 'entry', 'decision', 'request', 'call'] as const) {
    const where = table === 'event' ? { chain: s.sessionId } : { sessionId: s.sessionId }
    expect(await (s.world.db[table] as typeof s.world.db.event).count({ where: where as object })).toBe(0)
  }
  const last = (await storedLinks(s.world.db, 'installation')).at(-1)
  expect(last).toMatchObject({ type: 'session.deleted' })
  expect(JSON.parse(last?.payload ?? '')).toEqual({
    sessionId: s.sessionId,
    seq: kept.length,
    head: kept.at(-1)?.hash,
  })
  expect(await verifyInstallation(s.server.deps)).toMatchObject({ ok: true })
})
