import { invocationOf } from '@/lib/domain/call/call-state'
import { argumentsTextOf, type PreviewAnswer, type PreviewInput } from '@/lib/domain/call/decision-request'
import { type Refusal, refuse } from '@/lib/domain/contract/problem'
import { findCall } from '@/lib/store/call/call'
import { findSession } from '@/lib/store/session/session'
import { judgeSound, policyNow } from '../calls/assess'
import { assessInSet } from '../calls/assess-set'
import { scopeFor } from '../calls/call-scope'
import type { Deps } from '../process/deps'
import { mask } from '../write/mask'

/** What an edit of a Call would do. Nothing is stored but the numbers of the secrets in it. */
export async function previewCall(deps: Deps, request: PreviewInput): Promise<PreviewAnswer | Refusal> {
  const unfit = deps.whyNotReady()
  if (unfit) return refuse('unavailable', unfit)
  const call = await findCall(deps.sql, request.callId)
  const session = call && (await findSession(deps.db, { id: call.sessionId }))
  if (!call || !session) return refuse('not_found', { code: 'problem.noCall' })
  const { value: input } = await mask(deps, { sessionId: session.id }, request)
  const invocation = invocationOf(call)
  const hasArguments = input.arguments !== undefined || input.argumentsText !== undefined
  const target = {
    tool: input.tool ?? invocation.tool,
    argumentsText: hasArguments ? argumentsTextOf(input) : invocation.argumentsText,
  }
  const assessment = await assessInSet(deps, scopeFor(session, call), { call, target })
  if (assessment.kind === 'broken') {
    if (assessment.code === 'unknown_tool') return refuse('unknown_tool', assessment.message)
    return { errors: assessment.errors, risk: call.risk, verdict: 'ask' }
  }
  const { preview, risk, digest } = assessment
  const { verdict, rule } = judgeSound(assessment, await policyNow(deps, session))
  return { errors: [], preview, risk, verdict, rule: rule?.id, digest }
}
