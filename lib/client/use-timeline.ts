import { useEffect, useState } from 'react'
import type { Event } from '@/lib/domain/event'
import { EVENT_TYPES, readEvent } from './read-frame'
import { listen } from './shared-stream'

/** So many of the last events are known. */
export const TIMELINE_EVENTS = 200

/**
 * The last events of a session, oldest first, up to `seq`. What happens now is heard with everything else that the
 * page hears; what came before is read once, by a stream that ends there.
 */
export function useTimeline(sessionId: string, seq: number): Event[] {
  const [events, setEvents] = useState<Event[]>([])
  const known = events.at(-1)?.seq ?? Math.max(0, seq - TIMELINE_EVENTS)
  useEffect(() => {
    const onEvent = (event: Event | null): void => {
      if (event?.sessionId === sessionId) setEvents(before => withNext(before, event))
    }
    return listen({ onEvent }).leave
  }, [sessionId])
  useEffect(() => {
    if (known >= seq) return
    return readUpTo({ sessionId, after: known, seq }, read =>
      setEvents(before => [...before.filter(event => event.seq <= known), ...read].slice(-TIMELINE_EVENTS)),
    )
  }, [sessionId, seq, known])
  return events
}

/** Only what follows at once; what is behind a gap is read. */
const withNext = (before: Event[], event: Event): Event[] =>
  before.at(-1)?.seq === event.seq - 1 ? [...before, event].slice(-TIMELINE_EVENTS) : before

type Wanted = { sessionId: string; after: number; seq: number }

function readUpTo({ sessionId, after, seq }: Wanted, onRead: (read: Event[]) => void): () => void {
  const read: Event[] = []
  const source = new EventSource(`/api/sessions/${sessionId}/events?after=${after}`)
  const take = ({ type, data, lastEventId }: MessageEvent<string>): void => {
    const event = readEvent({ type, data })
    if (event) read.push({ ...event, seq: Number(lastEventId) })
    if (Number(lastEventId) < seq) return
    source.close()
    onRead(read)
  }
  for (const type of EVENT_TYPES) source.addEventListener(type, take)
  return () => source.close()
}
