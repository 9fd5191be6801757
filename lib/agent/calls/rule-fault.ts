import type { Tool } from '@/lib/domain/call/tool'
import { type Refusal, refuseFields } from '@/lib/domain/contract/problem'
import type { Instant } from '@/lib/domain/instant'
import type { Rule } from '@/lib/domain/policy/rule'
import { ruleFaults } from '@/lib/domain/policy/rule-faults'
import type { Deps } from '../process/deps'

/** Why a Rule could not do what it says, by field. */
export function ruleFault(
  { tools }: Pick<Deps, 'tools'>,
  rule: Pick<Rule, 'effect' | 'tool' | 'matchers' | 'expiresAt'>,
  now: Instant,
): Refusal | null {
  const tool = tools.tool(rule.tool)
  const target = tool ? { tool, reach: tools.find(rule.tool)?.reach(leastArguments(tool)) ?? [] } : null
  const errors = ruleFaults(rule, target, now)
  return errors.length > 0 ? refuseFields(errors) : null
}

/** The least that a Tool takes: what it reaches with that, every Call of it reaches. */
function leastArguments({ schema }: Tool): Record<string, unknown> {
  const required = Array.isArray(schema.required) ? schema.required : []
  return Object.fromEntries(required.map(name => [String(name), 'x']))
}
