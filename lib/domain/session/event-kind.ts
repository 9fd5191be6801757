import type { Event, StreamEvent } from './event'

// Apart from the schemas of events, which stay on the server.

/** The event name under which unknown events are sent, with their own type in the data. */
export const UNKNOWN_EVENT = 'event.unknown'

export const isKnownEvent = (event: StreamEvent): event is Event => !('unknown' in event.data)

/** By these a session comes first in lists: something was said or set, waits for people, or has ended. */
const ACTIVITY = new Set(['session.changed', 'run.queued', 'queue.changed', 'run.waiting', 'run.ended'])
export const isActivity = (type: string): boolean => ACTIVITY.has(type)
