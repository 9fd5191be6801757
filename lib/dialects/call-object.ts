import { isToolName } from './is-tool-name'
import { isJson, itemsOf, membersOf } from './json-scan'
import type { Named } from './spoken'

const NAMES = ['name', 'tool', 'tool_name', 'function']
const ARGUMENTS = ['arguments', 'parameters', 'args', 'input', 'params']

/** The Calls that a JSON value stands for: an object, or a list of them, each with a name; null where it is none. */
export function callsIn(json: string): Named[] | null {
  const items = json.startsWith('[') ? itemsOf(json)?.map(({ text }) => text) : [json]
  const calls = (items ?? []).map(callIn)
  return calls.length > 0 && calls.every(call => call !== null) ? calls : null
}

/** What stands for one Call, also as the `function` of it. */
export function callIn(json: string): Named | null {
  const nested = membersOf(json)?.get('function')
  return plainCall(nested?.startsWith('{') ? nested : json)
}

/** A declaration has a description where a Call has arguments. */
function plainCall(json: string): Named | null {
  const members = membersOf(json)
  if (!members || (members.has('description') && !members.has('arguments'))) return null
  const tool = NAMES.map(name => stringOf(members.get(name))?.trim()).find(Boolean)
  if (!tool || !isToolName(tool)) return null
  const given = ARGUMENTS.map(name => members.get(name)).find(found => found !== undefined)
  return { tool, argumentsText: given === undefined ? '{}' : argumentsOf(given) }
}

/** Whether a JSON value says what something is, as a list of tools does. */
export function isDeclaration(json: string): boolean {
  const items = json.startsWith('[') ? itemsOf(json)?.map(({ text }) => text) : [json]
  return (items ?? []).some(item => {
    const members = membersOf(item)
    return Boolean(
      members?.has('description') || membersOf(members?.get('function') ?? '')?.has('description'),
    )
  })
}

/** The text that a JSON string stands for; undefined for every other value. */
export function stringOf(json: string | undefined): string | undefined {
  if (!json?.startsWith('"')) return undefined
  const value: unknown = JSON.parse(json)
  return typeof value === 'string' ? value : undefined
}

/** Word for word, but for those that were written as JSON within a string. */
function argumentsOf(json: string): string {
  const inner = stringOf(json)?.trim()
  if (inner?.startsWith('{') && isJson(inner)) return inner
  return json === 'null' || inner === '' ? '{}' : json
}
