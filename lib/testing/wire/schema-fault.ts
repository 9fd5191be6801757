import { Ajv } from 'ajv'
import { Ajv2020 } from 'ajv/dist/2020.js'

const options = { strict: false, validateFormats: false, addUsedSchema: false } as const
const draft7 = new Ajv(options)
const draft2020 = new Ajv2020(options)

/** What is wrong with a tool's parameters as a JSON Schema, in words; null where they are an object's schema. */
export function schemaFault(schema: Record<string, unknown>): string | null {
  if (schema.type !== 'object')
    return `schema must be a JSON Schema of 'type: "object"', got 'type: "${String(schema.type)}"'.`
  if (Array.isArray(schema.required) && schema.properties === undefined)
    return "'required' present but 'properties' is missing."
  const ajv = String(schema.$schema ?? '').includes('2020-12') ? draft2020 : draft7
  try {
    ajv.compile(schema)
    return null
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
}
