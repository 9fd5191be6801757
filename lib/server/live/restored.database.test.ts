import { expect, test } from 'vitest'
import { changeSession, openSession } from '@/lib/agent/actions/open-session'
import { OWNER } from '@/lib/domain/contract/person'
import { ok } from '@/test/world/scenario'
import { Watcher } from '@/test/world/watcher'
import { createWorld, type Server, type World } from '@/test/world/world'
import { encodeCursor } from './sources'

const rename = async (server: Server, sessionId: string, title: string) =>
  ok(await changeSession(server.deps, { sessionId, patch: { title }, person: OWNER }))

/** Every place that a client of this process may hold. */
async function placesOf(world: World, server: Server): Promise<string[]> {
  const rows = await world.db.event.findMany({ orderBy: { id: 'asc' }, select: { xid: true, id: true } })
  return rows.map(row => encodeCursor(server.installation.databaseId, { ...row, index: 1 }))
}

/** As a dump finds itself in a cluster that has begun fewer transactions than the one it comes from. */
const fromAnElderCluster = (world: World) => world.touches('UPDATE "Event" SET xid = xid + 1000000000')

const isNoPlace = async (watcher: Watcher, after: string) =>
  (await watcher.streams.all({ after, deltas: [], signal: new AbortController().signal })) === 'bad_cursor'

test('after a restore in another cluster all events are told in order, and what happens next is live', async () => {
  const world = await createWorld()
  const before = await world.startServer()
  const one = ok(await openSession(before.deps, { settings: { title: 'One' } })).session.id
  const other = ok(await openSession(before.deps, { settings: { title: 'Other' } })).session.id
  await rename(before, one, 'One again')
  const old = await placesOf(world, before)
  await before.stop()

  await fromAnElderCluster(world)
  const [after, web] = await Promise.all([world.startServer(), world.startServer({ role: 'web' })])
  expect(web.installation.databaseId).toBe(after.installation.databaseId)
  expect(after.installation.databaseId).not.toBe(before.installation.databaseId)
  const watcher = new Watcher(after)
  const reader = await watcher.all('0')
  await reader.until('what there was', events => events.length === 3)
  await rename(after, other, 'Other again')
  await reader.until('what is new', events => events.length === 4)
  expect(reader.events.map(({ data }) => [data.sessionId, data.seq])).toEqual([
    ...[
      [one, 1],
      [other, 1],
      [one, 2],
    ],
    [other, 2],
  ])
  const again = await watcher.all(reader.events[1]?.id)
  await again.until('the rest', events => events.length === 2)
  expect(again.events).toEqual(reader.events.slice(2))
  for (const place of old) expect(await isNoPlace(watcher, place)).toBe(true)
})

test('where nothing was restored a start leaves all places as they are', async () => {
  const world = await createWorld()
  const before = await world.startServer()
  const { id } = ok(await openSession(before.deps, { settings: {} })).session
  const places = await placesOf(world, before)
  await before.stop()
  const after = await world.startServer()
  const again = await new Watcher(after).all(places.at(-1))
  await rename(after, id, 'Two')
  await again.until('the second', events => events.length === 1)
  expect(again.events[0]?.data.seq).toBe(2)
})
