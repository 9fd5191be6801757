import type { Event, Fact, StreamEvent } from '@/lib/domain/session/event'
import { isKnownEvent, UNKNOWN_EVENT } from '@/lib/domain/session/event-kind'
import { type Database, inSnapshot } from '@/lib/store/connection/database'
import type { Sql } from '@/lib/store/connection/sql'
import { allEventsAfter, END_OF_ROW, eventsAfter, isFollowed, type Position } from '@/lib/store/record/event'
import { findSession } from '@/lib/store/session/session'
import { isSmall } from '@/lib/text/json/json-pieces'
import type { Framed, LogSource, Page } from './log-follower'
import { frame, longFrame } from './sse-connection'

type Reading = { db: Database; sql: Sql; databaseId: string; log: (message: string, error: unknown) => void }

/** Events that are read at a time; each may hold megabytes. */
const PAGE = 50

/** The Events of one session, by sequence number, until it is deleted. */
export const sessionEvents = (reading: Reading, sessionId: string): LogSource<number> => ({
  log: reading.log,
  compare: (one, other) => one - other,
  follows: (next, last) => next === last + 1,
  read: async (after): Promise<Page<number>> => {
    const events = await eventsAfter(reading.sql, sessionId, { after, limit: PAGE })
    const isGone = events.length === 0 && (await findSession(reading.db, { id: sessionId })) === null
    return { frames: await eachOf(events, framedEvent), next: isGone ? 'gone' : endOf(events) }
  },
})

/** The Events of all sessions, in an order in which one that commits late comes late. */
export const allEvents = (reading: Reading): LogSource<Position> => ({
  log: reading.log,
  compare: comparePositions,
  read: after =>
    inSnapshot(reading.db, async (tx): Promise<Page<Position>> => {
      const events = await allEventsAfter(tx, after, PAGE)
      const isWhole = events.length < PAGE
      const last = events.at(-1)?.position ?? after
      return {
        frames: await eachOf(events, async ({ event, position }) => {
          return { position, bytes: await framer(event, encodeCursor(reading.databaseId, position)) }
        }),
        next: isWhole && (await isFollowed(tx, last)) ? 'later' : endOf(events),
      }
    }),
})

/** Facts that were committed here just now, as they would be read; none where they are long: those are read in pieces. */
export function framesOf(sessionId: string, facts: Fact[]): Framed<number>[] {
  if (!facts.every(({ data }) => isSmall(data))) return []
  return facts.map(fact => {
    const event = { ...fact, sessionId } as Event
    return { position: fact.seq, bytes: () => frame(toFrame(event, String(fact.seq))) }
  })
}

/** One that nobody can listen for by its name is also told under a name that they can. */
async function framedEvent(event: StreamEvent): Promise<Framed<number>> {
  const id = String(event.seq)
  const framed = { position: event.seq, bytes: await framer(event, id) }
  if (isKnownEvent(event)) return framed
  const { type, data, ...rest } = event
  return { ...framed, named: await framer({ ...rest, type: UNKNOWN_EVENT, data: { ...data, type } }, id) }
}

const endOf = (page: unknown[]): 'more' | 'end' => (page.length < PAGE ? 'end' : 'more')

/** Short ones are made for whoever takes them; long ones now, since that takes many turns. */
async function framer(event: StreamEvent, id: string): Promise<() => Uint8Array> {
  const fields = toFrame(event, id)
  if (isSmall(event.data)) return () => frame(fields)
  const bytes = await longFrame(fields)
  return () => bytes
}

/** `data` are the Event's own, where it stands, and when it happened. */
const toFrame = ({ type, sessionId, seq, at, data }: StreamEvent, id: string) => {
  return { id, event: type, data: { sessionId, seq, ...data, at } }
}

/** One after the other: each may be long. */
async function eachOf<T, U>(items: T[], make: (item: T) => Promise<U>): Promise<U[]> {
  const results: U[] = []
  for (const item of items) results.push(await make(item))
  return results
}

/**
 * A place in the order of all sessions' Events, as clients get to hold it: opaque, and of use only with the
 * database that it names.
 */
export const encodeCursor = (databaseId: string, { xid, id, index }: Position): string =>
  toText(`${databaseId} ${xid} ${id} ${index}`)

const toText = (text: string): string => Buffer.from(text).toString('base64url')

/** Null for what is no cursor of this database. One from before several Events lay in a row names the row alone. */
export function decodeCursor(databaseId: string, text: string): Position | null {
  const decoded = Buffer.from(text, 'base64url').toString()
  const match = /^(\S+) (\d{1,18}) (\d{1,18})(?: (\d{1,10}))?$/.exec(decoded)
  if (match?.[1] !== databaseId || toText(decoded) !== text) return null
  const [, , xid = '', id = '', index = END_OF_ROW] = match
  return Number(index) > END_OF_ROW ? null : { xid: BigInt(xid), id: BigInt(id), index: Number(index) }
}

/** Before everything that ever happened. */
export const BEGINNING: Position = { xid: 0n, id: 0n, index: 0 }

/** Negative where `one` comes first. */
function comparePositions(one: Position, other: Position): number {
  if (one.xid !== other.xid) return one.xid < other.xid ? -1 : 1
  if (one.id !== other.id) return one.id < other.id ? -1 : 1
  return one.index - other.index
}
