import type { JsonSchema } from '@/lib/domain/tool'
import type { Named } from '../call-object'
import { valueEnd } from '../json-scan'
import type { OfferedTool } from '../spoken'

const ELEMENT = /^\s*<([A-Za-z_][\w.-]{0,63})\s*>([\s\S]*?)<\/\1\s*>/
const PARAMETER = /^\s*<parameter\s+name\s*=\s*["']?([\w.-]{1,64})["']?\s*>([\s\S]*?)<\/parameter\s*>/
const META = /^(think|thinking|thought|analysis|reasoning|reflection)$/i

type Part = { name: string; body: string }

/** The elements that a text consists of, and nothing else; null where there is more in it. */
function elementsIn(text: string): Part[] | null {
  const parts: Part[] = []
  let rest = text
  for (;;) {
    const match = PARAMETER.exec(rest) ?? ELEMENT.exec(rest)
    if (!match) return rest.trim() === '' && parts.length > 0 ? parts : null
    parts.push({ name: match[1] ?? '', body: match[2] ?? '' })
    rest = rest.slice(match[0].length)
  }
}

/** Arguments that are written as one element each. Text stays text; what the schema wants otherwise is read as JSON. */
export function elementArguments(body: string, tool: OfferedTool | undefined): string | null {
  const parts = body.trim() === '' ? [] : elementsIn(body)
  if (!parts) return null
  const properties = (tool?.schema.properties ?? {}) as Record<string, JsonSchema | undefined>
  const members = parts.map(({ name, body: value }) => {
    const text = unescaped(value)
    return `${JSON.stringify(name)}:${isText(properties[name]) ? JSON.stringify(text) : literal(text)}`
  })
  return `{${members.join(',')}}`
}

const isText = (schema: JsonSchema | undefined): boolean => !schema || schema.type === 'string'

/** A value as JSON, where it is written as one; else as text, which the tool will refuse in its own words. */
function literal(text: string): string {
  const trimmed = text.trim()
  return valueEnd(trimmed, 0) === trimmed.length ? trimmed : JSON.stringify(text)
}

const CDATA = /^\s*<!\[CDATA\[([\s\S]*)\]\]>\s*$/
const ENTITIES: Record<string, string> = {
  '&lt;': '<',
  '&gt;': '>',
  '&amp;': '&',
  '&quot;': '"',
  '&apos;': "'",
}

/** As XML has it: what stands in CDATA as it is; else entities are what they stand for. */
export const unescaped = (text: string): string =>
  CDATA.exec(text)?.[1] ?? text.replace(/&(?:lt|gt|amp|quot|apos);/g, entity => ENTITIES[entity] ?? entity)

/** A Call that is written as elements: `<tool><argument>…`, `<tool>{…}</tool>` or `<name>…</name><arguments>…`. */
export function elementCall(body: string, offered: OfferedTool[]): Named | null {
  const parts = elementsIn(body)
  const [first] = parts ?? []
  if (!parts || !first || META.test(first.name)) return null
  const name = parts.find(part => /^(name|tool|tool_name)$/i.test(part.name))
  const args = parts.find(part => /^(arguments|parameters|args|input|params)$/i.test(part.name))
  if (name && parts.every(part => part === name || part === args))
    return withArguments(name.body.trim(), args?.body ?? '', offered)
  return parts.length === 1 ? withArguments(first.name, first.body, offered) : null
}

function withArguments(tool: string, body: string, offered: OfferedTool[]): Named | null {
  const trimmed = body.trim()
  const isObject = trimmed.startsWith('{') && valueEnd(trimmed, 0) === trimmed.length
  const argumentsText = isObject
    ? trimmed
    : elementArguments(
        body,
        offered.find(({ name }) => name === tool),
      )
  return tool === '' || argumentsText === null ? null : { tool, argumentsText }
}
