import { Ajv } from 'ajv'
import { Ajv2020 } from 'ajv/dist/2020.js'
import * as z from 'zod'

const options = { strict: false, validateFormats: false, addUsedSchema: false } as const
const draft7 = new Ajv(options)
const draft2020 = new Ajv2020(options)

type Schema = Record<string, unknown>

/** What is wrong with a tool's parameters as a JSON Schema, in words; null where they are an object's schema. */
export function schemaFault(schema: Schema): string | null {
  if (schema.type !== 'object')
    return `schema must be a JSON Schema of 'type: "object"', got 'type: "${String(schema.type)}"'.`
  if (Array.isArray(schema.required) && schema.properties === undefined)
    return "'required' present but 'properties' is missing."
  return compileFault(String(schema.$schema ?? '').includes('2020-12') ? draft2020 : draft7, schema)
}

/** What is wrong with a schema where only draft 2020-12 is spoken, whatever it says of itself. */
export const fault2020 = ({ $schema: _, ...schema }: Schema): string | null => compileFault(draft2020, schema)

function compileFault(ajv: Ajv, schema: Schema): string | null {
  try {
    ajv.compile(schema)
    return null
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
}

const Node = z.looseObject({
  properties: z.record(z.string(), z.unknown()).optional(),
  items: z.unknown().optional(),
})

/** What keeps a schema from being followed to the letter: every object is closed and requires all it names. */
export function strictSchemaFault(schema: unknown, at: string[] = []): string | null {
  const node = Node.safeParse(schema)
  if (!node.success) return null
  const { properties, items, ...rest } = node.data
  const where = `In context=(${at.map(name => `'${name}'`).join(', ')})`
  if (rest.type === 'object' && rest.additionalProperties !== false)
    return `${where}, 'additionalProperties' is required to be supplied and to be false.`
  const required = z.array(z.string()).catch([]).parse(rest.required)
  for (const [name, child] of Object.entries(properties ?? {})) {
    if (!required.includes(name))
      return (
        `${where}, 'required' is required to be supplied and to be an array including every key in ` +
        `properties. Missing '${name}'.`
      )
    const fault = strictSchemaFault(child, [...at, 'properties', name])
    if (fault) return fault
  }
  return strictSchemaFault(items, [...at, 'items'])
}
