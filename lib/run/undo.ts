import type { Call } from '@/lib/domain/call'
import { whyNotUndo } from '@/lib/domain/capabilities'
import { expiryOf } from '@/lib/domain/limits'
import { type Refusal, refuse } from '@/lib/domain/problem'
import { decisionOf, invocationBefore, undone, waiting } from '@/lib/domain/transitions'
import { findCall } from '@/lib/store/call'
import type { OnceKey } from '@/lib/store/idempotency-key'
import { findSession } from '@/lib/store/session'
import { assessInSet } from './assess-set'
import { changeCall } from './change-call'
import type { Deps } from './deps'
import { writeFact } from './fact'
import { placeFor } from './place'
import { shownOf } from './shown'

/** Takes a person's approval back before the Call has begun: it waits again, as it did before the Decision. */
export async function undo(
  deps: Deps,
  about: { callId: string; once?: OnceKey | undefined },
): Promise<Call | Refusal> {
  const found = await findCall(deps.db, about.callId)
  const session = found && (await findSession(deps.db, { id: found.sessionId }))
  if (!found || !session) return refuse('not_found', 'There is no such call.')
  const place = placeFor(session, found)
  const assessment = await assessInSet(deps, place, { call: found, wanted: invocationBefore(found) })
  return writeFact(deps, { sessionId: found.sessionId, once: about.once }, async write => {
    const call = await findCall(write.tx, about.callId)
    if (!call) return refuse('not_found', 'There is no such call.')
    const obstacle = whyNotUndo(call)
    if (call.state !== 'approved' || obstacle || decisionOf(call)?.id !== decisionOf(found)?.id)
      return tooLate(call)
    const before = invocationBefore(call)
    const shown = shownOf(deps, place, { call, assessment, text: before.argumentsText })
    const why = call.was ?? 'policy'
    const expiresAt = why === 'outcome_unknown' ? undefined : expiryOf(write.row.limits, write.now)
    const after = waiting(undone(call), { why, shown, now: write.now, expiresAt })
    await changeCall(write, { before: call, after })
    write.emit('call.waiting', { call: after }, call)
    return after
  })
}

const tooLate = (call: Call): Refusal =>
  refuse('already_started', whyNotUndo(call) ?? 'It was decided anew meanwhile. Look at it again.', { call })
