import { describe, expect, test } from 'vitest'
import { scenario } from '@/lib/testing/scenario'
import { createWorld } from '@/lib/testing/world'
import { dueSessions, isHolderGone, orphanedSessions, renewLease } from './lease'
import { openPresence } from './presence'

const silent = () => undefined

describe('the advisory lock of a process', () => {
  test('says that it lives, to everybody who asks, until its connection ends', async () => {
    const { db, url } = await createWorld()
    const presence = await openPresence({ url, holder: 42n, log: silent })
    expect(await db.$transaction(tx => isHolderGone(tx, 42n))).toBe(false)
    await presence.close()
    expect(await db.$transaction(tx => isHolderGone(tx, 42n))).toBe(true)
  })

  test('tells two who ask at the same time the same', async () => {
    const { db } = await createWorld()
    const both = await db.$transaction(async one => [
      await isHolderGone(one, 42n),
      await db.$transaction(two => isHolderGone(two, 42n)),
    ])
    expect(both).toEqual([true, true])
  })

  test('is taken anew when the connection breaks, and whoever relied on it hears of that', async () => {
    const { db, url, until } = await createWorld()
    const presence = await openPresence({ url, holder: 42n, log: silent })
    const lost = new Promise<void>(resolve => void presence.onLost(resolve))
    await db.$queryRaw`SELECT pg_terminate_backend(pid)::text FROM pg_stat_activity
      WHERE application_name = 'countersign presence' AND datname = current_database()`
    await lost
    await until('the lock', async () => !(await db.$transaction(tx => isHolderGone(tx, 42n))))
    await presence.close()
  })
})

describe('a lease', () => {
  /** By a process that is gone; no other is there to take the session. */
  async function held(epoch: number) {
    const s = await scenario()
    await s.server.stop()
    const { db } = s.world
    const where = { id: s.sessionId }
    await db.session.update({ where, data: { leaseEpoch: epoch, leaseHolder: 42n, leaseUntil: new Date(0) } })
    const renew = (given: number) => renewLease(db, { sessionId: s.sessionId, epoch: given, ms: 6000 })
    return { s, db, where, renew }
  }

  test('is renewed by its own epoch only, and tells which facts there are', async () => {
    const { db, where, renew } = await held(7)
    expect(await renew(6)).toBeNull()
    expect(await renew(8)).toBeNull()
    const { version } = await db.session.findUniqueOrThrow({ where })
    expect(await renew(7)).toBe(version)
    const { leaseUntil, wakeAt } = await db.session.findUniqueOrThrow({ where })
    expect(leaseUntil).toEqual(wakeAt)
    expect(leaseUntil?.getTime()).toBeGreaterThan(0)
  })

  test('that was given back cannot be renewed', async () => {
    const { db, where, renew } = await held(7)
    await db.session.update({ where, data: { leaseHolder: null } })
    expect(await renew(7)).toBeNull()
  })

  test('of a process that is gone makes its session an orphan, but not for itself', async () => {
    const { s, db } = await held(7)
    expect(await orphanedSessions(db, 1n)).toEqual([s.sessionId])
    expect(await orphanedSessions(db, 42n)).toEqual([])
  })
})

test('sessions are due when their time has come, by the clock that all go by', async () => {
  const s = await scenario()
  await s.server.stop()
  const { db } = s.world
  const due = (limit: number, offsetMs: number) => dueSessions(db, { limit, offsetMs })
  await db.session.updateMany({ data: { wakeAt: null } })
  expect(await due(10, 0)).toEqual({ due: [], nextInMs: null })
  await db.session.updateMany({ data: { wakeAt: new Date(0) } })
  expect(await due(10, 0)).toEqual({ due: [s.sessionId], nextInMs: null })
  expect(await due(0, 0)).toEqual({ due: [], nextInMs: null })
  await db.session.updateMany({ data: { wakeAt: new Date(Date.now() + 3_600_000) } })
  const later = await due(10, 0)
  expect(later.due).toEqual([])
  expect(later.nextInMs).toBeGreaterThan(3_000_000)
  expect(await due(10, 7_200_000)).toEqual({ due: [s.sessionId], nextInMs: null })
})
