import { propertiesOf } from '@/lib/domain/call/field-kind'
import type { Tool } from '@/lib/domain/call/tool'
import type { Matcher, Rule, Verdict } from '@/lib/domain/policy/rule'
import { jsonIn } from '@/lib/text/json/json-value'

/** A condition as a form holds it. `argument`: a JSON pointer without its first slash. `value`: of a range its least. */
export type ConditionDraft = {
  key: string
  argument: string
  kind: Matcher['kind']
  value: string
  max: string
}

/** A Rule as a form holds it. What is empty is not set. */
export const EMPTY_RULE = {
  effect: 'allow' as Verdict,
  tool: '',
  conditions: [] as ConditionDraft[],
  expiresAt: '',
  note: '',
}

export type RuleDraft = typeof EMPTY_RULE

export const draftOf = (rule: Rule, tools: Tool[]): RuleDraft => ({
  effect: rule.effect,
  tool: rule.tool,
  conditions: rule.matchers.map((matcher, index) => ({
    key: `${index}`,
    argument: matcher.argument.slice(1),
    kind: matcher.kind,
    value: valueText(matcher, isText(tools, rule.tool, matcher.argument)),
    max: matcher.kind === 'range' ? `${matcher.value.max ?? ''}` : '',
  })),
  expiresAt: rule.expiresAt ?? '',
  note: rule.note ?? '',
})

export type RuleShape = Pick<Rule, 'effect' | 'tool' | 'matchers'>

/** What the Rule is about, as the API takes it. */
export function shapeOf(draft: RuleDraft, tools: Tool[]): RuleShape {
  const tool = draft.tool.trim()
  const matchers = draft.conditions.map(({ argument: name, kind, value, max }): Matcher => {
    const argument = name === '' ? '' : `/${name}`
    if (kind === 'command') return { argument, kind, value: wordsIn(value) }
    if (kind === 'range') return { argument, kind, value: { min: limitOf(value), max: limitOf(max) } }
    if (kind !== 'exact') return { argument, kind, value }
    return { argument, kind, value: isText(tools, tool, argument) ? value : jsonIn(value, value) }
  })
  return { effect: draft.effect, tool, matchers }
}

function valueText({ kind, value }: Matcher, isText: boolean): string {
  if (kind === 'range') return `${value.min ?? ''}`
  if (kind === 'command')
    return value.map(word => (/[\s"]/.test(word) ? JSON.stringify(word) : word)).join(' ')
  const isPlain = typeof value === 'string' && (isText || kind !== 'exact' || jsonIn(value, value) === value)
  return isPlain ? value : JSON.stringify(value)
}

const limitOf = (text: string): number | undefined => (text === '' ? undefined : Number(text))

/** A word that holds blanks stands in quotes. */
const wordsIn = (line: string): string[] =>
  (line.match(/"(?:[^"\\]|\\.)*"(?=\s|$)|\S+/g) ?? []).map(word =>
    word.startsWith('"') ? String(jsonIn(word, word)) : word,
  )

const isText = (tools: Tool[], tool: string, argument: string): boolean =>
  propertiesOf(tools.find(({ name }) => name === tool)?.schema ?? {}).some(
    ([name, { type }]) => `/${name}` === argument && type === 'string',
  )
