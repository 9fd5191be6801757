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
  'loop.warning': true,
  'plan.revised': true,
  'state.changed': true,
  'memory.recalled': true,
  'memory.stored': true,
  'secret.released': true,
  'context.compacting': true,
  'context.compacted': true,
  'context.trimmed': true,
  'context.restored': true,
  'queue.changed': true,
  'policy.changed': true,
  'session.deleted': true,
}

const DELTAS: Record<DeltaType, true> = {
  'text.delta': true,
  'reasoning.delta': true,
  'call.arguments.delta': true,
  'call.output.delta': true,
}

export const EVENT_TYPES = Object.keys(EVENTS)
/** Says that something has changed, and nothing more. */
export const HINT_TYPES = ['sessions.changed']
export const DELTA_TYPES = Object.keys(DELTAS)

type Told = { type: string; data: string }

/** One frame of the stream of all sessions as an Event; null where it is none that can be read. */
export function readEvent({ type, data }: Told): Event | null {
  const { sessionId, seq = 0, ...told } = parsed(data)
  if (!(type in EVENTS) || typeof sessionId !== 'string' || !Number.isInteger(seq)) return null
  // As with answers: what a server of this build tells is what the contract says.
  return { type, sessionId, seq, at: told.at, data: told } as unknown as Event
}

/** A piece of text on its way. */
export function readDelta({ type, data }: Told): Delta | null {
  const { sessionId, ...told } = parsed(data)
  if (!(type in DELTAS) || typeof sessionId !== 'string') return null
  if (typeof told.text !== 'string' || !Number.isInteger(told.offset)) return null
  return { type, sessionId, data: told } as unknown as Delta
}

function parsed(text: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null ? { ...value } : {}
  } catch {
    return {}
  }
}
