import { Observable } from '../page/page-state'
import { keyLetter } from './key-aim'

/** A decision that needs a form. */
export type DecisionForm = 'deny' | 'edit' | 'replace' | 'answer' | 'always'

/** The form that was last asked for by a key, or by whoever goes on with what was begun: its verb may stand in a menu. */
export const formRequest = new Observable<{ callId: string; form: DecisionForm } | null>(null)

/** The sample was approved before the demo proposed it, in that Run: it holds for this very change. */
export const sampleApproval = new Observable<{ runId: string; unified: string } | null>(null)

/** Why the last key could not act: all of a call or of its set is not seen yet, a message is being written, it has just changed, or is not offered. */
export const keyRefusal = new Observable<{
  callId: string
  why: 'unread' | 'unreadSet' | 'writing' | 'changed' | 'absent'
} | null>(null)

/**
 * What a key is a command for: to press a button of the current Call, to replace it, to move to another one, or to approve
 * all of a set.
 */
type KeyCommand = { do: 'press' | 'replace' | 'go' | 'approve all'; callId: string; letter?: string }

type Targets = { calls: readonly { id: string }[]; current: { id: string } | null; isLive: boolean }

/** Null where a key means nothing, or keys decide nothing. */
export function keyCommand(
  { calls, current, isLive }: Targets,
  key: Pick<KeyboardEvent, 'key' | 'code' | 'shiftKey'>,
): KeyCommand | null {
  if (!isLive) return null
  const letter = keyLetter(key)
  if (letter === 'j' || letter === 'k') {
    const next = calls[calls.findIndex(({ id }) => id === current?.id) + (letter === 'j' ? 1 : -1)]
    return next ? { do: 'go', callId: next.id } : null
  }
  if (current === null) return null
  if (letter === 'a') return { do: 'approve all', callId: current.id }
  if (letter === 'r') return { do: 'replace', callId: current.id }
  return ['y', 'n', 'e'].includes(letter) ? { do: 'press', callId: current.id, letter } : null
}
