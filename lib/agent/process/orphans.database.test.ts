// @module-tag invariant
import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import type { Orphan } from '@/lib/domain/run/orphan'
import { findOrphans } from '@/lib/store/run/orphan'
import { createWorld } from '@/test/world/world'
import { Orphans } from './orphans'

const GONE_MS = 4_000
const acting = new Promise(() => undefined)
const orphan: Orphan = {
  callId: randomUUID(),
  sessionId: randomUUID(),
  tool: 'write_file',
  workspace: '',
  startedAt: '2026-11-25T12:00:00.000Z',
}

/** Two processes; the connection by which either is seen to live is broken all the while. */
async function two() {
  const { db } = await createWorld()
  const clock = { ms: 0 }
  const process = (holder: bigint) =>
    new Orphans({ db, holder, now: () => clock.ms, goneMs: GONE_MS, log: message => expect.fail(message) })
  const passes = (ms: number): void => {
    clock.ms += ms
  }
  return { db, one: process(1n), other: process(2n), passes }
}

test('what may still act holds back others for as long as its process says so, by whatever connection', async () => {
  const { db, one, other, passes } = await two()
  await one.note(orphan, acting)
  await other.sweep()
  for (let round = 0; round < 3; round += 1) {
    passes(GONE_MS)
    await one.sweep()
    await other.sweep()
    expect(other.in('', await findOrphans(db))).toEqual([orphan])
  }
})

test('and no longer, once that says nothing', async () => {
  const { db, one, other, passes } = await two()
  await one.note(orphan, acting)
  await other.sweep()
  passes(GONE_MS - 1)
  await other.sweep()
  expect(other.in('', await findOrphans(db))).toEqual([orphan])
  passes(1)
  await other.sweep()
  expect(other.in('', await findOrphans(db))).toEqual([])
  await one.sweep()
  expect(other.in('', await findOrphans(db))).toEqual([orphan])
})
