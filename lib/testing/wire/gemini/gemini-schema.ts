import * as z from 'zod'

const TYPES = ['STRING', 'NUMBER', 'INTEGER', 'BOOLEAN', 'ARRAY', 'OBJECT', 'NULL'] as const
const count = z.union([z.int(), z.string().regex(/^\d+$/)]).optional()

/** The part of OpenAPI's schemas that Google takes for parameters; JSON Schema has a field of its own. */
export const GeminiSchema = z.strictObject({
  type: z.string().toUpperCase().pipe(z.enum(TYPES)).optional(),
  format: z.string().optional(),
  title: z.string().optional(),
  description: z.string().optional(),
  nullable: z.boolean().optional(),
  enum: z.array(z.string()).optional(),
  get items() {
    return GeminiSchema.optional()
  },
  get properties() {
    return z.record(z.string(), GeminiSchema).optional()
  },
  get anyOf() {
    return z.array(GeminiSchema).optional()
  },
  required: z.array(z.string()).optional(),
  propertyOrdering: z.array(z.string()).optional(),
  minItems: count,
  maxItems: count,
  minProperties: count,
  maxProperties: count,
  minLength: count,
  maxLength: count,
  minimum: z.number().optional(),
  maximum: z.number().optional(),
  pattern: z.string().optional(),
  default: z.unknown().optional(),
  example: z.unknown().optional(),
})
export type GeminiSchema = z.infer<typeof GeminiSchema>

/** What is wrong with parameters of the right shape: what they require, or list, is not described. */
export function geminiSchemaFault(schema: GeminiSchema, at: string): string | null {
  const { type, items, properties = {}, required = [], anyOf = [] } = schema
  if (!type && anyOf.length === 0) return `${at}.type: must be specified`
  if (type === 'ARRAY' && !items) return `${at}.items: missing field.`
  const missing = required.findIndex(name => !(name in properties))
  if (missing >= 0) return `${at}.required[${missing}]: property is not defined`
  const children: [string, GeminiSchema][] = [
    ...Object.entries(properties).map(([name, child]): [string, GeminiSchema] => [
      `properties[${name}]`,
      child,
    ]),
    ...anyOf.map((child, index): [string, GeminiSchema] => [`any_of[${index}]`, child]),
    ...(items ? [['items', items] satisfies [string, GeminiSchema]] : []),
  ]
  for (const [name, child] of children) {
    const fault = geminiSchemaFault(child, `${at}.${name}`)
    if (fault) return fault
  }
  return null
}
