import { propertiesOf } from '../elements'
import type { OfferedTool } from '../spoken'

/** The parameter that a value without a name is meant for: the only one that is needed, or that there is. */
export function soleParameter({ schema }: OfferedTool): string | null {
  const required: unknown[] = Array.isArray(schema.required) ? schema.required : []
  const names = required.length > 0 ? required : Object.keys(propertiesOf(schema))
  const [name, ...others] = names
  return typeof name === 'string' && others.length === 0 ? name : null
}
