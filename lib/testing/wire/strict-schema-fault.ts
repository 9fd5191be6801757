import * as z from 'zod'

const Node = z.looseObject({
  type: z.unknown().optional(),
  properties: z.record(z.string(), z.unknown()).optional(),
  items: z.unknown().optional(),
  anyOf: z.array(z.unknown()).optional(),
  $defs: z.record(z.string(), z.unknown()).optional(),
})
type Node = z.infer<typeof Node>

const NOT_PERMITTED = [
  ...['oneOf', 'allOf', 'not', 'if', 'then', 'else', 'patternProperties', 'propertyNames'],
  ...['dependentRequired', 'dependentSchemas', 'unevaluatedProperties', 'minProperties', 'maxProperties'],
]
const LEVELS = 10

/**
 * What keeps a schema from being followed to the letter, as OpenAI documents it: an object at the root; every
 * object is closed and requires all it names; the objects of a choice differ in their first key.
 */
export const strictSchemaFault = (schema: Record<string, unknown>): string | null =>
  'anyOf' in schema
    ? "schema must have type 'object' and not have 'anyOf' at the top level."
    : nodeFault(schema, [])

function nodeFault(schema: unknown, at: string[]): string | null {
  const parsed = Node.safeParse(schema)
  if (!parsed.success) return null
  const node = parsed.data
  const where = `In context=(${at.map(name => `'${name}'`).join(', ')})`
  const wrong = NOT_PERMITTED.find(name => name in node)
  if (wrong) return `${where}, '${wrong}' is not permitted.`
  const levels = at.filter(name => name === 'properties' || name === 'items').length
  if (levels > LEVELS) return `${levels} levels of nesting exceeds limit of ${LEVELS}.`
  const fault = node.type === 'object' ? objectFault(node, where) : null
  return fault ?? choiceFault(node) ?? childrenFault(node, at)
}

function objectFault({ properties = {}, ...rest }: Node, where: string): string | null {
  if (rest.additionalProperties !== false)
    return `${where}, 'additionalProperties' is required to be supplied and to be false.`
  const required = z.array(z.string()).catch([]).parse(rest.required)
  const missing = Object.keys(properties).find(name => !required.includes(name))
  return missing === undefined
    ? null
    : `${where}, 'required' is required to be supplied and to be an array including every key in ` +
        `properties. Missing '${missing}'.`
}

function choiceFault({ anyOf = [] }: Node): string | null {
  const first = anyOf.flatMap(choice => Object.keys(Node.safeParse(choice).data?.properties ?? {})[0] ?? [])
  return new Set(first).size === first.length
    ? null
    : "Objects provided via 'anyOf' must not share identical first keys. Consider adding a discriminator key " +
        'or rearranging the properties to ensure the first key is unique.'
}

function childrenFault(
  { properties = {}, items, anyOf = [], $defs = {} }: Node,
  at: string[],
): string | null {
  const children: [string[], unknown][] = [
    ...Object.entries(properties).map(([name, child]): [string[], unknown] => [['properties', name], child]),
    ...Object.entries($defs).map(([name, child]): [string[], unknown] => [['$defs', name], child]),
    ...anyOf.map((child, index): [string[], unknown] => [['anyOf', String(index)], child]),
    [['items'], items],
  ]
  for (const [step, child] of children) {
    const fault = nodeFault(child, [...at, ...step])
    if (fault) return fault
  }
  return null
}
