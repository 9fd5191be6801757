import { expect, test } from 'vitest'
import { OWNER } from '@/lib/domain/contract/person'
import { dueSessions } from '@/lib/store/installation/lease'
import { calls, scenario, startsSession } from '@/test/world/scenario'
import { changeSettings } from '../actions/change-settings'

const done = { text: 'Done.' }

test('all processes together work on no more runs than is set, and the next begins when one ends', async () => {
  const s = await scenario()
  const other = await s.world.startServer()
  await changeSettings(s.server.deps, { patch: { maxRuns: 1 }, person: OWNER })
  await s.plays([calls('gated_write a'), done])
  await s.waitsOn('gated_write')
  await s.approves('gated_write')
  await s.gates.begins('a')
  const second = await startsSession(s.world, other)
  await second.plays([calls('gated_write b!'), done])
  expect((await second.view()).activeRun?.status).toBe('queued')
  const stopped = await startsSession(s.world, other)
  const { runId } = await stopped.plays([done])
  await stopped.stops()
  await stopped.ends('cancelled', runId)
  // What is held stays somebody's to take, should its holder leave it behind.
  const { due } = await dueSessions(s.server.deps.sql, { limit: 10, offsetMs: 60_000 })
  expect(due).toEqual([s.sessionId])
  s.gates.open('a')
  await s.ends('final_text')
  await second.waitsOn('gated_write')
  await second.approves('gated_write')
  await second.ends('final_text')
  expect(s.gates.ledger).toEqual(['a', 'b!'])
})
