import { withVisibleEscapes } from './hidden-characters'
import { JSON_DEPTH } from './json-depth'

const NUL = withVisibleEscapes('\0')

/**
 * What comes from outside (a model's words, a tool's output) as a database can hold it. No text of Postgres
 * has a NUL character or half of a surrogate pair: in their places stand marks that people see. Keys are
 * texts too; what nests deeper than can be walked is left out, with a word about it.
 */
export const storable = <T>(value: T): T => made(value, JSON_DEPTH) as T

function made(value: unknown, depth: number): unknown {
  if (typeof value === 'string') return value.toWellFormed().replaceAll('\0', NUL)
  if (typeof value !== 'object' || value === null) return value
  if (depth === 0) return `[nested more than ${JSON_DEPTH} levels deep]`
  if (Array.isArray(value)) return value.map(part => made(part, depth - 1))
  const entries = Object.entries(value).map(([key, part]) => [made(key, depth), made(part, depth - 1)])
  return Object.fromEntries(entries)
}
