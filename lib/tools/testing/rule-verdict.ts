import { judge } from '@/lib/domain/policy/judge'
import type { Matcher, Rule, Verdict } from '@/lib/domain/policy/rule'
import { suspicionsIn } from '@/lib/domain/policy/suspicious-text'
import { aRule, NOW } from '@/test/factories'
import type { ToolDefinition } from '../define-tool'

export const condition = (argument: string, kind: Matcher['kind'], value: unknown): Matcher =>
  ({ argument, kind, value }) as Matcher

/** The argument is this and nothing else. */
export const exact = (argument: string, value: unknown): Matcher => condition(argument, 'exact', value)

/** The argument is a path below `src`. */
export const inSrc = (argument: string): Matcher => condition(argument, 'glob', 'src/**')

type RuleParts = Pick<Rule, 'matchers'> & Partial<Rule>

/** What becomes of a Call of a Tool where there is one Rule: one that allows, unless it says otherwise. */
export function ruleVerdict(tool: ToolDefinition, args: unknown, parts: RuleParts): Verdict {
  const rule = aRule({ tool: tool.name, ...parts })
  const paths = tool.paths(args)
  const subject = {
    tool: tool.name,
    source: tool.source,
    readOnly: tool.readOnly,
    changed: false,
    arguments: args,
    paths,
    reach: tool.reach(args),
    suspicions: suspicionsIn(JSON.stringify(args), paths),
  }
  return judge(subject, { mode: 'ask', rules: [rule], now: NOW }).verdict
}
