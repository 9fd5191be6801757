import type { Objection } from '../protocol'
import { schemaFault } from '../schema-fault'
import { strictSchemaFault } from '../strict-schema-fault'

type OfferedTool = {
  name: string
  parameters?: Record<string, unknown> | null | undefined
  strict?: boolean | null | undefined
  /** Where its schema stands in the body. */
  at: string
}

type Choice = string | { name: string } | undefined

/** What OpenAI says of the tools that a request offers, and of the one it chooses. */
export function toolsObjection(tools: OfferedTool[], choice: Choice): Objection | null {
  const names = tools.map(({ name }) => name)
  if (choice && tools.length === 0)
    return { message: "'tool_choice' is only allowed when 'tools' are specified.", param: 'tool_choice' }
  if (typeof choice === 'object' && !names.includes(choice.name))
    return { message: `Tool choice '${choice.name}' not found in 'tools'.`, param: 'tool_choice' }
  for (const [index, { name, parameters, strict, at }] of tools.entries()) {
    if (names.indexOf(name) !== index) return { message: `Tool names must be unique: '${name}'.` }
    const fault = parameters && (schemaFault(parameters) ?? (strict ? strictSchemaFault(parameters) : null))
    const message = `Invalid schema for function '${name}': ${fault}`
    if (fault) return { message, param: at, code: 'invalid_function_parameters' }
  }
  return null
}
