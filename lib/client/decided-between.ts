import type { Call } from '@/lib/domain/call'
import { isWaiting } from '@/lib/domain/call-state'
import type { Decider, DecisionKind } from '@/lib/domain/decision'
import { decisionOf } from '@/lib/domain/transitions'
import type { SessionView } from '@/lib/domain/view'

export type Decided = { callId: string; tool: string; kind: DecisionKind; by: Decider }

/** The Calls that waited in one view and were decided by the next, wherever they stand there. */
export function decidedBetween(before: SessionView, after: SessionView): Decided[] {
  const waited = before.openSets.flatMap(set => set.calls).filter(isWaiting)
  const now = new Map(after.openSets.flatMap(set => set.calls).map(call => [call.id, call]))
  return waited.flatMap(call => {
    const open = now.get(call.id)
    const found = open ? decisionIn(open) : lineIn(after, call.id)
    return found ? [{ callId: call.id, tool: call.tool, ...found }] : []
  })
}

type Found = Pick<Decided, 'kind' | 'by'> | null

function decisionIn(call: Call): Found {
  const decision = isWaiting(call) ? undefined : decisionOf(call)
  return decision ? { kind: decision.kind, by: decision.by } : null
}

function lineIn(view: SessionView, callId: string): Found {
  const line = view.transcript.findLast(entry => entry.callId === callId)?.call
  return line?.decided && line.by ? { kind: line.decided, by: line.by } : null
}
