import type { Explanation } from '@/lib/domain/contract/policy-operations'
import { type Refusal, refuse } from '@/lib/domain/contract/problem'
import { judge, matchRules } from '@/lib/domain/policy/judge'
import { phrase } from '@/lib/messages/phrase'
import { ruleItems } from '@/lib/store/policy/rule'
import { findSession } from '@/lib/store/session/session'
import { checkArguments } from '@/lib/tools/read-arguments'
import { pathsUntold, policyNow, subjectOf } from '../calls/assess'
import type { Deps } from '../process/deps'

type Question = { tool: string; argumentsText: string; sessionId: string | undefined }

/** What policy says of a Call that somebody types in, and each Rule of it. Without a session, in mode `ask`. */
export async function explainPolicy(deps: Deps, question: Question): Promise<Explanation | Refusal> {
  const { argumentsText, sessionId } = question
  const session = sessionId === undefined ? null : await findSession(deps.db, { id: sessionId })
  if (sessionId !== undefined && !session) return refuse('not_found', { code: 'problem.noSession' })
  const definition = deps.tools.find(question.tool)
  const tool = deps.tools.tool(question.tool)
  if (!definition || !tool)
    return refuse('unknown_tool', { code: 'problem.noToolNamed', params: { tool: question.tool } })
  const args = await checkArguments(deps.compute, definition, argumentsText)
  if (!args.ok) return refuse('invalid_arguments', { code: 'fault.cannotBeSet' }, { errors: args.errors })
  const target = { arguments: args.value, argumentsText, workspace: session?.workspace ?? '' }
  const subject = subjectOf(deps, { definition, tool }, target)
  if ('bug' in subject) return refuse('internal', pathsUntold(deps, tool, subject))
  const policy = await policyNow(deps, session)
  const { verdict, reason } = judge(subject, policy)
  const items = await ruleItems(deps.db, policy.rules)
  return {
    verdict,
    reason,
    rules: matchRules(subject, policy).flatMap(({ match, misses: codedText }, index) => {
      const rule = items[index]
      return rule ? [{ rule, match, ...(codedText && { misses: phrase(codedText), codedText }) }] : []
    }),
  }
}
