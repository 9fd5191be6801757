import type { ToolInvocation } from './dialect'
import { objectOf } from './elements'
import { isJson, itemsOf, membersOf } from './json-scan'

/** Whether a text may be the name of a Tool, including separators for server names. */
export const isToolName = (text: string): boolean => /^[\w.:/-]{1,128}$/.test(text)

const NAMES = ['name', 'tool', 'tool_name', 'function']
const ARGUMENTS = ['arguments', 'parameters', 'args', 'input', 'params', 'kwargs']
/** What is said of a Call, and not to its tool. */
const OF_CALL = /^(?:id|call_id|tool_call_id|type|index|thoughts?|reasoning)$/

/** The Calls that a JSON value represents: an object or a list of objects, each with a name; null if it is neither. */
export function callsIn(json: string): ToolInvocation[] | null {
  const calls = valuesIn(json).map(callIn)
  return calls.length > 0 && calls.every(call => call !== null) ? calls : null
}

/** The items of a list; any other value is the only one. */
const valuesIn = (json: string): string[] =>
  json.startsWith('[') ? (itemsOf(json) ?? []).map(({ text }) => text) : [json]

/** One Call, possibly nested under `function`. */
export function callIn(json: string): ToolInvocation | null {
  const nested = membersOf(json)?.get('function')
  return plainCall(nested?.startsWith('{') ? nested : json)
}

/** A tool declaration has a description instead of arguments. */
function plainCall(json: string): ToolInvocation | null {
  const members = membersOf(json)
  if (!members || (members.has('description') && !members.has('arguments'))) return null
  const named = NAMES.find(name => stringOf(members.get(name))?.trim())
  const tool = stringOf(members.get(named ?? ''))?.trim()
  if (named === undefined || !tool || !isToolName(tool)) return null
  const args = ARGUMENTS.map(name => members.get(name)).find(value => value !== undefined)
  if (args !== undefined) return { tool, argumentsText: argumentsOf(args) }
  // Beside the name stands what the tool is to be called with.
  const beside = [...members].filter(([name]) => name !== named && !OF_CALL.test(name))
  return { tool, argumentsText: objectOf(beside) }
}

/** Whether a JSON value is a tool declaration or a list of them. */
export const isDeclaration = (json: string): boolean =>
  valuesIn(json).some(value => {
    const members = membersOf(value)
    return members?.has('description') || membersOf(members?.get('function') ?? '')?.has('description')
  })

/** The value of a JSON string; undefined for any other value. */
export function stringOf(json: string | undefined): string | undefined {
  if (!json?.startsWith('"')) return undefined
  const value: unknown = JSON.parse(json)
  return typeof value === 'string' ? value : undefined
}

/** The arguments verbatim, except if they were written as JSON within a string. */
function argumentsOf(json: string): string {
  const inner = stringOf(json)?.trim()
  if (inner?.startsWith('{') && isJson(inner)) return inner
  return json === 'null' || inner === '' ? '{}' : json
}
