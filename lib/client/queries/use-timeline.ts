import { useEffect, useState } from 'react'
import type { StreamEvent } from '@/lib/domain/session/event'
import { EVENT_TYPES, readEvent } from '../live/read-frame'
import { listen } from '../live/shared-sse-connection'

/** How many of the last events are loaded at first. */
const TIMELINE_EVENTS = 200

/** Where the last events of a session begin: behind that one. */
export const timelineStart = (seq: number): number => Math.max(0, seq - TIMELINE_EVENTS)

/**
 * The events of a session behind `from` and up to `seq`, oldest first. New events arrive by the shared stream; earlier
 * ones are read once, by a stream of their own, also where `from` moves back.
 */
export function useTimeline(sessionId: string, { from, seq }: { from: number; seq: number }): StreamEvent[] {
  const [events, setEvents] = useState<StreamEvent[]>([])
  const lastSeq = events.at(-1)?.seq ?? from
  const first = events[0]?.seq ?? 0
  useEffect(() => {
    // Only the next event; after a gap they are read.
    const onEvent = (event: StreamEvent | null): void => {
      if (event?.sessionId !== sessionId) return
      setEvents(before => (before.at(-1)?.seq === event.seq - 1 ? [...before, event] : before))
    }
    return listen({ onEvent }).leave
  }, [sessionId])
  useEffect(() => {
    if (lastSeq >= seq) return
    return readUpTo({ sessionId, after: lastSeq, seq }, read =>
      setEvents(before => [...before.filter(event => event.seq <= lastSeq), ...read]),
    )
  }, [sessionId, seq, lastSeq])
  useEffect(() => {
    if (first - 1 <= from) return
    return readUpTo({ sessionId, after: from, seq: first - 1 }, read =>
      setEvents(before => [...read.filter(event => event.seq < first), ...before]),
    )
  }, [sessionId, from, first])
  return events
}

type EventRange = { sessionId: string; after: number; seq: number }

/** Returns what ends it. */
function readUpTo({ sessionId, after, seq }: EventRange, onRead: (events: StreamEvent[]) => void) {
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
