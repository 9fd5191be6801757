import type { CodedText } from '@/lib/messages/phrase'
import { RUN_COMMAND } from '../call/tool'
import { isInterpreter } from './command-risks'
import { coversTool } from './judge'
import { isSameJson } from './matches'
import type { Rule } from './rule'

type Parts = Pick<Rule, 'effect' | 'tool' | 'matchers'>

/** What somebody should know of a Rule before it is saved: an interpreter with free arguments, Rules that say otherwise. */
export function ruleWarnings(rule: Parts, others: Rule[]): CodedText[] {
  const warnings: CodedText[] = []
  if (rule.effect === 'allow')
    for (const matcher of rule.matchers) {
      if (matcher.kind !== 'command') continue
      const [name = ''] = matcher.value
      if (isInterpreter(name) && matcher.value.some(word => /[*?…]/.test(word)))
        warnings.push({ code: 'rule.interpreter', params: { name } })
    }
  if (rule.effect === 'allow' && rule.tool.endsWith('*') && coversTool(rule, RUN_COMMAND))
    warnings.push({ code: 'rule.coversCommands' })
  for (const other of others) {
    if (!other.enabled || other.effect === rule.effect) continue
    if (!coversTool(rule, other.tool) && !coversTool(other, rule.tool)) continue
    const isSame = isSameJson(other.matchers, rule.matchers)
    if (isSame || other.matchers.length === 0 || rule.matchers.length === 0)
      warnings.push({ code: 'rule.contradicts', params: { rule: other.number, effect: other.effect } })
  }
  return warnings
}
