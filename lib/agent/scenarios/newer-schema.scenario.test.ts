import { expect, test } from 'vitest'
import { addEvent } from '@/test/database/newer-event'
import { calls, refused, scenario } from '@/test/world/scenario'
import { Watcher } from '@/test/world/watcher'

const done = { text: 'Done.' }

test('a program that is older than the schema tells what there is, and works on nothing', async () => {
  const s = await scenario()
  await s.plays([calls('gated_write a', 'gated_write b!'), done])
  await s.waitsOn('gated_write', 'gated_write')
  await s.approves('gated_write a')
  await s.gates.begins('a')
  s.server.kill9()
  await s.world.db.$executeRaw`
    INSERT INTO _prisma_migrations (id, checksum, migration_name, finished_at)
    VALUES ('later', '', '29990101000000_later', now())`
  const { sessionId } = s
  const seq = await addEvent(s.world, { sessionId, type: 'call.delegated', payload: '{"call":{"id":"a"}}' })
  s.isChecked = false // its fold knows no such event
  s.server = await s.world.startServer()
  s.server.errors.splice(0)
  await s.world.passes(60_000)
  const reader = await new Watcher(s.server).session(sessionId, 0)
  await reader.until('all of it', events => events.length === seq)
  expect(reader.events.at(-1)).toMatchObject({ type: 'call.delegated', data: { unknown: true } })
  refused(await s.rules('gated_write b!', { kind: 'approve' }), 'unavailable')
  const view = await s.view()
  expect(view).toMatchObject({ seq, pendingSet: { calls: [{ state: 'executing' }, { state: 'waiting' }] } })
  expect(s.gates.begun).toEqual(['a'])
})
