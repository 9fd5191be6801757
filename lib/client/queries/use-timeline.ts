import { useEffect, useState } from 'react'
import type { StreamEvent } from '@/lib/domain/session/event'
import { EVENT_TYPES, readEvent } from '../live/read-frame'
import { listen } from '../live/shared-sse-connection'

/** How many of the last events are loaded. */
export const TIMELINE_EVENTS = 200

/**
 * The last events of a session, oldest first, up to `seq`. New events arrive by the shared stream; earlier ones are read
 * once, by a stream of their own.
 */
export function useTimeline(sessionId: string, seq: number): StreamEvent[] {
  const [events, setEvents] = useState<StreamEvent[]>([])
  const known = events.at(-1)?.seq ?? Math.max(0, seq - TIMELINE_EVENTS)
  useEffect(() => {
    const onEvent = (event: StreamEvent | null): void => {
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

/** Only the next event; after a gap they are read. */
const withNext = (before: StreamEvent[], event: StreamEvent): StreamEvent[] =>
  before.at(-1)?.seq === event.seq - 1 ? [...before, event].slice(-TIMELINE_EVENTS) : before

type EventRange = { sessionId: string; after: number; seq: number }

function readUpTo(
  { sessionId, after, seq }: EventRange,
  onRead: (events: StreamEvent[]) => void,
): () => void {
  const read: StreamEvent[] = []
  const source = new EventSource(`/api/live?follow=${sessionId}:${after}`)
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
