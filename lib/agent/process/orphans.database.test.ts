// @module-tag invariant
import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import type { Orphan } from '@/lib/domain/run/orphan'
import { findOrphans, putOrphan } from '@/lib/store/run/orphan'
import { call, scenario } from '@/test/world/scenario'
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

test('a write that is approved while another process says that one may still act is held', async () => {
  const s = await scenario()
  await s.plays([call('write_file', { path: 'a.txt', content: 'a' })])
  await s.waitsOn('write_file')
  await putOrphan(s.world.db, orphan, 1n)
  await s.approves('write_file')
  const held = async () => (await s.view()).openSets[0]?.calls[0]
  await s.world.until('the hold', async () => (await held())?.state !== 'waiting')
  expect(await held()).toMatchObject({ state: 'approved', heldBy: { callId: orphan.callId } })
  await s.stops()
})
