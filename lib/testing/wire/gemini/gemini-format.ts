import * as z from 'zod'
import type { WireModel } from '../protocol'
import { fault2020 } from '../schema-fault'
import type { GeminiBody } from './gemini-shape'

/** Those that Google says it takes; what else a schema says is not followed. */
const SUPPORTED = [
  ...['$id', '$defs', '$ref', '$anchor', '$schema', 'type', 'format', 'title', 'description', 'enum'],
  ...['items', 'prefixItems', 'minItems', 'maxItems', 'minimum', 'maximum', 'anyOf', 'oneOf'],
  ...['properties', 'additionalProperties', 'required', 'propertyOrdering'],
]

/** What Google says of a format. */
export function formatFault(
  { generationConfig = {}, tools = [] }: GeminiBody,
  { id, formats = true }: WireModel,
): string | null {
  const { responseMimeType, responseSchema, responseJsonSchema: schema } = generationConfig
  if ((schema || responseSchema) && responseMimeType !== 'application/json')
    return 'Response schema is only supported with response mime type application/json.'
  if (schema && responseSchema) return 'Only one of response_schema and response_json_schema may be set.'
  if (responseMimeType !== 'application/json') return null
  if (!formats) return 'JSON mode is not enabled for this model'
  if (tools.length > 0 && !TAKES_BOTH.test(id))
    return "Function calling with a response mime type: 'application/json' is unsupported"
  return schema ? (fault2020(schema) ?? nodeFault(schema)) : null
}

/** Models that take tools beside it. */
const TAKES_BOTH = /gemini-[3-9]/

const Node = z.looseObject({
  properties: z.record(z.string(), z.unknown()).optional(),
  $defs: z.record(z.string(), z.unknown()).optional(),
  anyOf: z.array(z.unknown()).optional(),
})

function nodeFault(schema: unknown): string | null {
  const parsed = Node.safeParse(schema)
  if (!parsed.success) return null
  const { properties = {}, $defs = {}, anyOf = [], items, ...rest } = parsed.data
  const wrong = Object.keys(rest).find(name => !SUPPORTED.includes(name))
  if (wrong) return `GenerationConfig.response_json_schema: '${wrong}' is not supported.`
  const children = [...Object.values(properties), ...Object.values($defs), ...anyOf, items]
  return children.map(nodeFault).find(fault => fault !== null) ?? null
}

/** What an answer cannot but follow. */
export const followed = ({ generationConfig }: GeminiBody) =>
  generationConfig?.responseJsonSchema ? { replySchema: generationConfig.responseJsonSchema } : {}
