import { isObject } from '@/lib/text/json/json-value'
import type { Invocation } from './call'
import type { JsonSchema } from './tool'

/** A change to one argument. `before` is missing if it was added, `after` if it was removed. */
type ArgumentChange = { name: string; before?: string; after?: string }

/** The arguments that differ, in the order of the earlier ones, followed by those that were added. */
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

/** The arguments of a Call that another tool accepts too, in the order of that tool's schema. */
export function carriedArguments(schema: JsonSchema, args: unknown): Record<string, unknown> {
  const { properties } = schema
  if (!isObject(properties) || !isObject(args)) return {}
  const shared = Object.keys(properties).filter(key => Object.hasOwn(args, key))
  return Object.fromEntries(shared.map(key => [key, args[key]]))
}
