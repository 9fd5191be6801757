import { expect, test } from 'vitest'
import { changeSession } from '@/lib/agent/actions/open-session'
import { transact } from '@/lib/agent/write/transaction'
import { writeSession } from '@/lib/agent/write/write'
import { OWNER } from '@/lib/domain/contract/person'
import { findSession } from '@/lib/store/session/session'
import { sessionOf } from '@/lib/store/session/session-status'
import type { ReadEvent } from '@/test/http/event-reader'
import { listen } from '@/test/http/http-client'
import { serveApi } from '@/test/http/http-server'
import { ok, type Scenario, startsSession } from '@/test/world/scenario'
import { createWorld, type Server } from '@/test/world/world'

const SESSIONS = 3
const CHANGES = 6
const END = 'The end'

/** The same numbers each time: 0 ≤ x < `below`. */
function dice(seed: number) {
  let state = seed
  return (below: number): number => {
    state = (state * 1_103_515_245 + 12_345) % 2 ** 31
    return Math.floor((state / 2 ** 31) * below)
  }
}

type Stream = { path: (seen: ReadEvent[]) => string; isWhole: (seen: ReadEvent[]) => boolean }

/** Reads with breaks at any moment, and comes back at any server with the last id that it took in. */
async function read(urls: string[], roll: (below: number) => number, stream: Stream): Promise<ReadEvent[]> {
  const seen: ReadEvent[] = []
  while (!stream.isWhole(seen)) {
    const last = seen.at(-1)?.id
    const headers = { 'last-event-id': last ?? null }
    const url = urls[roll(urls.length)] ?? ''
    const reader = await listen(url, stream.path(seen), headers)
    const most = roll(9)
    await reader.until('more', () => reader.facts.length > most || stream.isWhole([...seen, ...reader.facts]))
    seen.push(...reader.facts.slice(0, most + 1))
    await reader.close()
  }
  return seen
}

const endsIn = (seen: ReadEvent[]): number =>
  seen.filter(({ type, data }) => type === 'session.changed' && JSON.stringify(data).includes(`"${END}"`))
    .length

/** How far each session has been told, as `/api/live` wants to know it. */
const followed = (seen: ReadEvent[], ids: string[]): string =>
  ids.map(id => `${id}:${seen.findLast(({ data }) => data.sessionId === id)?.data.seq ?? 0}`).join(',')

/** Two processes change each session at the same time, while a Run in it goes on. */
async function write(sessions: Scenario[], servers: Server[]): Promise<void> {
  await Promise.all(
    sessions.map(async s => {
      const rename = async (server: Server, title: string) =>
        ok(await changeSession(server.deps, { sessionId: s.sessionId, patch: { title }, person: OWNER }))
      const renames = servers.map(async (server, at) => {
        for (let n = 0; n < CHANGES; n += 1) await rename(server, `Title ${at}.${n}`)
      })
      await s.plays([{ text: 'Word after word. '.repeat(20), chunkMs: 1 }])
      await Promise.all([...renames, s.ends('final_text')])
      await rename(s.server, END)
    }),
  )
}

test('no transaction that wrote something before adds to a session, since its events would come too early among those of all', async () => {
  const world = await createWorld()
  const server = await world.startServer()
  const s = await startsSession(world, server)
  const late = transact<null>(server.deps, undefined, async unit => {
    await unit.tx.$executeRaw`SELECT pg_current_xact_id()`
    return writeSession(server.deps, { tx: unit.tx, sessionId: s.sessionId }, async write => {
      write.emit('session.changed', { session: await sessionOf(write.sql, write.row) })
      return null
    })
  })
  await expect(late).rejects.toThrow('writes a session first')
  expect((await s.view()).seq).toBe(1)
})

test('whoever comes back with its last id, anywhere and at any moment, has every event once', async () => {
  const world = await createWorld()
  const one = await world.startServer()
  const servers = [one, await world.startServer()]
  const urls = await Promise.all(
    servers.map(async server => (await serveApi({ start: async () => server })).url),
  )
  const sessions = await Promise.all(
    Array.from({ length: SESSIONS }, (_, n) => startsSession(world, servers[n % 2] ?? one)),
  )
  const ids = sessions.map(({ sessionId }) => sessionId)
  const own = (id: string): Stream => ({
    path: () => `/api/sessions/${id}/events?after=0`,
    isWhole: seen => endsIn(seen) === 1,
  })
  const all: Stream = { path: () => '/api/events?after=0', isWhole: seen => endsIn(seen) === SESSIONS }
  const live: Stream = {
    path: seen => `/api/live?follow=${followed(seen, ids)}`,
    isWhole: all.isWhole,
  }
  const readers = [...ids.map(own), all, all, live]
  const [seen] = await Promise.all([
    Promise.all(readers.map((stream, n) => read(urls, dice(n + 1), stream))),
    write(sessions, servers),
  ])
  const rows = await Promise.all(ids.map(id => findSession(world.db, { id })))
  const numbers = rows.map(row => Array.from({ length: row?.seq ?? 0 }, (_, n) => n + 1))
  const told = (events: ReadEvent[] = []) =>
    ids.map(id => events.filter(({ data }) => data.sessionId === id).map(({ data }) => data.seq))
  for (const [n] of ids.entries()) {
    expect(seen[n]?.map(({ id }) => Number(id))).toEqual(numbers[n])
    expect(told(seen[n])[n]).toEqual(numbers[n])
  }
  for (const events of seen.slice(SESSIONS)) expect(told(events)).toEqual(numbers)
  const [first, second] = seen.slice(SESSIONS, SESSIONS + 2)
  expect(first).toEqual(second)
  expect(new Set(first?.map(({ id }) => id)).size).toBe(first?.length)
})
