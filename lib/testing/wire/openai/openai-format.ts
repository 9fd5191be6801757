import * as z from 'zod'
import type { Objection, WireModel } from '../protocol'
import { schemaFault } from '../schema-fault'
import { strictSchemaFault } from '../strict-schema-fault'

/** A schema that a reply is to follow. */
const Asked = z.strictObject({
  name: z.string().regex(/^[a-zA-Z0-9_-]{1,64}$/),
  description: z.string().optional(),
  schema: z.record(z.string(), z.unknown()),
  strict: z.boolean().nullish(),
})
type Asked = z.infer<typeof Asked>

const plain = z.strictObject({ type: z.enum(['text', 'json_object']) })

/** In chat completions the schema stands in a field of its own, in Responses beside its type. */
export const ChatFormat = z.discriminatedUnion('type', [
  plain,
  z.strictObject({ type: z.literal('json_schema'), json_schema: Asked }),
])
export const ResponsesFormat = z.discriminatedUnion('type', [
  plain,
  z.strictObject({ type: z.literal('json_schema'), ...Asked.shape }),
])

/** What OpenAI says of a format that this model does not take, or that cannot be followed. */
export function formatObjection(
  asked: Asked | undefined,
  { formats = true }: WireModel,
  param: string,
): Objection | null {
  if (!asked) return null
  if (!formats)
    return {
      message: `Invalid parameter: '${param}' of type 'json_schema' is not supported with this model.`,
      param,
    }
  const { name, schema, strict } = asked
  const fault = schemaFault(schema) ?? (strict ? strictSchemaFault(schema) : null)
  if (!fault) return null
  const message = `Invalid schema for response_format '${name}': ${fault}`
  return { message, param, code: 'invalid_json_schema' }
}

/** Only a strict one is followed to the letter; the others are a hint. */
export const followed = (asked: Asked | undefined) => (asked?.strict ? { replySchema: asked.schema } : {})
