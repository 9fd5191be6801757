import compile from 'icu-minify/compile'
import { ENGLISH } from './english'
import type { Words, WordsCode } from './phrase'

type Area = keyof typeof ENGLISH

/** A longer text is none of those that are read back, or not worth the time. */
const LONGEST = 1_500

/** What a message must say itself, beside what is put in: else any text would be one of it. */
const FEWEST_LETTERS = 6

/**
 * The words of a text that is stored, or comes from where nobody gives words, as English alone: read back by the
 * messages that make such texts. Undefined where it is none of them. Messages with plurals are not read back.
 */
export function readWords(text: string, areas: readonly Area[]): Words | undefined {
  if (text.length > LONGEST) return undefined
  for (const message of areas.flatMap(messagesOf)) {
    const params = paramsIn(message, text)
    if (!params) continue
    const { code } = message
    const { parts: inner, ...others } = params
    if (inner === undefined) return Object.keys(others).length === 0 ? { code } : { code, params: others }
    const parts = partsOf(inner, areas)
    if (parts) return { code, params: others, parts }
  }
  return undefined
}

/** Several messages as they are joined, or one. */
function partsOf(inner: string, areas: readonly Area[]): Words[] | undefined {
  const texts = inner.split('; ')
  const parts = texts.flatMap(text => readWords(text, areas) ?? [])
  if (parts.length === texts.length) return parts
  const whole = readWords(inner, areas)
  return whole && [whole]
}

/** What a group of the pattern tells of a param: what stands there, or that it is `value` which made this text. */
type Group = { name: string; value?: string }

type ReadableMessage = { code: WordsCode; groups: Group[]; pattern: RegExp }

function paramsIn({ groups, pattern }: ReadableMessage, text: string): Record<string, string> | null {
  const places = pattern.exec(text)?.slice(1)
  if (!places) return null
  const params: Record<string, string> = {}
  const present = groups.flatMap(({ name, value }, at) => {
    const place = places[at]
    return place === undefined ? [] : [{ name, value: value ?? place, isOther: value === 'other' }]
  })
  // The branch of all other values may hold the value itself.
  for (const { name, value, isOther } of present) if (!isOther) params[name] ??= value
  for (const { name, value } of present) params[name] ??= value
  return params
}

const readable = new Map<Area, ReadableMessage[]>()

function messagesOf(area: Area): ReadableMessage[] {
  const known = readable.get(area)
  if (known) return known
  const messages = Object.entries(ENGLISH[area]).flatMap(([name, message]) => {
    const groups: Group[] = []
    const letters = { count: 0 }
    const source = sourceOf(compile(message), groups, letters)
    if (source === null || letters.count < FEWEST_LETTERS) return []
    // The names of an area are those of its codes.
    return [{ code: `${area}.${name}` as WordsCode, groups, pattern: new RegExp(`^${source}$`, 's') }]
  })
  readable.set(area, messages)
  return messages
}

type Nodes = ReturnType<typeof compile>

/** The source of a pattern for a parsed message, or a branch of one; null where it has plurals. */
function sourceOf(nodes: Nodes, groups: Group[], letters: { count: number }): string | null {
  const sources = (typeof nodes === 'string' ? [nodes] : nodes).map(node => {
    if (typeof node !== 'string') return paramSource(node, groups)
    letters.count += node.length
    return RegExp.escape(node)
  })
  return sources.includes(null) ? null : sources.join('')
}

const SELECT = 1

function paramSource(node: unknown, groups: Group[]): string | null {
  if (!Array.isArray(node)) return null
  const [name, type, branches] = node
  if (type === undefined) return group(groups, { name })
  if (type !== SELECT) return null
  const sources = Object.entries<Nodes>(branches).map(([value, nodes]) => {
    if (JSON.stringify(nodes) === JSON.stringify([[name]])) return group(groups, { name })
    groups.push({ name, value })
    const source = sourceOf(nodes, groups, { count: 0 })
    return source === null ? null : `(${source})`
  })
  return sources.includes(null) ? null : `(?:${sources.join('|')})`
}

function group(groups: Group[], { name }: { name: string }): string {
  groups.push({ name })
  return '(.+?)'
}
