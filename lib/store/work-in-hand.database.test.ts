import { expect, test } from 'vitest'
import { isSomebodyWaiting } from '@/lib/testing/is-somebody-waiting'
import { call, scenario } from '@/lib/testing/scenario'
import { lockWork } from './work-in-hand'

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
