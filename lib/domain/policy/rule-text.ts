import type { CodedText } from '@/lib/messages/phrase'
import { oneLine } from '@/lib/text/truncate'
import type { Matcher, Rule } from './rule'

/** A Rule as a sentence without its end: “Allow run_command where command is “npm test …””. */
export function ruleText(rule: Pick<Rule, 'effect' | 'tool' | 'reads' | 'matchers' | 'by'>): CodedText {
  const codedText = sentenceOf(rule)
  return rule.by ? { code: 'rule.byOther', params: { rule: codedText } } : codedText
}

function sentenceOf({ effect, tool, reads, matchers }: Parameters<typeof ruleText>[0]): CodedText {
  if (reads) return { code: 'rule.reads', params: { effect } }
  if (tool === '*' && matchers.length === 0) return { code: 'rule.everything', params: { effect } }
  const params = { effect, tool: oneLine(tool) }
  if (matchers.length === 0) return { code: 'rule.tool', params }
  return { code: 'rule.where', params, parts: matchers.flatMap(conditionsOf) }
}

const MOST_CONDITIONS = 5

/** Exact arguments are told one by one. */
function conditionsOf(matcher: Matcher): CodedText[] {
  const { argument, kind, value } = matcher
  if (kind !== 'exact' || argument !== '' || typeof value !== 'object' || value === null)
    return [conditionText(matcher)]
  const entries = Object.entries(value)
  const conditions = entries
    .slice(0, MOST_CONDITIONS)
    .map(([name, each]) => conditionText({ argument: `/${name}`, kind: 'exact', value: each }))
  const more = entries.length - conditions.length
  if (more > 0) conditions.push({ code: 'rule.more', params: { more } })
  return conditions.length === 0 ? [{ code: 'rule.noArguments' }] : conditions
}

function conditionText(matcher: Matcher): CodedText {
  const argument = argumentName(matcher.argument)
  switch (matcher.kind) {
    case 'range': {
      const { min, max } = matcher.value
      if (min === undefined) return { code: 'rule.atMost', params: { argument, max: max ?? 0 } }
      if (max === undefined) return { code: 'rule.atLeast', params: { argument, min } }
      return { code: 'rule.between', params: { argument, min, max } }
    }
    case 'command':
      return { code: 'rule.exact', params: { argument, value: matcherValue(matcher) } }
    default:
      return { code: `rule.${matcher.kind}`, params: { argument, value: matcherValue(matcher) } }
  }
}

/** The value of a condition on one line. */
export const matcherValue = ({ kind, value }: Matcher): string =>
  kind === 'command' ? oneLine(value.join(' ')) : shownValue(value)

export const argumentName = (pointer: string): string => oneLine(pointer.slice(1)) || 'arguments'

const LONGEST = 1_000

/** A value of arguments on one line. Long ones are cut before they are written. */
export function shownValue(value: unknown): string {
  if (typeof value === 'string') return oneLine(value.slice(0, LONGEST))
  if (typeof value === 'object' && value !== null) return Array.isArray(value) ? '[…]' : '{…}'
  return String(value)
}
