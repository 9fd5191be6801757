import type { Delta, DeltaType, Event, EventType } from '@/lib/domain/event'

/** Each type of event that a session tells; the compiler holds the list to the contract. */
const EVENTS: Record<EventType, true> = {
  'session.changed': true,
  'run.queued': true,
  'run.started': true,
  'run.waiting': true,
  'run.changed': true,
  'run.ended': true,
  'request.started': true,
  'request.ended': true,
  'message.added': true,
  'message.ended': true,
  'call.proposed': true,
  'call.waiting': true,
  'call.decided': true,
  'call.started': true,
  'call.ended': true,
  'parse.issue': true,
  'queue.changed': true,
  'policy.changed': true,
  'session.deleted': true,
}

const DELTAS: Record<DeltaType, true> = {
  'text.delta': true,
  'reasoning.delta': true,
  'call.output.delta': true,
}

export const EVENT_TYPES = Object.keys(EVENTS)
export const DELTA_TYPES = Object.keys(DELTAS)

type Frame = { type: string; data: string; lastEventId: string }

/** One frame of a session's stream as an Event; null where it is none that can be read. */
export function readEvent(sessionId: string, frame: Frame): Event | null {
  const data = parsed(frame.data)
  const seq = Number(frame.lastEventId)
  if (!(frame.type in EVENTS) || typeof data?.at !== 'string' || !Number.isInteger(seq)) return null
  // As with answers: what a server of this build tells is what the contract says.
  return { type: frame.type, sessionId, seq, at: data.at, data } as unknown as Event
}

/** A piece of text on its way. */
export function readDelta(sessionId: string, frame: Frame): Delta | null {
  const data = parsed(frame.data)
  if (!(frame.type in DELTAS) || typeof data?.text !== 'string' || !Number.isInteger(data.offset)) return null
  return { type: frame.type, sessionId, data } as unknown as Delta
}

function parsed(text: string): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null ? { ...value } : null
  } catch {
    return null
  }
}
