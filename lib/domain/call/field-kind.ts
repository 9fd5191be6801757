import type { JsonNode } from '@/lib/text/json/json-tree'
import { isObject, keysIn } from '@/lib/text/json/json-value'
import type { JsonSchema } from './tool'

/** A value that may be chosen, by its JSON text, and what it is called. */
export type FieldChoice = { raw: string; title: string }

/** Which form field edits a value. `json`: as text, where no simpler field could hold it exactly. */
export type FieldKind =
  | { kind: 'text' | 'number' | 'boolean' | 'json' }
  | { kind: 'choice' | 'choices'; choices: FieldChoice[] }
  | { kind: 'group'; properties: [string, JsonSchema][] }

/** The field for a value, by its schema and its current content: never one that would change its type. */
export function fieldKind(schema: JsonSchema, node: JsonNode | undefined): FieldKind {
  const { type } = schema
  const choices = choicesOf(schema)
  const types: unknown[] = Array.isArray(type) ? type.filter(name => name !== 'null') : [type]
  const one = types[0] === undefined && !('anyOf' in schema || 'oneOf' in schema) ? typeIn(node) : types[0]
  const is = (...names: string[]): boolean => types.length === 1 && names.includes(String(one))
  if (choices.length > 0 && isScalar(node)) return { kind: 'choice', choices }
  const several = is('array') && isObject(schema.items) ? choicesOf(schema.items) : []
  if (several.length > 0 && isChosenFrom(node, several)) return { kind: 'choices', choices: several }
  if (is('string') && holds(node, 'string')) return { kind: 'text' }
  if (is('number', 'integer') && holds(node, 'number')) return { kind: 'number' }
  if (is('boolean') && holds(node, 'boolean')) return { kind: 'boolean' }
  const properties = propertiesOf(schema)
  if (properties.length > 0 && (!node || node.kind === 'object')) return { kind: 'group', properties }
  return { kind: 'json' }
}

function choicesOf({ enum: values, oneOf, anyOf }: JsonSchema): FieldChoice[] {
  if (Array.isArray(values)) return values.map(value => choice(value))
  const named = oneOf ?? anyOf
  if (!Array.isArray(named) || !named.every(isConst)) return []
  return named.map(({ const: value, title }) => choice(value, title))
}

const isConst = (schema: unknown): schema is JsonSchema => isObject(schema) && 'const' in schema

function choice(value: unknown, title?: unknown): FieldChoice {
  const raw = JSON.stringify(value)
  return { raw, title: typeof title === 'string' ? title : typeof value === 'string' ? value : raw }
}

/** Whether boxes to tick hold a list exactly: each of its values is one of the choices, in their order. */
function isChosenFrom(node: JsonNode | undefined, choices: FieldChoice[]): boolean {
  if (!node) return true
  if (node.kind !== 'array') return false
  const at = node.items.map(item =>
    item.kind === 'scalar' ? choices.findIndex(({ raw }) => raw === JSON.stringify(item.value)) : -1,
  )
  return at.every((position, index) => position > (at[index - 1] ?? -1))
}

const typeIn = (node: JsonNode | undefined): string | undefined =>
  node?.kind === 'scalar' ? typeof node.value : undefined

const isScalar = (node: JsonNode | undefined): boolean => !node || node.kind === 'scalar'

const holds = (node: JsonNode | undefined, type: string): boolean =>
  !node || (node.kind === 'scalar' && typeof node.value === type)

/** The arguments that a schema names, in its order. */
export function propertiesOf({ properties }: JsonSchema): [string, JsonSchema][] {
  return isObject(properties)
    ? Object.entries(properties).map(([key, schema]) => [key, isObject(schema) ? schema : {}])
    : []
}

/** The names that a schema requires. The database keeps the order of a list, and not that of properties. */
export const requiredBy = ({ required }: JsonSchema): unknown[] => (Array.isArray(required) ? required : [])

/** The arguments that a schema names, first those that it requires, and after them those that are there beside it. */
export function fieldsOf(schema: JsonSchema, present: string[]): [string, JsonSchema][] {
  const required = requiredBy(schema)
  const placeOf = (key: string): number => (required.includes(key) ? required.indexOf(key) : required.length)
  const properties = propertiesOf(schema).sort(([one], [other]) => placeOf(one) - placeOf(other))
  const names = new Set(properties.map(([key]) => key))
  return [
    ...properties,
    ...present.filter(key => !names.has(key)).map((key): [string, JsonSchema] => [key, {}]),
  ]
}

/** Follows a `$ref` within the document, and takes a choice between a schema and null as that schema. */
export function resolveSchema(schema: JsonSchema, root: JsonSchema, depth = 0): JsonSchema {
  const { $ref: ref } = schema
  const only = onlyChoice(schema)
  if (only && depth <= 20) return resolveSchema(only, root, depth + 1)
  if (typeof ref !== 'string' || !ref.startsWith('#/') || depth > 20) return schema
  let value: unknown = root
  for (const key of keysIn(ref)) {
    value = isObject(value) && Object.hasOwn(value, key) ? value[key] : undefined
  }
  return isObject(value) ? resolveSchema(value, root, depth + 1) : {}
}

function onlyChoice({ anyOf, oneOf }: JsonSchema): JsonSchema | undefined {
  const choices: unknown = anyOf ?? oneOf
  if (!Array.isArray(choices)) return undefined
  const others = choices.filter(isObject).filter(({ type }) => type !== 'null')
  return others.length === 1 && choices.length === 2 ? others[0] : undefined
}
