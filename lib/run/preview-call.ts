import { invocationOf } from '@/lib/domain/call-state'
import { argumentsTextOf, type PreviewAnswer, type PreviewInput } from '@/lib/domain/decision-request'
import { type Refusal, refuse } from '@/lib/domain/problem'
import { findCall } from '@/lib/store/call'
import { databaseNow } from '@/lib/store/now'
import { rulesFor } from '@/lib/store/rule'
import { findSession } from '@/lib/store/session'
import { judgeSound } from './assess'
import { assessInSet } from './assess-set'
import type { Deps } from './deps'
import { masked } from './masked'
import { placeFor } from './place'

/** What an edit of a Call would do. Nothing is stored but the numbers of the secrets in it. */
export async function previewCall(deps: Deps, asked: PreviewInput): Promise<PreviewAnswer | Refusal> {
  const unfit = deps.unfit()
  if (unfit) return refuse('unavailable', unfit)
  const call = await findCall(deps.db, asked.callId)
  const session = call && (await findSession(deps.db, { id: call.sessionId }))
  if (!call || !session) return refuse('not_found', 'There is no such call.')
  const { value: input } = await masked(deps, { sessionId: session.id }, asked)
  const invocation = invocationOf(call)
  const given = input.arguments !== undefined || input.argumentsText !== undefined
  const wanted = {
    tool: input.tool ?? invocation.tool,
    argumentsText: given ? argumentsTextOf(input) : invocation.argumentsText,
  }
  const assessment = await assessInSet(deps, placeFor(session, call), { call, wanted })
  if (assessment.kind === 'broken') {
    if (assessment.code === 'unknown_tool') return refuse('unknown_tool', assessment.message)
    return { errors: assessment.errors, risk: call.risk, verdict: 'ask' }
  }
  const rules = await rulesFor(deps.db, session.id)
  const now = await databaseNow(deps.db, deps.clock.offsetMs)
  const judgement = judgeSound(assessment, wanted, { mode: session.mode, rules, now })
  return {
    errors: [],
    preview: assessment.preview,
    risk: assessment.risk,
    verdict: judgement.verdict,
    ...(judgement.rule ? { rule: judgement.rule.id } : {}),
    digest: assessment.digest,
  }
}
