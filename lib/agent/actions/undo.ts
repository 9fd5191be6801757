import type { Call } from '@/lib/domain/call/call'
import { decisionOf, isByPerson } from '@/lib/domain/call/call-state'
import { whyNotUndo } from '@/lib/domain/call/capabilities'
import { OBSTACLES } from '@/lib/domain/call/obstacle'
import { invocationBefore, undone, waiting } from '@/lib/domain/call/transitions'
import { type Refusal, refuse } from '@/lib/domain/contract/problem'
import { expiryOf } from '@/lib/domain/run/limits'
import { findCall } from '@/lib/store/call/call'
import type { OnceKey } from '@/lib/store/installation/idempotency-key'
import { findSession } from '@/lib/store/session/session'
import { callCard } from '../calls/assess'
import { assessInSet } from '../calls/assess-set'
import { scopeFor } from '../calls/call-scope'
import { storeInput } from '../loop/store-input'
import type { Deps } from '../process/deps'

/** Takes a person's approval back before the Call has begun: it waits again, as it did before the Decision. */
export async function undo(
  deps: Deps,
  { callId, once }: { callId: string; once?: OnceKey | undefined },
): Promise<Call | Refusal> {
  const stored = await findCall(deps.sql, callId)
  const session = stored && (await findSession(deps.db, { id: stored.sessionId }))
  if (!stored || !session) return refuse('not_found', { code: 'problem.noCall' })
  const scope = scopeFor(session, stored)
  const assessment = await assessInSet(deps, scope, { call: stored, target: invocationBefore(stored) })
  return storeInput(deps, { sessionId: stored.sessionId, once }, async write => {
    const call = await findCall(write.sql, callId)
    if (!call) return refuse('not_found', { code: 'problem.noCall' })
    const obstacle = whyNotUndo(call)
    if (call.state !== 'approved' || obstacle || decisionOf(call)?.id !== decisionOf(stored)?.id)
      return refuse('already_started', obstacle ? OBSTACLES[obstacle] : { code: 'problem.decidedAnew' }, {
        call,
      })
    const before = invocationBefore(call)
    const card = callCard(deps, scope, { call, assessment, text: before.argumentsText })
    const why = call.was ?? 'policy'
    const isTimed = why !== 'outcome_unknown' && !isByPerson(call)
    const expiresAt = isTimed ? expiryOf(write.row.limits, write.now) : undefined
    const after = waiting(undone(call), { why, card, now: write.now, expiresAt })
    write.work.changeCall({ before: call, after })
    write.emit('call.waiting', { call: after })
    return after
  })
}
