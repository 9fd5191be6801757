import { propertiesOf, resolveSchema } from '@/lib/domain/call/field-kind'
import type { JsonSchema } from '@/lib/domain/call/tool'
import { isObject } from '@/lib/text/json/json-value'

/** An argument as a line of a table. What lies in an object is named with it: `range.from`. */
type SchemaRow = {
  name: string
  type: string
  /** The values that it may have, as JSON; none where it may have others. */
  choices: string[]
  isRequired: boolean
  description: string
}

/** Deeper ones are read in the schema itself. */
const DEEPEST = 4

/** The arguments that a schema asks for, in its order. */
export function schemaRows(schema: JsonSchema): SchemaRow[] {
  return rowsIn(schema, { root: schema, prefix: '', depth: 0 })
}

type Scope = { root: JsonSchema; prefix: string; depth: number }

function rowsIn(schema: JsonSchema, { root, prefix, depth }: Scope): SchemaRow[] {
  const required = Array.isArray(schema.required) ? schema.required : []
  return propertiesOf(schema).flatMap(([key, own]) => {
    const resolved = resolveSchema(own, root)
    const name = `${prefix}${key}`
    const row = {
      name,
      type: typeOf(resolved, root),
      choices: choicesOf(resolved),
      isRequired: required.includes(key),
      description: String(own.description ?? resolved.description ?? ''),
    }
    if (depth >= DEEPEST) return [row]
    const inner = innerOf(resolved, root)
    if (!inner) return [row]
    return [row, ...rowsIn(inner.schema, { root, prefix: `${name}${inner.mark}.`, depth: depth + 1 })]
  })
}

/** What an object, or each item of a list, consists of. */
function innerOf(schema: JsonSchema, root: JsonSchema): { schema: JsonSchema; mark: string } | null {
  if (propertiesOf(schema).length > 0) return { schema, mark: '' }
  const items = isObject(schema.items) ? resolveSchema(schema.items, root) : null
  return items && propertiesOf(items).length > 0 ? { schema: items, mark: '[]' } : null
}

function typeOf(schema: JsonSchema, root: JsonSchema): string {
  const { type, items } = schema
  if (type === 'array') {
    const item = isObject(items) ? typeOf(resolveSchema(items, root), root) : 'any'
    return `array of ${item}`
  }
  if (typeof type === 'string') return type
  if (Array.isArray(type)) return type.join(' or ')
  const variants: unknown = schema.anyOf ?? schema.oneOf
  if (Array.isArray(variants)) {
    const types = variants.filter(isObject).map(variant => typeOf(resolveSchema(variant, root), root))
    return [...new Set(types)].join(' or ')
  }
  const [choice] = choicesIn(schema)
  return choice === undefined ? 'any' : typeof choice
}

const choicesIn = (schema: JsonSchema): unknown[] => {
  if ('const' in schema) return [schema.const]
  return Array.isArray(schema.enum) ? schema.enum : []
}

const choicesOf = (schema: JsonSchema): string[] =>
  choicesIn(schema).map(choice => (typeof choice === 'string' ? choice : JSON.stringify(choice)))
