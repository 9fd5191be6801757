import { expect, test } from 'vitest'
import { deleteSession } from '@/lib/agent/actions/delete-session'
import { changeSession, openSession } from '@/lib/agent/actions/open-session'
import { OWNER } from '@/lib/domain/contract/person'
import type { EventReader } from '@/test/http/event-reader'
import { ok } from '@/test/world/scenario'
import { Watcher } from '@/test/world/watcher'
import type { Server } from '@/test/world/world'
import { takeWorld } from '@/test/world/world-pool'

const open = async (server: Server): Promise<string> =>
  ok(await openSession(server.deps, { settings: { title: 'One' } })).session.id

const rename = async (server: Server, sessionId: string, title: string): Promise<void> => {
  ok(await changeSession(server.deps, { sessionId, patch: { title }, person: OWNER }))
}

const told = (reader: EventReader, sessionId: string): unknown[] =>
  reader.events
    .filter(({ type, data }) => type === 'session.changed' && data.sessionId === sessionId)
    .map(({ data }) => data.seq)

test('several sessions on one connection, each from its own place, without gap or repeat, and a hint of others', async () => {
  const { server } = await takeWorld()
  const watcher = new Watcher(server)
  const [one, two, three] = [await open(server), await open(server), await open(server)]
  for (const title of ['b', 'c']) await rename(server, one, title)
  const follow = [
    { sessionId: one, after: 1 },
    { sessionId: two, after: 1 },
  ]
  const reader = await watcher.live(follow)
  for (const title of ['x', 'y', 'z']) {
    for (const id of [one, two, three]) await rename(server, id, title)
  }
  await reader.until('the last', () => told(reader, one).includes(6) && told(reader, two).includes(4))
  expect(told(reader, one)).toEqual([2, 3, 4, 5, 6])
  expect(told(reader, two)).toEqual([2, 3, 4])
  expect(told(reader, three)).toEqual([])
  await reader.until('a hint of others', events => events.some(({ type }) => type === 'sessions.changed'))
  ok(await deleteSession(server.deps, { sessionId: one, by: 'owner' }))
  await reader.until('the deletion', events =>
    events.some(({ type, data }) => type === 'session.deleted' && data.sessionId === one),
  )
  await rename(server, two, 'Two')
  await reader.until('the change', () => told(reader, two).includes(5))
})

test('who else has a session open is told by every process', async () => {
  const { world, server } = await takeWorld()
  const sessionId = await open(server)
  const other = await world.startServer({ role: 'web' })
  const [ann, bob] = ['Ann', 'Bob'].map(name => ({ id: name, name }))
  const reader = await new Watcher(server).live([{ sessionId, after: 1 }], ann)
  const leaving = new AbortController()
  await new Watcher(other).live([{ sessionId, after: 1 }], bob, leaving.signal)
  const told = (people: unknown[]) =>
    reader.until(`${people.length} people`, events => {
      const last = events.findLast(({ type }) => type === 'presence')
      return JSON.stringify(last?.data) === JSON.stringify({ sessionId, people })
    })
  await told([bob])
  leaving.abort()
  await told([])
})
