import { describe, expect, test } from 'vitest'
import { toInstant } from '@/lib/domain/instant'
import { scenario } from '@/test/world/scenario'
import { createWorld } from '@/test/world/world'
import { dueSessions, heldLeases, isHolderGone, openProcessLock, renewLeases } from './lease'

const silent = () => undefined

describe('the advisory lock of a process', () => {
  test('says that it lives, tells two who ask at the same time the same, and is taken anew when its connection breaks', async () => {
    const { db, url, until } = await createWorld()
    const presence = await openProcessLock({ url, holder: 42n, log: silent })
    const isGone = () => db.$transaction(tx => isHolderGone(tx, 42n))
    expect(await isGone()).toBe(false)
    const pids = (): Promise<{ pid: number }[]> => db.$queryRaw`SELECT pid FROM pg_stat_activity
      WHERE application_name = 'countersign presence' AND datname = current_database()`
    const [before] = await pids()
    await db.$queryRaw`SELECT pg_terminate_backend(${before?.pid}::int)`
    await until('another connection', async () => (await pids()).some(({ pid }) => pid !== before?.pid))
    await until('the lock', async () => !(await isGone()))
    await presence.close()
    const both = await db.$transaction(async one => [
      await isHolderGone(one, 42n),
      await db.$transaction(two => isHolderGone(two, 42n)),
    ])
    expect(both).toEqual([true, true])
  })
})

describe('a lease', () => {
  /** By a process that is gone; no other is there to take the session. */
  async function held(epoch: number) {
    const s = await scenario()
    await s.server.stop()
    const { db } = s.world
    const where = { sessionId: s.sessionId }
    await db.sessionHead.update({
      where,
      data: { leaseEpoch: epoch, leaseHolder: 42n, leaseUntil: new Date(0) },
    })
    await db.wake.upsert({ where, create: { ...where, at: new Date(0) }, update: { at: new Date(0) } })
    const renew = async (given: number) => {
      const leases = [{ sessionId: s.sessionId, epoch: given, silentMs: 0 }]
      const [{ sessionId: _, ...renewal } = {}] = await renewLeases(db, { leases, ms: 6000, offsetMs: 0 })
      return renewal
    }
    return { s, db, where, renew }
  }

  test('is renewed by its own epoch only and not while others write it, is seen by all other processes, and not renewed once it was given back', async () => {
    const { s, db, where, renew } = await held(7)
    const lease = { id: s.sessionId, epoch: 7, until: toInstant(0), isHolderGone: true }
    expect(await heldLeases(db, 1n)).toEqual([lease])
    expect(await heldLeases(db, 42n)).toEqual([])
    const taken = { isHeld: false, isTaken: true, version: null }
    expect(await renew(6)).toEqual(taken)
    expect(await renew(8)).toEqual(taken)
    const { version } = await db.sessionHead.findUniqueOrThrow({ where })
    const renewed = { isHeld: true, isTaken: false, version }
    expect(await renew(7)).toEqual(renewed)
    const { leaseUntil } = await db.sessionHead.findUniqueOrThrow({ where })
    const { at } = await db.wake.findUniqueOrThrow({ where })
    expect(leaseUntil).toEqual(at)
    expect(leaseUntil?.getTime()).toBeGreaterThan(0)
    await db.$transaction(async other => {
      await other.$queryRaw`SELECT FROM "SessionHead" WHERE "sessionId" = ${s.sessionId}::uuid FOR UPDATE`
      expect(await renew(7)).toEqual({ ...renewed, version: null })
    })
    await db.sessionHead.update({ where, data: { leaseHolder: null } })
    expect(await renew(7)).toEqual({ isHeld: false, isTaken: false, version: null })
  })
})

test('sessions are due when their time has come, by the clock that all go by', async () => {
  const s = await scenario()
  await s.server.stop()
  const { db } = s.world
  const due = (limit: number, offsetMs: number) => dueSessions(db, { limit, offsetMs })
  const { sessionId } = s
  const wakesAt = async (at: Date) => {
    await db.wake.upsert({ where: { sessionId }, create: { sessionId, at }, update: { at } })
  }
  await db.wake.deleteMany()
  expect(await due(10, 0)).toEqual({ due: [], nextInMs: null })
  await wakesAt(new Date(0))
  expect(await due(10, 0)).toEqual({ due: [s.sessionId], nextInMs: null })
  expect(await due(0, 0)).toEqual({ due: [], nextInMs: null })
  await wakesAt(new Date(Date.now() + 3_600_000))
  const later = await due(10, 0)
  expect(later.due).toEqual([])
  expect(later.nextInMs).toBeGreaterThan(3_000_000)
  expect(await due(10, 7_200_000)).toEqual({ due: [s.sessionId], nextInMs: null })
})
