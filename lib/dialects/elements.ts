import type { JsonSchema } from '@/lib/domain/tool'
import { valueEnd } from './json-scan'
import type { OfferedTool } from './spoken'

/** An element: its name, and what stands between its tags, as it is written. */
export type Part = { name: string; body: string }

const BEGIN = /\s*<(?:parameter\s+name\s*=\s*["']?([\w.-]{1,64})["']?|([A-Za-z_][\w.-]{0,63}))\s*>/y

/**
 * The elements that a text consists of; null where there is more in it. Code in them need not be escaped: an element
 * ends where its end is followed by another beginning, or by nothing. `known`: the only names there can be.
 */
export function elementsIn(text: string, known?: ReadonlySet<string>): Part[] | null {
  const parts: Part[] = []
  let at = 0
  while (text.slice(at).trim() !== '') {
    BEGIN.lastIndex = at
    const begun = BEGIN.exec(text)
    if (!begun) return null
    const [whole, parameter, plain = ''] = begun
    const end = endOf(text, {
      tag: parameter === undefined ? plain : 'parameter',
      from: at + whole.length,
      known,
    })
    if (!end) return null
    parts.push({ name: parameter ?? plain, body: text.slice(at + whole.length, end.at) })
    at = end.behind
  }
  return parts
}

function endOf(
  text: string,
  { tag, from, known }: { tag: string; from: number; known: ReadonlySet<string> | undefined },
): { at: number; behind: number } | null {
  const closing = `</${tag}>`
  let last: { at: number; behind: number } | null = null
  for (let at = text.indexOf(closing, from); at !== -1; at = text.indexOf(closing, at + 1)) {
    last = { at, behind: at + closing.length }
    BEGIN.lastIndex = last.behind
    const next = BEGIN.exec(text)
    if (next && (!known || known.has(next[1] ?? next[2] ?? ''))) return last
  }
  return last
}

/** Arguments that are written as one element each. Text stays text; what the schema wants otherwise is read as JSON. */
export function elementArguments(body: string, tool: OfferedTool | undefined): string | null {
  const properties = (tool?.schema.properties ?? {}) as Record<string, JsonSchema | undefined>
  const known = tool && new Set(Object.keys(properties))
  const parts = elementsIn(body, known)
  const members = parts?.map(({ name, body: value }) => {
    const text = unescaped(value)
    return `${JSON.stringify(name)}:${isText(properties[name]) ? JSON.stringify(text) : literal(text)}`
  })
  return members ? `{${members.join(',')}}` : null
}

const isText = (schema: JsonSchema | undefined): boolean => !schema || schema.type === 'string'

/** A value as JSON, where it is written as one; else as text, which the tool will refuse in its own words. */
function literal(text: string): string {
  const trimmed = text.trim()
  return valueEnd(trimmed, 0) === trimmed.length ? trimmed : JSON.stringify(text)
}

const CDATA = /^\s*((?:<!\[CDATA\[[\s\S]*?\]\]>)+)\s*$/
const ENTITIES: Record<string, string> = {
  '&lt;': '<',
  '&gt;': '>',
  '&amp;': '&',
  '&quot;': '"',
  '&apos;': "'",
}

/** As XML has it: what stands in CDATA as it is; else entities are what they stand for. */
export function unescaped(text: string): string {
  const sections = CDATA.exec(text)?.[1]
  if (sections !== undefined) return sections.slice(9, -3).replaceAll(']]><![CDATA[', '')
  return text.replace(/&(?:lt|gt|amp|quot|apos);/g, entity => ENTITIES[entity] ?? entity)
}

/** Text as an element holds it: read again, it is the same. */
export const escaped = (text: string): string =>
  /[<&>]/.test(text) ? `<![CDATA[${text.replaceAll(']]>', ']]]]><![CDATA[>')}]]>` : text
