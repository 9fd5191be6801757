import type { CodedText } from '@/lib/messages/phrase'
import { isObject, keysIn, pointerTo } from '@/lib/text/json/json-value'
import { oneLine } from '@/lib/text/truncate'
import type { Tool } from '../call/tool'
import { type FieldError, fieldFault } from '../contract/problem'
import type { Instant } from '../instant'
import { isWild, type Matcher, narrows, type Rule } from './rule'
import { argumentName } from './rule-text'

type Parts = Pick<Rule, 'effect' | 'tool' | 'matchers' | 'expiresAt'>

/** `reach`: the arguments of the Tool that a Rule which allows has to name in any case. */
type Target = { tool: Tool; reach: string[] } | null

/** Why a Rule could never match, or would allow everything, by field. `target`: the Tool that it names, where it is one. */
export function ruleFaults(
  { effect, tool, matchers, expiresAt }: Parts,
  target: Target,
  now: Instant,
): FieldError[] {
  const errors: FieldError[] = []
  const fault = (path: string, codedText: CodedText): void => void errors.push(fieldFault(path, codedText))
  if (!tool.endsWith('*') && !target) fault('/tool', { code: 'fault.unknownToolHere', params: { tool } })
  if (expiresAt !== undefined && expiresAt <= now) fault('/expiresAt', { code: 'fault.past' })
  if (effect === 'allow' && tool === '*' && !matchers.some(narrows))
    fault('/tool', { code: 'fault.allowsAll' })
  for (const [index, matcher] of matchers.entries()) {
    const path = `/matchers/${index}`
    const argument = argumentName(matcher.argument)
    const [name = ''] = keysIn(matcher.argument)
    const { properties, additionalProperties: others } = target?.tool.schema ?? {}
    if (isObject(properties) && matcher.argument !== '') {
      const property = properties[name]
      const isOpen = isObject(others) || others === true
      if (property === undefined && !isOpen)
        fault(`${path}/argument`, { code: 'fault.noArgument', params: { argument, tool: oneLine(tool) } })
      else if (!canHold(matcher, property, matcher.argument === pointerTo(name)))
        fault(`${path}/kind`, { code: 'fault.otherType', params: { argument } })
    }
    const never = neverMatches(matcher, effect)
    if (never) fault(`${path}/value`, never)
  }
  const unnamed = target?.reach.find(
    pointer => pointer !== '' && !matchers.some(({ argument }) => argument === '' || argument === pointer),
  )
  if (effect === 'allow' && unnamed !== undefined)
    fault('/matchers', { code: 'fault.mustName', params: { argument: argumentName(unnamed) } })
  return errors
}

/** Whether an argument can have a value that the condition is about, as far as its schema says. */
function canHold({ kind }: Matcher, property: unknown, isWhole: boolean): boolean {
  const types = isObject(property) && isWhole ? [property.type].flat() : []
  if (types.every(type => typeof type !== 'string') || kind === 'exact') return true
  return kind === 'range'
    ? types.some(type => type === 'number' || type === 'integer')
    : types.includes('string')
}

function neverMatches(matcher: Matcher, effect: Rule['effect']): CodedText | null {
  switch (matcher.kind) {
    case 'range': {
      const { min, max } = matcher.value
      return min !== undefined && max !== undefined && min > max ? { code: 'fault.emptyRange' } : null
    }
    case 'host':
      return /^(?:\*\.)?(?:[a-z\d.-]+|\[[\da-f:.]+\])(?::\d+)?$/i.test(matcher.value)
        ? null
        : { code: 'fault.hostForm' }
    case 'prefix':
    case 'glob':
      return matcher.value.split(/[\\/]/).includes('..') ? { code: 'fault.climbs' } : null
    case 'command':
      return effect === 'allow' && isWild(matcher.value[0] ?? '') ? { code: 'fault.anyCommand' } : null
    default:
      return null
  }
}
