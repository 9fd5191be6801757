import { withVisibleEscapes } from '../hidden-characters'

/** Whether a value is an object in the sense of JSON. */
export const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** The value of a text; `otherwise` where it is no JSON. */
export function jsonIn(text: string, otherwise?: unknown): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return otherwise
  }
}

/** The object that a text holds as JSON; null where it holds none. */
export function objectIn(text: string): Record<string, unknown> | null {
  const value = jsonIn(text)
  return isObject(value) ? value : null
}

/** A place in a value, as a JSON pointer. */
export const pointerTo = (...keys: PropertyKey[]): string =>
  keys.map(key => `/${String(key).replaceAll('~', '~0').replaceAll('/', '~1')}`).join('')

/** The keys that a JSON pointer names. */
export const keysIn = (pointer: string): string[] =>
  pointer
    .split('/')
    .slice(1)
    .map(key => key.replaceAll('~1', '/').replaceAll('~0', '~'))

/** An object without the members that say nothing. */
export const withoutNulls = (value: Record<string, unknown>): Record<string, unknown> =>
  Object.fromEntries(Object.entries(value).filter(([, member]) => member !== null && member !== undefined))

/** The deepest nesting of objects and lists. Walking or writing a deeper value may overflow the stack. */
export const JSON_DEPTH = 100

/** Whether a value is nested deeper. */
export const isTooDeep = (value: unknown, depth: number = JSON_DEPTH): boolean =>
  typeof value === 'object' &&
  value !== null &&
  (depth === 0 || Object.values(value).some(part => isTooDeep(part, depth - 1)))

const NUL = withVisibleEscapes('\0')

/**
 * Text from outside (a model's words, a tool's output) as a database can store it. Postgres cannot store a NUL
 * character or half of a surrogate pair: visible marks replace them. Keys are texts too; what is nested too deep is
 * left out, with a note.
 */
export const storable = <T>(value: T): T => copyOf(value, JSON_DEPTH) as T

function copyOf(value: unknown, depth: number): unknown {
  if (typeof value === 'string') return value.toWellFormed().replaceAll('\0', NUL)
  if (typeof value !== 'object' || value === null) return value
  if (depth === 0) return `[nested more than ${JSON_DEPTH} levels deep]`
  if (Array.isArray(value)) return value.map(part => copyOf(part, depth - 1))
  const entries = Object.entries(value).map(([key, part]) => [copyOf(key, depth), copyOf(part, depth - 1)])
  return Object.fromEntries(entries)
}
