import type { Delta, DeltaType, EventType, StreamEvent } from '@/lib/domain/session/event'
import { UNKNOWN_EVENT } from '@/lib/domain/session/event-kind'
import type { Frame } from './tab-channel'

/** Every type of event; the compiler checks that none is missing. */
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
  'call.held': true,
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

export const EVENT_TYPES = [...Object.keys(EVENTS), UNKNOWN_EVENT]
/** These only say that something has changed. */
export const HINT_TYPES = ['sessions.changed']
export const DELTA_TYPES = Object.keys(DELTAS)

/** A frame as an event; null if it is not one, or cannot be read. */
export function readEvent(frame: Frame): StreamEvent | null {
  const { sessionId, seq = 0, ...rest } = parse(frame.data)
  if (!EVENT_TYPES.includes(frame.type) || typeof sessionId !== 'string' || !Number.isInteger(seq))
    return null
  const type = frame.type === UNKNOWN_EVENT ? String(rest.type) : frame.type
  // A server of this build sends what the contract says.
  return { type, sessionId, seq, at: rest.at, data: rest } as unknown as StreamEvent
}

/** A frame as a piece of text that is being written; null if it is not one. */
export function readDelta({ type, data }: Frame): Delta | null {
  const { sessionId, ...rest } = parse(data)
  if (!(type in DELTAS) || typeof sessionId !== 'string') return null
  if (typeof rest.text !== 'string' || !Number.isInteger(rest.offset)) return null
  return { type, sessionId, data: rest } as unknown as Delta
}

function parse(text: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null ? { ...value } : {}
  } catch {
    return {}
  }
}
