import { EVENTS, type Event, type Fact } from '@/lib/domain/event'
import type { Database } from '@/lib/store/database'
import { keptSchema } from '@/lib/store/definition'
import { allEventsAfter, eventsAfter, isFollowed, type Position } from '@/lib/store/event'
import { findSession } from '@/lib/store/session'
import { inSnapshot } from '@/lib/store/snapshot'
import { comparePositions, encodeCursor } from './event-cursor'
import { frame } from './frame'
import type { Framed, Page, Source } from './tail'

type Reading = { db: Database; databaseId: string; log: (message: string, error: unknown) => void }

/** Events that are read at a time; each may hold megabytes. */
const PAGE = 50

/** The Events of one session, by sequence number, until it is deleted. */
export const sessionEvents = (reading: Reading, sessionId: string): Source<number> => ({
  log: reading.log,
  compare: (one, other) => one - other,
  follows: (next, last) => next === last + 1,
  read: async (after): Promise<Page<number>> => {
    const events = await eventsAfter(reading.db, sessionId, { after, limit: PAGE })
    const isGone = events.length === 0 && (await findSession(reading.db, { id: sessionId })) === null
    return {
      frames: events.map(event => ({ position: event.seq, bytes: eventFrame(event, String(event.seq)) })),
      next: isGone ? 'gone' : endOf(events),
    }
  },
})

/** The Events of all sessions, in an order in which one that commits late comes late. */
export const allEvents = (reading: Reading): Source<Position> => ({
  log: reading.log,
  compare: comparePositions,
  read: after =>
    inSnapshot(reading.db, async (tx): Promise<Page<Position>> => {
      const found = await allEventsAfter(tx, after, PAGE)
      const isWhole = found.length < PAGE
      const place = found.at(-1)?.position ?? after
      return {
        frames: found.map(({ event, position }) => {
          return { position, bytes: eventFrame(event, encodeCursor(reading.databaseId, position)) }
        }),
        next: isWhole && (await isFollowed(tx, place)) ? 'later' : endOf(found),
      }
    }),
})

/** Facts that were committed here just now, to the byte as they would be read; none where that is not known. */
export function framesOf(sessionId: string, facts: Fact[]): Framed<number>[] {
  const known = facts.map(fact => ({ ...fact, data: asRead(fact.data) }))
  if (known.some(({ data }) => data === null)) return []
  return known.map(({ type, seq, at, data }) => {
    const event = { type, sessionId, seq, at, data: EVENTS[type].parse(data) } as Event
    return { position: seq, bytes: eventFrame(event, String(seq)) }
  })
}

/** A Call is read with its Tool's schema as that is kept, whose keys are in another order. */
function asRead(data: Fact['data']): Fact['data'] | null {
  if (!('call' in data)) return data
  const schema = keptSchema(data.call.definitionHash)
  return schema ? { ...data, call: { ...data.call, schema } } : null
}

const endOf = (found: unknown[]): 'more' | 'end' => (found.length < PAGE ? 'end' : 'more')

/** `data` are the Event's own, where it stands, and when it happened. */
const eventFrame = ({ type, sessionId, seq, at, data }: Event, id: string): Uint8Array =>
  frame({ id, event: type, data: { sessionId, seq, ...data, at } })
