import { withVisibleEscapes } from '@/lib/text/hidden-characters'
import { JSON_DEPTH } from './json-value'

const NUL = withVisibleEscapes('\0')

/**
 * Text from outside (a model's words, a tool's output) as a database can store it. Postgres cannot store a NUL
 * character or half of a surrogate pair: visible marks replace them. Keys are texts too; what is nested too deep is
 * left out, with a note.
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
