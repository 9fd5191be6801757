import { isObject } from '@/lib/json/json-value'
import type { JsonSchema } from './tool'

const MAPS = new Set(['properties', 'patternProperties', '$defs', 'definitions', 'dependentSchemas'])
const LISTS = new Set(['anyOf', 'oneOf', 'allOf', 'prefixItems'])
const ONES = new Set([
  'items',
  'additionalProperties',
  'not',
  'contains',
  'propertyNames',
  'if',
  'then',
  'else',
])
/** Here any value means itself. */
const VALUES = new Set(['const', 'default', 'enum', 'examples', 'example'])
const OF_ITEMS = new Set(['items', 'additionalItems'])

/**
 * A schema of any draft, from 4 on, as one of 2020-12, which all compilers and providers know. A keyword that says null
 * says nothing.
 */
export const modernSchema = (schema: JsonSchema): JsonSchema =>
  Object.fromEntries(Object.entries(schema).flatMap(([key, value]) => modernMembers(key, value, schema)))

function modernMembers(key: string, value: unknown, schema: JsonSchema): [string, unknown][] {
  if (VALUES.has(key)) return [[key, value]]
  if (value === null || key === '$schema' || (key === 'id' && typeof value === 'string')) return []
  if (OF_ITEMS.has(key) && Array.isArray(schema.items)) {
    const list = [schema.items].flat()
    if (key === 'items') return [['prefixItems', list.map(modern)]]
    return [['items', modern(value)]]
  }
  if (key === 'required' && !Array.isArray(value)) return []
  const limit = /^exclusive(M(?:in|ax)imum)$/.exec(key)?.[1]?.toLowerCase()
  if (limit && typeof value === 'boolean') return value && limit in schema ? [[key, schema[limit]]] : []
  if (MAPS.has(key))
    return isObject(value)
      ? [[key, Object.fromEntries(Object.entries(value).map(([name, one]) => [name, modern(one)]))]]
      : []
  if (LISTS.has(key)) return Array.isArray(value) ? [[key, value.map(modern)]] : []
  return [[key, ONES.has(key) ? modern(value) : value]]
}

const modern = (value: unknown): unknown => {
  if (isObject(value)) return modernSchema(value)
  return typeof value === 'boolean' ? value : {}
}
