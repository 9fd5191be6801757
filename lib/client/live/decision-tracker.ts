import type { Call } from '@/lib/domain/call/call'
import { decisionOf, isWaiting } from '@/lib/domain/call/call-state'
import type { Decision } from '@/lib/domain/call/decision'
import type { SessionView } from '@/lib/domain/session/view'

type DecisionNews = Pick<Decision, 'kind' | 'by' | 'seen'> & { callId: string; tool: string }

/**
 * Follows a session from view to view and reports each decision about a waiting Call once. A Call may leave its set a moment
 * before its line in the transcript arrives; it is reported with that line.
 */
export function trackDecisions(): (view: SessionView) => DecisionNews[] {
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

/** Null if nobody has decided. */
type Fate = Pick<DecisionNews, 'kind' | 'by' | 'seen'> | 'between' | null

function fateOf({ id }: Call, open: Call | undefined, { transcript }: SessionView): Fate {
  if (open) {
    const decision = isWaiting(open) ? undefined : decisionOf(open)
    return decision ? { kind: decision.kind, by: decision.by, seen: decision.seen } : null
  }
  const entry = transcript.findLast(({ callId }) => callId === id)
  if (!entry) return 'between'
  const { decided: kind, by, seen } = entry.call ?? {}
  return kind && by ? { kind, by, seen } : null
}
