import { hasHiddenCharacters } from '@/lib/text/hidden-characters'
import { parseJsonText } from '@/lib/text/json/json-text'
import { jsonIn } from '@/lib/text/json/json-value'
import { hasLookAlikesInName, hasLookAlikesInProse } from '@/lib/text/look-alikes'
import type { Job } from '../job'

/**
 * `look_alike_content`: in content rather than in names, where it deserves a warning and no more. `unexamined`: there
 * was not time enough to look, so it may hold anything. `inexact`: a number that no Rule can tell from others like it.
 */
export type Suspicion = 'hidden' | 'look_alike' | 'look_alike_content' | 'unexamined' | 'inexact'

/**
 * The arguments whose values are content or plain language. All others name something: a path, a command, an address.
 */
const CONTENTS = new Set(
  'content contents text body old new patch message summary description title prompt note notes comment reason question answer query subject markdown html steps'.split(
    ' ',
  ),
)

/**
 * What in arguments, and in the paths they resolve to, may be read as something else, even if JSON escapes spell it.
 */
export function suspicionsIn(argumentsText: string, paths: string[] = []): Suspicion[] {
  const named = paths.map(text => ({ text, isContent: false }))
  const parts = [...partsIn(argumentsText), ...named]
  const isHidden = hasHiddenCharacters(argumentsText) || parts.some(({ text }) => hasHiddenCharacters(text))
  const isDeceptiveName = parts.some(({ text, isContent }) => !isContent && hasLookAlikesInName(text))
  const isDeceptiveContent = parts.some(({ text, isContent }) => isContent && hasLookAlikesInProse(text))
  return [
    ...(isHidden ? (['hidden'] as const) : []),
    ...(isDeceptiveName ? (['look_alike'] as const) : []),
    ...(isDeceptiveContent ? (['look_alike_content'] as const) : []),
    ...(isInexact(argumentsText) ? (['inexact'] as const) : []),
  ]
}

function isInexact(argumentsText: string): boolean {
  const read = parseJsonText(argumentsText)
  return !read.ok && read.codedText.code === 'fault.inexact'
}

export const FIND_SUSPICIONS: Job<{ argumentsText: string; paths: string[] }, Suspicion[]> = {
  name: 'find suspicious characters',
  size: ({ argumentsText }) => argumentsText.length,
  longestMs: 60_000,
  run: ({ argumentsText, paths }) => suspicionsIn(argumentsText, paths),
}

/** Whether the names in a Call are what they look like, so that a rule may let it pass. */
export const isAsItLooks = ({ suspicions }: { suspicions: string[] }): boolean =>
  suspicions.every(kind => kind === 'look_alike_content')

type Part = { text: string; isContent: boolean }

function partsIn(text: string): Part[] {
  const parts: Part[] = []
  const whole = jsonIn(text)
  if (whole === undefined) return [{ text, isContent: false }]
  const values = [{ value: whole, isContent: false }]
  for (let next = values.pop(); next !== undefined; next = values.pop()) {
    const { value, isContent } = next
    if (typeof value === 'string') parts.push({ text: value, isContent })
    if (typeof value !== 'object' || value === null) continue
    for (const [key, part] of Object.entries(value)) {
      const isNamed = !Array.isArray(value)
      if (isNamed) parts.push({ text: key, isContent: false })
      values.push({ value: part, isContent: isContent || (isNamed && CONTENTS.has(key)) })
    }
  }
  return parts
}
