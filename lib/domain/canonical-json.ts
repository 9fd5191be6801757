import { isObject } from './is-object'

/** A JSON value as one text, however its keys were ordered. */
export const canonicalJson = (value: unknown): string => JSON.stringify(ordered(value)) ?? ''

function ordered(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(ordered)
  if (!isObject(value)) return value
  return Object.entries(value)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([key, inner]) => [key, ordered(inner)])
}
