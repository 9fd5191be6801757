import type { JsonSchema } from '@/lib/domain/call/tool'
import { isObject } from '@/lib/text/json/json-value'
import type { OfferedTool } from './dialect'
import { isJson, skipSpace } from './json-scan'

/** An element: its name, its attributes, and its raw content. `isJson`: it declares that it is JSON. */
type ElementPart = { name: string; attributes: [string, string][]; body: string; isJson: boolean }

const NAMED =
  'parameter(?:\\s+name)?\\s*=\\s*(?:"([^"<>]{0,400})"|\'([^\'<>]{0,400})\'|([^\\s"\'<>=]{1,200}))'
const ATTRIBUTES = '((?:\\s{1,8}[\\w-]{1,20}="[^"<>]{0,40}"){0,4})'
const BEGIN = new RegExp(`<(?:${NAMED}|([A-Za-z_][\\w.-]{0,63}))${ATTRIBUTES}\\s*(/?)>`, 'y')

type ElementStart = Omit<ElementPart, 'body'> & { tag: string; end: number; isEmpty: boolean }

function beginAt(text: string, from: number): ElementStart | null {
  BEGIN.lastIndex = skipSpace(text, from)
  const match = BEGIN.exec(text)
  if (!match) return null
  const [, quoted, apostrophed, bare, plain = '', attributes = '', slash] = match
  const parameter = quoted ?? apostrophed ?? bare
  return {
    name: parameter === undefined ? plain : unescaped(parameter),
    tag: parameter === undefined ? plain : 'parameter',
    end: BEGIN.lastIndex,
    attributes: [...attributes.matchAll(/([\w-]+)="([^"]*)"/g)].map(([, name = '', value = '']) => [
      name,
      value,
    ]),
    isJson: attributes.includes('"json"'),
    isEmpty: slash === '/',
  }
}

/**
 * The elements that make up a text; null if there is anything else. Code in them need not be escaped: an element ends
 * where its end tag is followed by another start tag, or by nothing. `names`: the only allowed names.
 */
export function elementsIn(text: string, names?: ReadonlySet<string>): ElementPart[] | null {
  const parts: ElementPart[] = []
  const sections = new Sections(text)
  for (let at = skipSpace(text, 0); at < text.length; at = skipSpace(text, at)) {
    const match = beginAt(text, at)
    if (!match || sections.isOpenAt(match.end)) return null
    const end = match.isEmpty
      ? { at: match.end, behind: match.end }
      : endOf(text, match, { names, section: sections.endFrom(match.end) })
    if (!end) return null
    const { name, attributes, isJson } = match
    parts.push({ name, attributes, body: text.slice(match.end, end.at), isJson })
    at = end.behind
  }
  return parts
}

type End = { at: number; behind: number }

function endOf(
  text: string,
  { tag, end }: ElementStart,
  { names, section }: { names: ReadonlySet<string> | undefined; section: number | null },
): End | null {
  const closing = `</${tag}>`
  let last: End | null = null
  for (let at = text.indexOf(closing, section ?? end); at !== -1; at = text.indexOf(closing, at + 1)) {
    last = { at, behind: at + closing.length }
    // What begins as CDATA ends as CDATA, whatever end tags are in it.
    if (section !== null) return last
    const next = beginAt(text, last.behind)
    if (next && (!names || names.has(next.name))) return last
  }
  return last
}

/**
 * Arguments written as an object, or as one element each. Text stays text; what the schema types otherwise is read as
 * JSON. `unwrap`: what the text of an element stands for.
 */
export function elementArguments(
  body: string,
  tool: Pick<OfferedTool, 'schema'> | undefined,
  unwrap: (text: string) => string = asItStands,
): string | null {
  const trimmed = body.trim()
  if (trimmed.startsWith('{') && isJson(trimmed)) return trimmed
  const properties = propertiesByName(tool?.schema)
  const parts = elementsIn(body, tool && new Set(Object.keys(properties)))
  const members = parts?.map(({ name, body: value, isJson: isMarked }): [string, string] => {
    const text = unwrap(value)
    return [
      name,
      isMarked && isJson(text) ? text.trim() : writtenAs(text, schemaOf(properties, name), unwrap),
    ]
  })
  return members ? objectOf(members) : null
}

/** Arguments written as attributes, which are text. */
export function attributeArguments(
  attributes: ElementPart['attributes'],
  tool: Pick<OfferedTool, 'schema'> | undefined,
): string {
  const properties = propertiesByName(tool?.schema)
  return objectOf(attributes.map(([name, text]) => [name, writtenAs(text, schemaOf(properties, name))]))
}

/** The text of an object by the texts of its values. */
export const objectOf = (members: [string, string][]): string =>
  `{${members.map(([name, value]) => `${JSON.stringify(name)}:${value}`).join(',')}}`

export const propertiesByName = (schema: JsonSchema | undefined): Record<string, unknown> =>
  isObject(schema?.properties) ? schema.properties : {}

export function schemaOf(properties: Record<string, unknown>, name: string): JsonSchema | undefined {
  const schema = Object.hasOwn(properties, name) ? properties[name] : undefined
  return isObject(schema) ? schema : undefined
}

/** A value as JSON: text if the schema wants text, else as written; nested elements if it wants an object. */
export function writtenAs(
  text: string,
  schema: JsonSchema | undefined,
  unwrap?: (text: string) => string,
): string {
  if (!schema || [schema.type].flat().includes('string')) return JSON.stringify(text)
  const trimmed = text.trim()
  const literal = PYTHON_LITERALS[trimmed] ?? trimmed
  if (isJson(literal)) return literal
  const isNested = trimmed.startsWith('<') && schema.type === 'object'
  return (isNested && elementArguments(text, { schema }, unwrap)) || JSON.stringify(text)
}

export const PYTHON_LITERALS: Record<string, string> = { True: 'true', False: 'false', None: 'null' }

const ENTITIES: Record<string, string> = {
  '&lt;': '<',
  '&gt;': '>',
  '&amp;': '&',
  '&quot;': '"',
  '&apos;': "'",
}

/** Unescapes XML, as our own dialect escapes it: CDATA verbatim, else entities are replaced. */
export const unescaped = (text: string): string =>
  sectionsIn(text) ?? text.replace(/&(?:lt|gt|amp|quot|apos);/g, entity => ENTITIES[entity] ?? entity)

/**
 * A value in the forms of others, which escape nothing: models that put it on lines of its own add one line break on
 * each side.
 */
export const asItStands = (text: string): string =>
  sectionsIn(text) ?? (/^\r?\n/.test(text) ? text.replace(/^\r?\n|\r?\n$/g, '') : text)

function sectionsIn(text: string): string | null {
  const trimmed = text.trim()
  const isWhole = new Sections(`${trimmed}</`).endFrom(0) === trimmed.length
  return isWhole ? trimmed.slice(9, -3).replaceAll(']]><![CDATA[', '') : null
}

const NEVER_WITHIN = /<\/|\]\]>|<(?:tool_name|parameters|action|thought)\b/i

/** Escapes text for an element, so that parsing gives it back. It contains no end tag of any kind. */
export function escaped(text: string): string {
  if (!/[<&>]/.test(text)) return text
  return NEVER_WITHIN.test(text) ? withEntities(text) : `<![CDATA[${text}]]>`
}

const withEntities = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')

/** Escapes text for an attribute in double quotes. */
export const escapedName = (text: string): string => withEntities(text).replaceAll('"', '&quot;')

const SECTION_BEGIN = '<![CDATA['
const END = ']]>'

/** Finds the ends of CDATA sections, searching for each end only once. */
class Sections {
  #known = -1

  constructor(readonly text: string) {}

  /** The place after the sections at a place, if only an end tag follows them. */
  endFrom(from: number): number | null {
    let end: number | null = null
    let at = skipSpace(this.text, from)
    while (this.text.startsWith(SECTION_BEGIN, at)) {
      const close = this.#closeFrom(at)
      if (close === Number.POSITIVE_INFINITY) return null
      at = close + END.length
      end = at
    }
    return end !== null && this.text.startsWith('</', skipSpace(this.text, end)) ? end : null
  }

  /** Whether an unterminated section begins at a place. */
  isOpenAt(from: number): boolean {
    const at = skipSpace(this.text, from)
    return this.text.startsWith(SECTION_BEGIN, at) && this.#closeFrom(at) === Number.POSITIVE_INFINITY
  }

  #closeFrom(at: number): number {
    if (this.#known < at) {
      const end = this.text.indexOf(END, at)
      this.#known = end === -1 ? Number.POSITIVE_INFINITY : end
    }
    return this.#known
  }
}
