import { Ajv } from 'ajv'
import { Ajv2020 } from 'ajv/dist/2020.js'

const options = { strict: false, validateFormats: false, addUsedSchema: false } as const
const COMPILERS = { draft7: new Ajv(options), draft2020: new Ajv2020(options) }

type Schema = Record<string, unknown>

/** What is wrong with a tool's parameters as a JSON Schema, in words; null where they are an object's schema. */
export function schemaFault(schema: Schema): string | null {
  if (schema.type !== 'object')
    return `schema must be a JSON Schema of 'type: "object"', got 'type: "${String(schema.type)}"'.`
  if (Array.isArray(schema.required) && schema.properties === undefined)
    return "'required' present but 'properties' is missing."
  return compileFault(String(schema.$schema ?? '').includes('2020-12') ? 'draft2020' : 'draft7', schema)
}

/** What is wrong with a schema where only draft 2020-12 is spoken, whatever it says of itself. */
export const fault2020 = ({ $schema: _, ...schema }: Schema): string | null =>
  compileFault('draft2020', schema)

/** What was found of schemas, by their texts: clients offer the same tools with every request. */
const found = { draft7: new Map<string, string | null>(), draft2020: new Map<string, string | null>() }

function compileFault(draft: keyof typeof found, schema: Schema): string | null {
  const text = JSON.stringify(schema)
  const known = found[draft].get(text)
  if (known !== undefined) return known
  const fault = faultOf(COMPILERS[draft], schema)
  found[draft].set(text, fault)
  return fault
}

function faultOf(ajv: Ajv, schema: Schema): string | null {
  try {
    ajv.compile(schema)
    return null
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
}

/** What an answer is that a schema rules out, in words; null where it fits. */
export function misfit(schema: Schema, text: string): string | null {
  const ajv = COMPILERS.draft2020
  const fits = ajv.compile(schema)
  try {
    return fits(JSON.parse(text)) ? null : ajv.errorsText(fits.errors)
  } catch {
    return 'it is no JSON'
  }
}
