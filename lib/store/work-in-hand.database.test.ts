import { expect, test } from 'vitest'
import { isSomebodyWaiting } from '@/lib/testing/is-somebody-waiting'
import { call, scenario } from '@/lib/testing/scenario'
import { lockVersion, Moved } from './session'
import { lockWork, seeSet } from './work-in-hand'

test('who gets the lock at once gets the work with it; who had to wait reads it anew', async () => {
  const s = await scenario()
  await s.plays([call('write_file', { path: 'a.txt', content: 'a' })])
  await s.waitsOn('write_file')
  const { db, until } = s.world
  const atOnce = await db.$transaction(tx => lockWork(tx, s.sessionId))
  expect(atOnce?.work?.atWork?.calls.map(({ tool, state }) => [tool, state])).toEqual([
    ['write_file', 'waiting'],
  ])
  const waited = await db.$transaction(async first => {
    await first.$executeRaw`UPDATE "Session" SET version = 77 WHERE id = ${s.sessionId}::uuid`
    const second = db.$transaction(tx => lockWork(tx, s.sessionId))
    await until('the wait', () => isSomebodyWaiting(db))
    return { second }
  })
  const locked = await waited.second
  expect(locked?.row.version).toBe(77)
  expect(locked?.work).toBeNull()
})

test('a set is seen with all that its session has to do, and locked only as long as that is so', async () => {
  const s = await scenario()
  await s.plays([call('write_file', { path: 'a.txt', content: 'a' })])
  const set = await s.waitsOn('write_file')
  await s.world.until('a rest', async () => s.server.waker.active() === 0)
  const { db } = s.world
  const seen = await seeSet(db, set.id)
  const locked = await db.$transaction(tx => lockWork(tx, s.sessionId))
  if (!seen || !locked) throw new Error('There is no session.')
  expect(seen.set).toEqual(set)
  expect(seen.row).toEqual(locked.row)
  expect(seen.work).toEqual(locked.work)
  const { id } = seen.row
  const locks = () => db.$transaction(tx => lockVersion(tx, { id, version: seen.version }))
  await locks()
  await locks()
  await db.$executeRaw`UPDATE "Session" SET version = version WHERE id = ${id}::uuid`
  await expect(locks()).rejects.toThrow(Moved)
})

test('a set that is not there is not seen', async () => {
  const s = await scenario()
  expect(await seeSet(s.world.db, s.sessionId)).toBeNull()
})
