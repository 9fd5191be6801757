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
  'call.checked': true,
  'call.started': true,
  'call.ended': true,
  'parse.issue': true,
  'loop.warning': true,
  'health.changed': true,
  'plan.revised': true,
  'state.changed': true,
  'memory.recalled': true,
  'memory.stored': true,
  'secret.released': true,
  'context.compacting': true,
  'context.compacted': true,
  'context.trimmed': true,
  'context.restored': true,
  'hook.ran': true,
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
/** Who else has a session open. */
export const PRESENCE = 'presence'

/** A frame as an event; null if it is none. A server of this build sends what the contract says. */
export function readEvent({ type, data }: Frame): StreamEvent | null {
  if (!EVENT_TYPES.includes(type)) return null
  const { sessionId, seq, ...rest } = JSON.parse(data)
  return { type: type === UNKNOWN_EVENT ? rest.type : type, sessionId, seq, at: rest.at, data: rest }
}

/** A frame as a piece of text that is being written; null if it is none. */
export function readDelta({ type, data }: Frame): Delta | null {
  if (!(type in DELTAS)) return null
  const { sessionId, ...rest } = JSON.parse(data)
  return { type, sessionId, data: rest } as Delta
}
