import { describe, expect, test } from 'vitest'
import { deleteSession } from '@/lib/agent/actions/delete-session'
import { changeSession, openSession } from '@/lib/agent/actions/open-session'
import { transact } from '@/lib/agent/write/transaction'
import { writeSession } from '@/lib/agent/write/write'
import { OWNER } from '@/lib/domain/contract/person'
import { sessionOf } from '@/lib/store/session/session-status'
import type { EventReader, ReadEvent } from '@/test/http/event-reader'
import { ok, scenario } from '@/test/world/scenario'
import { Watcher } from '@/test/world/watcher'
import type { Server } from '@/test/world/world'
import { takeWorld } from '@/test/world/world-pool'
import { encodeCursor } from './sources'

const rename = (server: Server, sessionId: string, title: string) =>
  changeSession(server.deps, { sessionId, patch: { title }, person: OWNER })

const titleOf = ({ data }: ReadEvent): unknown => (data.session as { title?: unknown } | undefined)?.title
const titles = (reader: EventReader): unknown[] => reader.facts.map(titleOf)

async function open(server: Server, title = 'One'): Promise<string> {
  return ok(await openSession(server.deps, { settings: { title } })).session.id
}

describe('the events of a session', () => {
  test('start now where no place is given, refuse one that is yet to come, and end with the session', async () => {
    const { server } = await takeWorld()
    const watcher = new Watcher(server)
    const sessionId = await open(server)
    const opens = (after: number) =>
      watcher.streams.session({ sessionId, after, signal: new AbortController().signal, person: OWNER })
    expect(await opens(2)).toBe('bad_cursor')
    const reader = await watcher.session(sessionId)
    await reader.until('the id', () => reader.lastId === '1')
    ok(await rename(server, sessionId, 'Two'))
    await reader.until('the change', events => events.length === 1)
    expect(reader.events).toMatchObject([
      { id: '2', type: 'session.changed', data: { session: { title: 'Two' } } },
    ])
    await deleteSession(server.deps, { sessionId, by: 'owner' })
    await reader.end()
    expect(reader.broken).toBeUndefined()
    expect(await opens(0)).toBe('no_session')
  })

  test('end when the client leaves, and when the process ends', async () => {
    const { server } = await takeWorld()
    const watcher = new Watcher(server)
    const sessionId = await open(server)
    const leaving = new AbortController()
    const gone = await watcher.session(sessionId, 0, leaving.signal)
    const staying = await watcher.session(sessionId, 0)
    leaving.abort()
    await gone.end()
    expect(watcher.streams.open).toBe(1)
    await staying.close()
    expect(watcher.streams.open).toBe(0)
    const last = await watcher.session(sessionId, 0)
    watcher.streams.close()
    await last.end()
    const late = await watcher.session(sessionId, 0)
    await late.end()
    expect(watcher.streams.open).toBe(0)
  })
})

describe('the events of all sessions', () => {
  test('carry their session and number, and one cursor that goes on where it was; a foreign one is refused', async () => {
    const { server } = await takeWorld()
    const watcher = new Watcher(server)
    const reader = await watcher.all()
    await reader.until('the id', () => reader.lastId !== undefined)
    const [one, other] = [await open(server, 'One'), await open(server, 'Other')]
    await reader.until('both', events => events.length === 2)
    expect(reader.events.map(({ data }) => [data.sessionId, data.seq, typeof data.at])).toEqual([
      [one, 1, 'string'],
      [other, 1, 'string'],
    ])
    ok(await rename(server, one, 'More'))
    await reader.until('more', events => events.length === 3)
    const again = await watcher.all(reader.events[0]?.id)
    await again.until('the rest', events => events.length === 2)
    expect(again.events).toEqual(reader.events.slice(1))
    const { databaseId } = server.installation
    const place = { xid: 1n, id: 1n, index: 1 }
    for (const after of [
      ...['', 'x', '12', `${encodeCursor(databaseId, place)}=`],
      encodeCursor('0c2b8b0e-0000-4000-8000-000000000000', place),
      encodeCursor(databaseId, { xid: 10n ** 12n, id: 0n, index: 0 }),
    ]) {
      const opened = await watcher.streams.all({ after, deltas: [], signal: new AbortController().signal })
      expect([after, opened]).toEqual([after, 'bad_cursor'])
    }
  })

  test('wait for a transaction that commits late: nothing is skipped, and the order stays', async () => {
    const { server } = await takeWorld()
    const watcher = new Watcher(server)
    const [early, late] = [await open(server, 'Early'), await open(server, 'Late')]
    const reader = await watcher.all()
    await reader.until('the id', () => reader.lastId !== undefined)
    const [written, commit] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    const held = transact<null>(server.deps, undefined, async unit => {
      await writeSession(server.deps, { tx: unit.tx, sessionId: early }, async write => {
        write.emit('session.changed', {
          session: { ...(await sessionOf(write.sql, write.row)), title: 'Held' },
        })
        return null
      })
      written.resolve()
      await commit.promise
      return null
    })
    await written.promise
    ok(await rename(server, late, 'Later'))
    const session = await watcher.session(late, 1)
    await session.until('the later one', () => titles(session).includes('Later'))
    expect(titles(reader)).toEqual([])
    commit.resolve()
    await held
    await reader.until('both', () => titles(reader).includes('Later'))
    expect(titles(reader)).toEqual(['Held', 'Later'])
    const again = await watcher.all(reader.lastId)
    ok(await rename(server, late, 'Last'))
    await again.until('the last', () => titles(again).length > 0)
    expect(titles(again)).toEqual(['Last'])
  })

  test('are told by and by where a foreign transaction is open, without any further note', async () => {
    const { world, server } = await takeWorld()
    const watcher = new Watcher(server)
    const sessionId = await open(server)
    const reader = await watcher.all()
    await reader.until('the id', () => reader.lastId !== undefined)
    const [begun, end] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    const foreign = world.db.$transaction(async tx => {
      await tx.$executeRaw`SELECT pg_current_xact_id()`
      begun.resolve()
      await end.promise
    })
    await begun.promise
    ok(await rename(server, sessionId, 'Two'))
    const late = await watcher.all()
    await late.until('the id', () => late.lastId !== undefined)
    ok(await rename(server, sessionId, 'Three'))
    const session = await watcher.session(sessionId, 1)
    await session.until('the change', () => titles(session).includes('Three'))
    expect(titles(reader)).toEqual([])
    end.resolve()
    await foreign
    await reader.until('the changes', () => titles(reader).includes('Three'))
    expect(titles(reader)).toEqual(['Two', 'Three'])
    await late.until('what came since', () => titles(late).includes('Three'))
    expect(titles(late)).toEqual(['Three'])
  })

  test('tell of a deletion', async () => {
    const { server } = await takeWorld()
    const watcher = new Watcher(server)
    const sessionId = await open(server)
    const reader = await watcher.all()
    await reader.until('the id', () => reader.lastId !== undefined)
    await deleteSession(server.deps, { sessionId, by: 'owner' })
    const deleted = await reader.until('the deletion', events =>
      events.find(e => e.type === 'session.deleted'),
    )
    expect(deleted.data).toMatchObject({ sessionId })
    const again = await watcher.all('0')
    const own = () => again.events.filter(({ data }) => data.sessionId === sessionId).map(({ type }) => type)
    await again.until('the deletion', () => own().includes('session.deleted'))
    expect(own()).toEqual(['session.deleted'])
  })
})

describe('text on its way', () => {
  const slow = [{ text: 'A rather long answer that takes its time.', chunkMs: 40 }]

  test('reaches the watchers of its session only, and who asked for it', async () => {
    const s = await scenario()
    const watcher = new Watcher(s.server)
    const other = await open(s.server)
    const [mine, theirs] = [await watcher.session(s.sessionId), await watcher.session(other)]
    const [all, listening] = [await watcher.all(), await watcher.all(undefined, [s.sessionId])]
    await s.plays(slow)
    await s.ends('final_text')
    for (const reader of [mine, listening, all]) {
      await reader.until('the end', events => events.some(event => event.type === 'run.ended'))
    }
    expect(textOf(mine.events)).toBe(slow[0]?.text)
    expect(textOf(listening.events.filter(({ data }) => data.sessionId === s.sessionId))).toBe(slow[0]?.text)
    expect(theirs.events).toEqual([])
    expect(all.types).not.toContain('text.delta')
  })

  test('is told from its start to a tab that joins in the middle', async () => {
    const s = await scenario()
    const watcher = new Watcher(s.server)
    const text = 'A very long answer. '.repeat(100)
    const first = await watcher.session(s.sessionId)
    await s.plays([{ text, chunkMs: 40 }])
    await first.until('some text', () => textOf(first.events).length > 5)
    const second = await watcher.session(s.sessionId)
    // What is new may come before what has been said so far.
    const isWhole = (told: string) => told.length > 5 && text.startsWith(told)
    await second.until('the text from its start', () => isWhole(textOf(second.events)))
    await s.stops()
    await s.ends('cancelled')
    expect(isWhole(textOf(second.events))).toBe(true)
  })
})

/** What a page makes of pieces by their offsets. */
function textOf(events: ReadEvent[]): string {
  return events
    .filter(event => event.type === 'text.delta')
    .reduce((text, { data }) => text.slice(0, Number(data.offset)) + String(data.text), '')
}
