import { elementsAt, membersAt } from './json-scan'
import type { Span } from './spoken'

const NAMES = ['name', 'tool', 'tool_name', 'function']
const ARGUMENTS = ['arguments', 'parameters', 'args', 'input', 'params']

export type Named = { tool: string; argumentsText: string }

/**
 * The Calls that the JSON at a place stands for: an object, or a list of them, each with a name and arguments. Null
 * where it is none. A declaration, which has a description, is none either.
 */
export function callsAt(text: string, at: number): Named[] | null {
  if (text[at] !== '[') {
    const call = callAt(text, at)
    return call && [call]
  }
  const calls = elementsAt(text, at)?.map(([from]) => callAt(text, from))
  return calls && calls.length > 0 && calls.every(call => call !== null) ? calls : null
}

function callAt(text: string, at: number): Named | null {
  const members = membersAt(text, at)
  if (!members || members.has('description')) return null
  const nested = members.get('function')
  if (nested && text[nested[0]] === '{') return callAt(text, nested[0])
  const tool = NAMES.map(name => stringAt(text, members.get(name))).find(name => name !== undefined)
  if (!tool?.trim()) return null
  const span = ARGUMENTS.map(name => members.get(name)).find(found => found !== undefined)
  return { tool: tool.trim(), argumentsText: span ? argumentsAt(text, span) : '{}' }
}

function stringAt(text: string, span: Span | undefined): string | undefined {
  if (!span || text[span[0]] !== '"') return undefined
  return JSON.parse(text.slice(...span))
}

/** Word for word, but for those that were written as JSON within a string. */
function argumentsAt(text: string, span: Span): string {
  const written = text.slice(...span)
  const inner = stringAt(text, span)
  if (inner === undefined) return written === 'null' ? '{}' : written
  return membersAt(inner.trim(), 0) ? inner.trim() : written
}
