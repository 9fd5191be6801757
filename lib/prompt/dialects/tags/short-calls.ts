import { endOfString } from '@/lib/text/json/json-tree'
import type { OfferedTool, ToolInvocation } from '../dialect'
import { asItStands, elementsIn, propertiesByName, schemaOf, writtenAs } from '../elements'
import { isJson, membersOf } from '../json-scan'
import { matchAt } from '../reading/marks'
import { programCalls, soleParameter } from './program-calls'

/**
 * Calls without JSON or elements, as some models write them within a tag: `tool>value`, `tool key="value"/>`, a name
 * with lines of `key: value`, `tool(key="value")`. Only with names of offered tools and their parameters.
 */
export function shortCalls(body: string, offered: OfferedTool[]): ToolInvocation[] | null {
  const text = body.replace(/^\s*```\w*[ \t]*\n|\n[ \t]*```\s*$/g, '').trim()
  const name = /^[\w-]{1,64}/.exec(text)?.[0] ?? ''
  const tool = offered.find(candidate => candidate.name === name)
  const rest = text.slice(name.length)
  const argumentsText =
    tool &&
    (pairs(rest, tool) ??
      attributes(rest, tool) ??
      lines(rest, tool) ??
      pathed(rest, tool) ??
      value(rest, tool))
  return tool && argumentsText ? [{ tool: name, argumentsText }] : programCalls(text, offered)
}

const member = (tool: OfferedTool, key: string, text: string): string =>
  `${JSON.stringify(key)}:${writtenAs(text, schemaOf(propertiesByName(tool.schema), key))}`

const PAIR = new Set(['arg_key', 'arg_value'])

/** `<arg_key>…</arg_key><arg_value>…</arg_value>` after the name, for each argument, or nothing at all. */
function pairs(text: string, tool: OfferedTool): string | null {
  const parts = elementsIn(text.replace(/^<tool_sep>/, ''), PAIR) ?? []
  const isPaired = parts.every(({ name }, at) => name === (at % 2 === 0 ? 'arg_key' : 'arg_value'))
  if (!isPaired || parts.length % 2 !== 0 || (parts.length === 0 && text !== '')) return null
  const values = parts.map(({ body }, at) =>
    at % 2 === 0 ? '' : member(tool, parts[at - 1]?.body.trim() ?? '', asItStands(body)),
  )
  return `{${values.filter(Boolean).join(',')}}`
}

const ATTRIBUTE = /\s+([\w-]{1,64})\s*=\s*(?=["'])/y

function attributes(text: string, tool: OfferedTool): string | null {
  const members: string[] = []
  let at = 0
  for (let key = matchAt(ATTRIBUTE, text, 0); key; key = matchAt(ATTRIBUTE, text, at)) {
    const from = at + key[0].length
    const end = endOfString(text, from)
    if (end === null) return null
    members.push(member(tool, key[1] ?? '', text.slice(from + 1, end - 1)))
    at = end
  }
  return members.length > 0 && /^\s*\/?>?$/.test(text.slice(at)) ? `{${members.join(',')}}` : null
}

/** `key: value` on each line, after the name or its `>`. */
function lines(text: string, tool: OfferedTool): string | null {
  const properties = propertiesByName(tool.schema)
  if (!/^>?[ \t]*\n/.test(text)) return null
  const members = text
    .split('\n')
    .slice(1)
    .filter(line => line.trim() !== '')
    .map(line => {
      const colon = line.indexOf(':')
      const key = line.slice(0, Math.max(colon, 0)).trim()
      return Object.hasOwn(properties, key) ? member(tool, key, line.slice(colon + 1).trim()) : null
    })
  return members.length > 0 && members.every(entry => entry !== null) ? `{${members.join(',')}}` : null
}

/** `/parameter>value` after the name. */
export function pathed(text: string, tool: OfferedTool): string | null {
  const key = /^\/([\w.-]{1,64})>/.exec(text)?.[1]
  if (key === undefined || !Object.hasOwn(propertiesByName(tool.schema), key)) return null
  return `{${member(tool, key, text.slice(key.length + 2).trim())}}`
}

/** `>value` after the name: all arguments as JSON, or the only one. */
function value(text: string, tool: OfferedTool): string | null {
  const isMarked = text.startsWith('>')
  if (!isMarked && !/^:?\s*\{/.test(text)) return null
  const argument = text.replace(/^[>:]/, '').trim().replace(/\/>?$/, '').trim()
  if (argument.startsWith('{') && isJson(argument) && membersOf(argument)) return argument
  const parameter = isMarked ? soleParameter(tool) : null
  return parameter === null || argument === '' ? null : `{${member(tool, parameter, argument)}}`
}
