import * as z from 'zod'
import type { WireModel } from '../protocol'
import { fault2020 } from '../schema-fault'
import type { AnthropicBody } from './anthropic-shape'

const AT = 'output_config.format.schema'

const NOT_SUPPORTED: [keyword: string, type: string][] = [
  ...['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum', 'multipleOf'].map(
    (name): [string, string] => [name, 'number'],
  ),
  ...['minLength', 'maxLength'].map((name): [string, string] => [name, 'string']),
  ...['maxItems', 'uniqueItems'].map((name): [string, string] => [name, 'array']),
  ...['minProperties', 'maxProperties', 'patternProperties'].map((name): [string, string] => [
    name,
    'object',
  ]),
]
const MOST_OPTIONAL = 24
const MOST_UNIONS = 16

/** What Anthropic says of a format: every object is closed, and its grammar must stay small. */
export function formatFault({ output_config }: AnthropicBody, { formats = true }: WireModel): string | null {
  const schema = output_config?.format?.schema
  if (!schema) return null
  if (!formats) return 'output_config.format: structured outputs are not supported for this model.'
  const invalid = fault2020(schema)
  if (invalid) return `${AT}: JSON schema is invalid: ${invalid}`
  const nodes = nodesOf(schema)
  const fault = nodes.map(nodeFault).find(found => found !== null)
  if (fault) return `${AT}: ${fault}`
  const optional = nodes.reduce((sum, node) => sum + optionalIn(node), 0)
  if (optional > MOST_OPTIONAL)
    return (
      `Schemas contains too many optional parameters (${optional}), which would make grammar compilation ` +
      `inefficient. Reduce the number of optional parameters in your tool schemas (limit: ${MOST_OPTIONAL}).`
    )
  const unions = nodes.filter(node => Array.isArray(node.type) || node.anyOf).length
  return unions > MOST_UNIONS
    ? `Schemas contains too many parameters with union types (${unions} parameters with type arrays or anyOf). ` +
        `(limit: ${MOST_UNIONS} parameters with unions).`
    : null
}

const Node = z.looseObject({
  type: z.unknown().optional(),
  properties: z.record(z.string(), z.unknown()).optional(),
  required: z.array(z.string()).optional(),
  anyOf: z.array(z.unknown()).optional(),
})
type Node = z.infer<typeof Node>

const isObject = ({ type }: Node): boolean =>
  type === 'object' || (Array.isArray(type) && type.includes('object'))

function nodeFault(node: Node): string | null {
  if (isObject(node) && !('additionalProperties' in node))
    return "For 'object' type, 'additionalProperties' must be explicitly set to false"
  if (isObject(node) && node.additionalProperties !== false)
    return (
      `For 'object' type, 'additionalProperties: ${JSON.stringify(node.additionalProperties)}' is not ` +
      "supported. Please set 'additionalProperties' to false"
    )
  if ('oneOf' in node) return "Schema type 'oneOf' is not supported"
  const wrong = NOT_SUPPORTED.find(([name]) => name in node)
  return wrong ? `For '${wrong[1]}' type, property '${wrong[0]}' is not supported` : null
}

const optionalIn = ({ properties = {}, required = [] }: Node): number =>
  Object.keys(properties).filter(name => !required.includes(name)).length

/** A schema and all that stand in it. */
function nodesOf(schema: unknown): Node[] {
  const parsed = Node.safeParse(schema)
  if (!parsed.success) return []
  const { properties = {}, anyOf = [], allOf, items, $defs } = parsed.data
  const below = [properties, anyOf, allOf, $defs].flatMap(group =>
    typeof group === 'object' && group ? Object.values(group) : [],
  )
  return [parsed.data, ...[...below, items].flatMap(nodesOf)]
}
