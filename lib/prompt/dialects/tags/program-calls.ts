import { endOfString } from '@/lib/text/json/json-tree'
import { isToolName } from '../call-object'
import type { OfferedTool, ToolInvocation } from '../dialect'
import { PYTHON_LITERALS, propertiesByName } from '../elements'
import { behindSeparator, isJson, jsonValueEnd, membersOf, skipSpace } from '../json-scan'
import { matchAt } from '../reading/marks'

const NAME = /(?:default_api\.|functions\.)?([\w-]{1,64})\s*\(/y
const KEY = /([A-Za-z_][\w-]{0,63})\s*[=:]\s*/y

/** Calls in program syntax, one or several, in a list or not: `[read_file(path="a.txt")]`. */
export function programCalls(body: string, offered: OfferedTool[]): ToolInvocation[] | null {
  const text = body.replace(/^\s*print\(([\s\S]*)\)\s*$/, '$1').replace(/^\s*\[|\]\s*$/g, '')
  const calls: ToolInvocation[] = []
  for (let at = skipSpace(text, 0); at < text.length; at = behindSeparator(text, at, ',;')) {
    const name = matchAt(NAME, text, at)
    const tool = offered.find(candidate => candidate.name === name?.[1])
    const read = name && tool && argumentsAt(text, at + name[0].length, tool)
    if (!read) return null
    calls.push({ tool: tool.name, argumentsText: read.argumentsText })
    at = read.end
  }
  return calls.length > 0 ? calls : null
}

function argumentsAt(
  text: string,
  from: number,
  tool: OfferedTool,
): { argumentsText: string; end: number } | null {
  const members: string[] = []
  let at = skipSpace(text, from)
  for (; text[at] !== ')'; at = behindSeparator(text, at)) {
    const key = matchAt(KEY, text, at)
    const value = literalAt(text, at + (key?.[0].length ?? 0))
    if (!value) return null
    at = value.end
    if (key) members.push(`${JSON.stringify(key[1])}:${value.json}`)
    else {
      const alone = members.length === 0 && text[skipSpace(text, at)] === ')'
      const written = alone ? aloneAs(value.json, tool) : null
      return written === null ? null : { argumentsText: written, end: skipSpace(text, at) + 1 }
    }
  }
  return { argumentsText: `{${members.join(',')}}`, end: at + 1 }
}

/** A positional argument: all arguments as an object, or the only one. */
function aloneAs(json: string, tool: OfferedTool): string | null {
  if (membersOf(json)) return json
  const parameter = soleParameter(tool)
  return parameter === null ? null : `{${JSON.stringify(parameter)}:${json}}`
}

/** The parameter that a positional value is for: the only required one, or the only one. */
export function soleParameter({ schema }: OfferedTool): string | null {
  const required: unknown[] = Array.isArray(schema.required) ? schema.required : []
  const names = required.length > 0 ? required : Object.keys(propertiesByName(schema))
  const [name, ...others] = names
  return typeof name === 'string' && others.length === 0 ? name : null
}

/** A literal of a program as JSON, and where it ends; null if there is none. */
function literalAt(text: string, at: number): { json: string; end: number } | null {
  const quote = text[at]
  if (quote === '"' || quote === "'") {
    const end = endOfString(text, at)
    return end === null ? null : { json: stringAsJson(text.slice(at + 1, end - 1)), end }
  }
  const word = WORD.exec(text.slice(at, at + 6))?.[0]
  if (word) return { json: PYTHON_LITERALS[word] ?? 'null', end: at + word.length }
  const end = jsonValueEnd(text, at)
  if (end === null || !isJson(text.slice(at, end))) return null
  return { json: text.slice(at, end), end }
}

const WORD = /^(?:True|False|None)(?!\w)/

/** The content between quotes: with escapes as in JSON, or verbatim. */
function stringAsJson(inner: string): string {
  if (!inner.includes('\\')) return JSON.stringify(inner)
  const json = `"${inner.replaceAll("\\'", "'").replace(/\\?"/g, '\\"').replaceAll('\n', '\\n')}"`
  return isJson(json) ? json : JSON.stringify(inner)
}

const BEGIN = /\{\s{0,4}tool\s{0,4}=>\s*/y
const ARGUMENTS = /\s*,\s*(?:args|arguments|parameters)\s*=>\s*\{/y
const MEMBER = /\s*(?:--([\w-]{1,64})(?:\s*=)?|([\w-]{1,64})\s*=>|"([\w-]{1,64})"\s*=>)\s*/y
const COMMA = /\s*,?/y

export const beginsPerlCall = (text: string, at: number): boolean => matchAt(BEGIN, text, at) !== null

/**
 * A Call as `{tool => "x", args => {--key "value"}}`; null if it is something else or incomplete.
 */
export function perlCallAt(text: string, at: number): (ToolInvocation & { end: number }) | null {
  const match = matchAt(BEGIN, text, at)
  const from = at + (match?.[0].length ?? 0)
  const end = match && `"'`.includes(text[from] ?? 'none') ? endOfString(text, from) : null
  if (end === null) return null
  const tool = text.slice(from + 1, end - 1).trim()
  const args = matchAt(ARGUMENTS, text, end)
  const read = args ? membersAt(text, end + args[0].length) : { argumentsText: '{}', end }
  const close = read && skipSpace(text, read.end)
  if (!read || close === null || text[close] !== '}' || !isToolName(tool)) return null
  return { tool, argumentsText: read.argumentsText, end: close + 1 }
}

function membersAt(text: string, from: number): { argumentsText: string; end: number } | null {
  const members: string[] = []
  let at = from
  for (let key = matchAt(MEMBER, text, at); key; key = matchAt(MEMBER, text, at)) {
    const value = literalAt(text, at + key[0].length)
    if (!value) return null
    members.push(`${JSON.stringify(key[1] ?? key[2] ?? key[3])}:${value.json}`)
    at = value.end + (matchAt(COMMA, text, value.end)?.[0].length ?? 0)
  }
  const close = skipSpace(text, at)
  return text[close] === '}' ? { argumentsText: `{${members.join(',')}}`, end: close + 1 } : null
}
