import type { Call } from './call'
import { isOpen } from './call-state'

/** The earlier Calls of its set that a Call waits for. The card says it in these terms. */
export const blockers = (call: Call, set: Call[]): Call[] =>
  set.filter(other => other.index < call.index && isOpen(other) && !(call.readOnly && other.readOnly))
