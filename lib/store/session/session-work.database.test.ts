import { expect, test } from 'vitest'
import { insertBlobs } from '@/lib/store/call/contents'
import { call, scenario } from '@/test/world/scenario'
import { Rows } from '../connection/rows'
import { swapSession } from './session'
import { readSession, readSessionOfSet } from './session-work'

async function waiting() {
  const s = await scenario()
  await s.plays([call('write_file', { path: 'a.txt', content: 'a' })])
  const set = await s.waitsOn('write_file')
  await s.world.until('a rest', async () => s.server.pool.active() === 0)
  s.isChecked = false
  const found = await readSession(s.world.sql, s.sessionId)
  if (!found) throw new Error('There is no session.')
  return { s, set, found }
}

test('a session is read with all that there is to do in it, by itself or by its set', async () => {
  const { s, set, found } = await waiting()
  expect(found.work.calls.map(({ tool, state }) => [tool, state])).toEqual([['write_file', 'waiting']])
  const ofSet = await readSessionOfSet(s.world.sql, set.id)
  expect(ofSet?.set).toEqual(set)
  expect(ofSet?.row).toEqual(found.row)
  expect(ofSet?.work).toEqual(found.work)
  expect(await readSessionOfSet(s.world.sql, s.sessionId)).toBeNull()
})

test('a session is not read anew where it is as it was left: by its version, the end of its record and the policy', async () => {
  const { s, set, found } = await waiting()
  const { db, sql } = s.world
  const reads = (change: object = {}) => {
    const recent = { ...found, row: { ...found.row, title: 'As it was left', ...change } }
    return readSessionOfSet(sql, set.id, { recent })
  }
  const known = await reads()
  expect([known?.row.title, known?.set]).toEqual(['As it was left', set])
  const { version, head } = found.row
  for (const change of [{ version: version - 1 }, { head: `${head}0` }, { signature: '' }])
    expect((await reads(change))?.row).toEqual(found.row)
  await db.$executeRaw`UPDATE "Installation" SET "policyVersion" = "policyVersion" + 1`
  expect((await reads())?.row).toEqual(found.row)
})

test('of two who write what they read, the second writes nothing', async () => {
  const { s, found } = await waiting()
  const { db, sql } = s.world
  const writes = (text: string) => {
    const rows = new Rows()
    insertBlobs(rows, s.sessionId, [{ hash: text, text }])
    const row = { ...found.row, version: found.row.version + 1, requests: 77 }
    return swapSession(sql, { before: found.row, policyVersion: found.policyVersion, row, rows })
  }
  const swapped = await Promise.all([writes('one'), writes('other')])
  expect(swapped.sort()).toEqual([false, true])
  expect(await db.blob.count({ where: { sessionId: s.sessionId, hash: { in: ['one', 'other'] } } })).toBe(1)
  expect((await readSession(sql, s.sessionId))?.row).toMatchObject({
    version: found.row.version + 1,
    requests: 77,
  })
})

test('who holds the lease of before writes nothing', async () => {
  const { s, found } = await waiting()
  await s.world.db
    .$executeRaw`UPDATE "SessionHead" SET "leaseEpoch" = "leaseEpoch" + 1 WHERE "sessionId" = ${s.sessionId}::uuid`
  const { row: before, policyVersion } = found
  const swap = { before, policyVersion, row: { ...before, requests: 77 }, rows: new Rows() }
  expect(await swapSession(s.world.sql, swap)).toBe(false)
})
