import { type JsonNode, readJsonTree } from '@/lib/domain/json-tree'
import { valueAt } from './json-scan'

const NAMES = ['name', 'tool', 'tool_name', 'function']
const ARGUMENTS = ['arguments', 'parameters', 'args', 'input', 'params']

export type Named = { tool: string; argumentsText: string }

/** The Calls that the JSON at a place stands for, and where it ends; null where it stands for none. */
export function callsAt(text: string, at: number): { calls: Named[]; end: number } | null {
  const found = valueAt(text, at)
  const calls = found && callsIn(found.value, found.text)
  return calls && { calls, end: found.end }
}

/** An object, or a list of them, each with a name and arguments. `text` is what the node was read from. */
function callsIn(node: JsonNode, text: string): Named[] | null {
  const calls = (node.kind === 'array' ? node.items : [node]).map(item => callIn(item, text))
  return calls.length > 0 && calls.every(call => call !== null) ? calls : null
}

/** A declaration, which has a description, is no Call. */
export function callIn(node: JsonNode, text: string): Named | null {
  if (node.kind !== 'object') return null
  const members = new Map(node.entries.map(({ key, value }) => [key, value]))
  if (members.has('description')) return null
  const nested = members.get('function')
  if (nested?.kind === 'object') return callIn(nested, text)
  const tool = NAMES.map(name => stringOf(members.get(name))?.trim()).find(Boolean)
  if (!tool) return null
  const given = ARGUMENTS.map(name => members.get(name)).find(found => found !== undefined)
  return { tool, argumentsText: given ? argumentsOf(given, text) : '{}' }
}

const stringOf = (node: JsonNode | undefined): string | undefined =>
  node?.kind === 'scalar' && typeof node.value === 'string' ? node.value : undefined

/** Word for word, but for those that were written as JSON within a string. */
function argumentsOf(node: JsonNode, text: string): string {
  const inner = stringOf(node)?.trim()
  if (inner !== undefined && readJsonTree(inner)?.kind === 'object') return inner
  const isNothing = node.kind === 'scalar' && node.value === null
  return isNothing ? '{}' : text.slice(node.start, node.end)
}
