import { useEffect, useState } from 'react'
import type { Event } from '@/lib/domain/event'
import { EVENT_TYPES, readEvent } from './read-frame'

/** So many of the last events are read. */
export const TIMELINE_EVENTS = 200

/** The last events of a session, oldest first, up to `seq`: a short stream is read whenever that has grown. */
export function useTimeline(sessionId: string, seq: number): Event[] {
  const [events, setEvents] = useState<Event[]>([])
  const known = events.at(-1)?.seq ?? Math.max(0, seq - TIMELINE_EVENTS)
  useEffect(() => {
    if (known >= seq) return
    const read: Event[] = []
    const source = new EventSource(`/api/sessions/${sessionId}/events?after=${known}`)
    const take = ({ type, data, lastEventId }: MessageEvent<string>): void => {
      const event = readEvent({ type, data })
      if (event) read.push({ ...event, seq: Number(lastEventId) })
      if (Number(lastEventId) < seq) return
      source.close()
      setEvents(before => [...before, ...read].slice(-TIMELINE_EVENTS))
    }
    for (const type of EVENT_TYPES) source.addEventListener(type, take)
    return () => source.close()
  }, [sessionId, seq, known])
  return events
}
