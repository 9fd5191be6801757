import type { Invocation } from './call'
import { isObject } from './is-object'

/** What a person made of one argument. `before` or `after` is missing where there was none, or is none now. */
export type ArgumentChange = { name: string; before?: string; after?: string }

/** The arguments that differ, in the order in which the earlier ones stand; then those that were added. */
export function argumentChanges(before: Invocation, after: Invocation): ArgumentChange[] {
  const [was, is] = [before.arguments, after.arguments]
  if (!isObject(was) || !isObject(is)) {
    return wordsOf(was) === wordsOf(is) ? [] : [{ name: '', before: wordsOf(was), after: wordsOf(is) }]
  }
  const names = [...new Set([...Object.keys(was), ...Object.keys(is)])]
  return names.flatMap(name => {
    const one = Object.hasOwn(was, name) ? { before: wordsOf(was[name]) } : {}
    const other = Object.hasOwn(is, name) ? { after: wordsOf(is[name]) } : {}
    return 'before' in one && 'after' in other && one.before === other.after
      ? []
      : [{ name, ...one, ...other }]
  })
}

const wordsOf = (value: unknown): string =>
  typeof value === 'string' ? value : (JSON.stringify(value) ?? '')
