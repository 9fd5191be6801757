import { isObject } from '@/lib/text/json/json-value'
import type { JsonSchema } from './tool'

const MAPS = new Set(
  'properties patternProperties $defs definitions dependencies dependentSchemas'.split(' '),
)
/** Here any value means itself. */
const VALUES = new Set(['const', 'default', 'enum', 'examples', 'example'])

/**
 * A schema of any draft, from 4 on, as one of 2020-12, which all compilers and providers know. A keyword that says null
 * says nothing.
 */
export const modernSchema = (schema: JsonSchema): JsonSchema =>
  Object.fromEntries(Object.entries(schema).flatMap(([key, value]) => modernMembers(key, value, schema)))

function modernMembers(key: string, value: unknown, schema: JsonSchema): [string, unknown][] {
  if (value === null && key !== 'const' && key !== 'default') return []
  if (VALUES.has(key)) return [[key, value]]
  if (key === '$schema' || (key === 'id' && typeof value === 'string')) return []
  if (key === 'required' && !Array.isArray(value)) return []
  const limit = /^exclusive(M(?:in|ax)imum)$/.exec(key)?.[1]?.toLowerCase()
  if (limit && typeof value === 'boolean') return value && limit in schema ? [[key, schema[limit]]] : []
  if (Array.isArray(schema.items) && key === 'items') return [['prefixItems', modern(value)]]
  if (Array.isArray(schema.items) && key === 'additionalItems') return [['items', modern(value)]]
  if (!MAPS.has(key)) return [[key, modern(value)]]
  if (!isObject(value)) return []
  return [[key, Object.fromEntries(Object.entries(value).map(([name, each]) => [name, modern(each ?? {})]))]]
}

function modern(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(modern)
  return isObject(value) ? modernSchema(value) : (value ?? {})
}
