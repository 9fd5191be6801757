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

/** What was changed, in numbers: which arguments, and how many lines each side has that the other has not. */
type ChangeSize = { names: string[]; added: number; removed: number }

export function changeSize(before: Invocation, after: Invocation): ChangeSize {
  const size: ChangeSize = { names: [], added: 0, removed: 0 }
  for (const { name, before: was, after: is } of argumentChanges(before, after)) {
    const counts = new Map<string, number>()
    for (const line of linesOf(is)) counts.set(line, (counts.get(line) ?? 0) + 1)
    for (const line of linesOf(was)) counts.set(line, (counts.get(line) ?? 0) - 1)
    if (name !== '') size.names.push(name)
    for (const count of counts.values()) {
      size.added += Math.max(0, count)
      size.removed += Math.max(0, -count)
    }
  }
  return size
}

const linesOf = (text: string | undefined): string[] => text?.replace(/\n$/, '').split('\n') ?? []

const wordsOf = (value: unknown): string =>
  typeof value === 'string' ? value : (JSON.stringify(value) ?? '')

/** The arguments of a Call that another tool accepts too, in the order of that tool's schema. */
export function carriedArguments(schema: JsonSchema, args: unknown): Record<string, unknown> {
  const { properties } = schema
  if (!isObject(properties) || !isObject(args)) return {}
  const shared = Object.keys(properties).filter(key => Object.hasOwn(args, key))
  return Object.fromEntries(shared.map(key => [key, args[key]]))
}
