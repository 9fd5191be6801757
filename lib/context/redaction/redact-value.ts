import { jsonTokens } from '@/lib/json/json-tree'
import { JSON_DEPTH } from '@/lib/json/json-value'
import { credentialOf } from './credential-name'

/**
 * Where a text stands in a value. `name`: the key it is under, also through lists, and of `{"name": …, "value": …}` the
 * name. `isItem`: it stands in a list. `lead`: what is written before it in a command line or a header. `command`: what
 * the arguments in a list are for.
 */
export type TextPlace = { name?: string; isItem?: boolean; lead?: string; command?: string }

/** Transforms a text, by where it stands. */
export type OfText = (text: string, place: TextPlace) => string

/** Deeper than anything that is stored: a provider's message wraps the arguments in an envelope. */
const DEPTH = JSON_DEPTH + 25

/**
 * Maps every text in a value, keys included. The text of arguments is itself JSON and stays so: only its strings are
 * changed, not how the rest is written.
 */
export const mapTexts = <T>(value: T, ofText: OfText): T => mapped(value, ofText, { depth: DEPTH }) as T

function mapped(
  value: unknown,
  ofText: OfText,
  at: { depth: number; key?: string; place?: TextPlace },
): unknown {
  const place = at.place ?? {}
  if (typeof value === 'string') {
    return at.key === 'argumentsText' ? mapJsonText(value, ofText) : ofText(value, place)
  }
  if (typeof value === 'number') return numberOrText(value, ofText, place)
  if (typeof value !== 'object' || value === null) return value
  if (at.depth === 0) return '[nested too deep]'
  const depth = at.depth - 1
  if (Array.isArray(value)) {
    return value.map((part, index) =>
      mapped(part, ofText, { depth, place: placeWithin({ node: value, place }, index) }),
    )
  }
  const entries = Object.entries(value).map(([key, part]) => [
    ofText(key, {}),
    mapped(part, ofText, { depth, key, place: placeWithin({ node: value, place }, key) }),
  ])
  return Object.fromEntries(entries)
}

/** A number is a secret only under a name that says so. */
function numberOrText(value: number, ofText: OfText, place: TextPlace): number | string {
  const text = `${value}`
  if (!credentialOf(place.name ?? '')?.isCertain) return value
  const changed = ofText(text, place)
  return changed === text ? value : changed
}

/** An object or a list, and where it stands. */
type Frame = { node: unknown; place: TextPlace }

/** Says nothing about what is under it, which its object does. */
const SAYS_NOTHING = /^(?:value|default|data|text|content|plaintext)$/i
const NAMES = ['name', 'key', 'id', 'Name', 'Key', 'header']
const COMMANDS = ['command', 'cmd', 'program', 'executable', 'file']
const USER_OPTION = /^(?:-[A-Za-z#]*[uUapPw]|--user|--proxy-user|--auth)$/
const HEADER = /^(?:proxy-authorization|authorization|cookie|set-cookie)$/i

function placeWithin({ node, place }: Frame, at: string | number): TextPlace {
  if (Array.isArray(node)) return placeInList(node, place, Number(at))
  const key = `${at}`
  if (SAYS_NOTHING.test(key)) {
    const beside = textsOf(node, NAMES).find(name => credentialOf(name) !== null)
    return named(beside ?? place.name ?? key)
  }
  const [command] = textsOf(node, COMMANDS)
  return { ...named(key), ...(command === undefined ? {} : { command }) }
}

const named = (name: string): TextPlace => (HEADER.test(name) ? { name, lead: `${name}: ` } : { name })

function placeInList(items: unknown[], place: TextPlace, index: number): TextPlace {
  const before: unknown = items[index - 1]
  if (typeof before === 'string') {
    if (USER_OPTION.test(before)) return { lead: `${commandOf(items, place)} ${before} '` }
    if (/^--[a-z]/.test(before)) return { name: before.slice(2) }
    if (items.length === 2 && credentialOf(before)?.isCertain) return named(before)
  }
  return { ...place, isItem: true }
}

const commandOf = (items: unknown[], place: TextPlace): string => {
  const [first] = items
  return typeof first === 'string' && !first.startsWith('-') ? first : (place.command ?? '')
}

const textsOf = (node: unknown, keys: string[]): string[] =>
  keys.map(key => within(node, key)).filter(text => typeof text === 'string')

/** Maps every string of a JSON text; anything else is one text. */
export function mapJsonText(text: string, ofText: OfText): string {
  const json = parsed(text)
  if (json === undefined) return ofText(text, {})
  const walk = new Walk(json)
  let made = ''
  let end = 0
  for (const { token, start, end: after } of jsonTokens(text)) {
    const changed = changedToken(token, walk, ofText)
    if (changed !== token) {
      made += text.slice(end, start) + changed
      end = after
    }
    walk.pass(token)
  }
  return end === 0 ? text : made + text.slice(end)
}

function changedToken(token: string, walk: Walk, ofText: OfText): string {
  const isText = token.startsWith('"')
  if (!isText && !/^[-\d]/.test(token)) return token
  const place = walk.place()
  if (!isText && !credentialOf(place.name ?? '')?.isCertain) return token
  const said: string = !isText ? token : token.includes('\\') ? JSON.parse(token) : token.slice(1, -1)
  const changed = ofText(said, place)
  return changed === said ? token : JSON.stringify(changed)
}

/** Goes through the tokens of a JSON text, and knows at each where it stands in the value. */
class Walk {
  readonly #json: unknown
  readonly #frames: (Frame & { at: string | number | null })[] = []

  constructor(json: unknown) {
    this.#json = json
  }

  /** Of what comes next; nothing is known of a key. */
  place(): TextPlace {
    const top = this.#frames.at(-1)
    return !top || top.at === null ? {} : placeWithin(top, top.at)
  }

  pass(token: string): void {
    const top = this.#frames.at(-1)
    if (token === '{' || token === '[') {
      const node = top ? within(top.node, top.at) : this.#json
      this.#frames.push({ node, place: this.place(), at: token === '[' ? 0 : null })
    } else if (token === '}' || token === ']') this.#frames.pop()
    else if (top && token === ',') top.at = typeof top.at === 'number' ? top.at + 1 : null
    else if (top && top.at === null && token.startsWith('"')) top.at = JSON.parse(token)
  }
}

const within = (node: unknown, at: string | number | null): unknown =>
  typeof node === 'object' && node !== null && at !== null && Object.hasOwn(node, at)
    ? Reflect.get(node, at)
    : undefined

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
