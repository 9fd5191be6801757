import type { Call } from '@/lib/domain/call'
import { isWaiting } from '@/lib/domain/call-state'
import type { Decider, DecisionKind } from '@/lib/domain/decision'
import { decisionOf } from '@/lib/domain/transitions'
import type { SessionView } from '@/lib/domain/view'

export type Decided = { callId: string; tool: string; kind: DecisionKind; by: Decider }

/**
 * Follows a session from view to view: which of its Calls that waited have been decided, each told once. A Call may
 * leave its set a moment before the line in the transcript comes that says how; it is told with that line.
 */
export function decisionsSeen(): (view: SessionView) => Decided[] {
  let waited: Call[] = []
  return view => {
    const open = new Map(view.openSets.flatMap(set => set.calls).map(call => [call.id, call]))
    const fates = waited.map(call => ({ call, fate: fateOf(call, open.get(call.id), view) }))
    const between = fates.filter(({ fate }) => fate === 'between').map(({ call }) => call)
    waited = [...between, ...[...open.values()].filter(isWaiting)]
    return fates.flatMap(({ call, fate }) =>
      fate && fate !== 'between' ? [{ callId: call.id, tool: call.tool, ...fate }] : [],
    )
  }
}

/** Null where nobody has decided. */
type Fate = Pick<Decided, 'kind' | 'by'> | 'between' | null

function fateOf({ id }: Call, open: Call | undefined, { transcript }: SessionView): Fate {
  if (open) {
    const decision = isWaiting(open) ? undefined : decisionOf(open)
    return decision ? { kind: decision.kind, by: decision.by } : null
  }
  const entry = transcript.findLast(({ callId }) => callId === id)
  if (!entry) return 'between'
  return entry.call?.decided && entry.call.by ? { kind: entry.call.decided, by: entry.call.by } : null
}
