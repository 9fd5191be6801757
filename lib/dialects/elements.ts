import type { JsonSchema } from '@/lib/domain/tool'
import { isJson, skipSpace } from './json-scan'
import { Sections } from './sections'
import type { OfferedTool } from './spoken'

/** An element: its name, and what stands between its tags, as it is written. `isJson`: it says that it is JSON. */
export type Part = { name: string; body: string; isJson: boolean }

const NAMED =
  'parameter(?:\\s+name)?\\s*=\\s*(?:"([^"<>]{0,400})"|\'([^\'<>]{0,400})\'|([^\\s"\'<>=]{1,200}))'
const ATTRIBUTES = '((?:\\s{1,8}[\\w-]{1,20}="[^"<>]{0,40}"){0,4})'
const BEGIN = new RegExp(`<(?:${NAMED}|([A-Za-z_][\\w.-]{0,63}))${ATTRIBUTES}\\s*(/?)>`, 'y')

type Begun = { name: string; tag: string; end: number; isJson: boolean; isEmpty: boolean }

function beginAt(text: string, from: number): Begun | null {
  BEGIN.lastIndex = skipSpace(text, from)
  const begun = BEGIN.exec(text)
  if (!begun) return null
  const [, quoted, apostrophed, bare, plain = '', attributes = '', slash] = begun
  const parameter = quoted ?? apostrophed ?? bare
  return {
    name: parameter === undefined ? plain : unescaped(parameter),
    tag: parameter === undefined ? plain : 'parameter',
    end: BEGIN.lastIndex,
    isJson: attributes.includes('"json"'),
    isEmpty: slash === '/',
  }
}

/**
 * The elements that a text consists of; null where there is more in it. Code in them need not be escaped: an element
 * ends where its end is followed by another beginning, or by nothing. `known`: the only names there can be.
 */
export function elementsIn(text: string, known?: ReadonlySet<string>): Part[] | null {
  const parts: Part[] = []
  const sections = new Sections(text)
  for (let at = skipSpace(text, 0); at < text.length; at = skipSpace(text, at)) {
    const begun = beginAt(text, at)
    if (!begun || sections.isOpenAt(begun.end)) return null
    const end = begun.isEmpty
      ? { at: begun.end, behind: begun.end }
      : endOf(text, begun, { known, section: sections.endFrom(begun.end) })
    if (!end) return null
    parts.push({ name: begun.name, body: text.slice(begun.end, end.at), isJson: begun.isJson })
    at = end.behind
  }
  return parts
}

type End = { at: number; behind: number }

function endOf(
  text: string,
  { tag, end }: Begun,
  about: { known: ReadonlySet<string> | undefined; section: number | null },
): End | null {
  const closing = `</${tag}>`
  const { known, section } = about
  let last: End | null = null
  for (let at = text.indexOf(closing, section ?? end); at !== -1; at = text.indexOf(closing, at + 1)) {
    last = { at, behind: at + closing.length }
    // What begins as CDATA ends as CDATA, whatever ends stand in it.
    if (section !== null) return last
    const next = beginAt(text, last.behind)
    if (next && (!known || known.has(next.name))) return last
  }
  return last
}

/** Arguments that are written as one element each. Text stays text; what the schema wants otherwise is read as JSON. */
export function elementArguments(body: string, tool: Pick<OfferedTool, 'schema'> | undefined): string | null {
  const properties = propertiesOf(tool?.schema)
  const parts = elementsIn(body, tool && new Set(Object.keys(properties)))
  const members = parts?.map(({ name, body: value, isJson: isMarked }) => {
    const text = unescaped(value)
    const written = isMarked && isJson(text) ? text.trim() : writtenAs(text, schemaOf(properties, name))
    return `${JSON.stringify(name)}:${written}`
  })
  return members ? `{${members.join(',')}}` : null
}

export const propertiesOf = (schema: JsonSchema | undefined): Record<string, unknown> =>
  isRecord(schema?.properties) ? schema.properties : {}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

export function schemaOf(properties: Record<string, unknown>, name: string): JsonSchema | undefined {
  const schema = Object.hasOwn(properties, name) ? properties[name] : undefined
  return isRecord(schema) ? schema : undefined
}

/** A value as JSON: text where the schema wants text, else what is written; elements where it wants an object. */
export function writtenAs(text: string, schema: JsonSchema | undefined): string {
  if (isText(schema)) return JSON.stringify(text)
  const trimmed = text.trim()
  if (isJson(trimmed)) return trimmed
  const nested = trimmed.startsWith('<') && schema?.type === 'object' && elementArguments(text, { schema })
  return nested || JSON.stringify(text)
}

const isText = (schema: JsonSchema | undefined): boolean => !schema || [schema.type].flat().includes('string')

const ENTITIES: Record<string, string> = {
  '&lt;': '<',
  '&gt;': '>',
  '&amp;': '&',
  '&quot;': '"',
  '&apos;': "'",
}

/** As XML has it: what stands in CDATA as it is; else entities are what they stand for. */
export function unescaped(text: string): string {
  const trimmed = text.trim()
  if (new Sections(`${trimmed}</`).endFrom(0) === trimmed.length)
    return trimmed.slice(9, -3).replaceAll(']]><![CDATA[', '')
  return text.replace(/&(?:lt|gt|amp|quot|apos);/g, entity => ENTITIES[entity] ?? entity)
}

const NEVER_WITHIN = /<\/|\]\]>|<(?:tool_name|parameters|action|thought)\b/i

/** Text as an element holds it: read again, it is the same. No end of anything stands in it. */
export function escaped(text: string): string {
  if (!/[<&>]/.test(text)) return text
  return NEVER_WITHIN.test(text) ? withEntities(text) : `<![CDATA[${text}]]>`
}

const withEntities = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')

/** Text as an attribute in double quotes holds it. */
export const escapedName = (text: string): string => withEntities(text).replaceAll('"', '&quot;')
