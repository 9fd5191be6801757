import type { ReactNode } from 'react'
import { ProblemText } from '@/components/text/problem-text'
import { extentOf } from '@/lib/client/decisions/seen-rule'
import type { WaitingCall } from '@/lib/domain/call/call'
import type { DecisionInput, Remember } from '@/lib/domain/call/decision-request'
import { holdFor, useDecidingHere } from './deciding'
import { sightOf, useSeenNames } from './use-seen-calls'

export type DecideAllOptions = { calls: WaitingCall[]; onProblem: (problem: ReactNode) => void }

/** Makes a rule for all reads of the session. One is enough for the set. */
const ALL_READS: Remember = { scope: 'session', matchers: [], reads: true }

/** Decides about Calls of one set together. `unread`: how many of them have not been on screen whole. */
export function useDecideAll({ calls, onProblem }: DecideAllOptions) {
  const { decide, busy } = useDecidingHere()
  const seenNames = useSeenNames()
  const isSeen = (call: WaitingCall): boolean => seenNames.has(sightOf(call))
  const [first] = calls
  const rule = async (decisionOn: (call: WaitingCall) => Pick<DecisionInput, 'kind'>, holdMs = 0) => {
    onProblem(null)
    const decisions = calls.map(call => {
      const subject = { callId: call.id, digest: call.digest, seen: extentOf(isSeen(call)) }
      return { ...subject, ...decisionOn(call) } as DecisionInput
    })
    const problem = await decide(first?.setId ?? '', decisions, holdMs)
    onProblem(problem && <ProblemText error={problem} />)
    return problem
  }
  return {
    unread: calls.filter(call => !isSeen(call)).length,
    isBusy: calls.some(({ id }) => busy.has(id)),
    version: calls.map(sightOf).join('\n'),
    approve: () => rule(() => ({ kind: 'approve' }), holdFor(calls)),
    allowReads: () => rule(call => ({ kind: 'approve', ...(call === first ? { remember: ALL_READS } : {}) })),
    deny: (reason: string) => rule(() => ({ kind: 'deny', ...(reason ? { reason } : {}) })),
  }
}
