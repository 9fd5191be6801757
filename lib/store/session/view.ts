import { publicRun } from '@/lib/domain/run/run'
import { completeView, type SessionView, TRANSCRIPT_TAIL } from '@/lib/domain/session/view'
import { findSets, openSetIds } from '../call/call'
import type { Tx } from '../connection/database'
import { recordFaultOf } from '../record/record-fault'
import { queueOf } from '../run/queue-item'
import { lastEndedRun, openRuns } from '../run/run'
import { entriesBefore } from './entry'
import { planOf } from './plan'
import { findSession, toSession } from './session'
import { stateOf } from './state'

/**
 * A session as every tab sees it, read in one transaction that sees one moment: `seq` says which, and the
 * Events after it lead on from there.
 */
export async function readView(tx: Tx, sessionId: string): Promise<SessionView | null> {
  const row = await findSession(tx, { id: sessionId })
  if (!row) return null
  const [first] = await openRuns(tx, sessionId)
  const last = await lastEndedRun(tx, sessionId)
  const { state, revision: stateRevision } = await stateOf(tx, sessionId)
  const fault = await recordFaultOf(tx, sessionId)
  return completeView({
    session: toSession(row, { state: 'idle', pendingCalls: 0 }),
    seq: row.seq,
    transcript: await entriesBefore(tx, sessionId, { before: undefined, limit: TRANSCRIPT_TAIL }),
    activeRun: first && publicRun(first.run),
    lastRun: last && publicRun(last),
    openSets: await findSets(tx, await openSetIds(tx, sessionId)),
    queue: await queueOf(tx, sessionId),
    plan: (await planOf(tx, sessionId)).plan,
    state,
    stateRevision,
    context: row.meter,
    record: fault
      ? { seq: fault.seq, reason: fault.reason, codedText: fault.codedText, stops: fault.stops }
      : undefined,
  })
}
