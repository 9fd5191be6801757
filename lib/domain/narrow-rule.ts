import { isObject } from './is-object'
import type { Matcher } from './rule'

/** More conditions than these are one: the arguments as a whole. */
const MOST = 20

/**
 * The conditions of the narrowest rule that lets a Call pass from now on: each argument is exactly what it is.
 * A person may drop some of them.
 */
export function narrowMatchers(args: unknown): Matcher[] {
  const entries = isObject(args) ? Object.entries(args) : []
  if (!isObject(args) || entries.length > MOST) return [{ argument: '', kind: 'exact', value: args }]
  return entries.map(([key, value]) => ({ argument: pointerTo(key), kind: 'exact', value }))
}

const pointerTo = (key: string): string => `/${key.replace(/~/g, '~0').replace(/\//g, '~1')}`
