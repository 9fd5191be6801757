import type { CodedText } from '@/lib/messages/phrase'
import { jsonTokens } from './json-tree'
import { isObject, JSON_DEPTH, jsonIn, objectIn, pointerTo } from './json-value'

/**
 * Arguments are text: what a person did not change arrives byte for byte, and the digest is over the bytes. Parsing is
 * stricter than JSON.parse. It refuses a repeated key, a number that a double cannot represent and half of a surrogate
 * pair, because the text could then say one thing and the value another; a NUL character, because the database cannot
 * store it; and excessive depth or numbers of values. `isJson`: what is refused is JSON all the same.
 */
type JsonText = { ok: true; value: unknown } | ({ ok: false; isJson: boolean } & Fault)

/** `any`: also numbers that no double holds, for whoever sends them on with `withExactNumbers`. */
export type JsonNumbers = 'double' | 'any'

export function parseJsonText(text: string, numbers: JsonNumbers = 'double', most?: number): JsonText {
  if (text.includes('\0')) return { ok: false, isJson: false, path: '', ...NUL }
  const { fault, isTooMuch } = new Scan(text, numbers, most).read()
  if (fault && isTooMuch) return { ok: false, isJson: true, ...fault }
  try {
    const value: unknown = JSON.parse(text)
    return fault ? { ok: false, isJson: true, ...fault } : { ok: true, value }
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    const codedText: CodedText = { code: 'fault.notJson', params: { reason } }
    return { ok: false, isJson: false, path: '', message: `Not valid JSON: ${reason}`, codedText }
  }
}

declare global {
  interface JSON {
    rawJSON(text: string): unknown
    parse(
      text: string,
      reviver: (key: string, value: unknown, context: { source: string }) => unknown,
    ): unknown
  }
}

/** A double has every number of up to 15 digits. */
const MAY_BE_INEXACT = /[\d.]{16}|\d[eE]/

/** The members of an object of this text, whose numbers are written again as they stand in it. */
export function withExactNumbers(value: unknown, text: string): unknown {
  if (!isObject(value) || !MAY_BE_INEXACT.test(text)) return value
  const exact = JSON.parse(text, (_, each, { source }) =>
    typeof each === 'number' && !survives(source) ? JSON.rawJSON(source) : each,
  )
  if (!isObject(exact)) return value
  return Object.fromEntries(Object.keys(value).map(key => [key, exact[key]]))
}

/**
 * Whether a JSON text is nested deeper, or has more values, than is allowed. Nothing of it is built. A text with few
 * brackets and commas need not be read for that.
 */
export const holdsTooMuch = (text: string): boolean =>
  (hasMore(text, JSON_DEPTH, '[{') || hasMore(text, JSON_VALUES - 2 * JSON_DEPTH, ',')) &&
  new Scan(text).read().isTooMuch

/** Whether a text has more than `most` of these characters. */
function hasMore(text: string, most: number, chars: string): boolean {
  let count = 0
  for (const char of chars)
    for (let at = text.indexOf(char); at !== -1 && count <= most; at = text.indexOf(char, at + 1)) count += 1
  return count > most
}

/** The most values in one text: objects, lists and everything in them. */
const JSON_VALUES = 20_000

/** The message stands beside its words, since the page reads texts too and has no need of the tables of words for it. */
type FaultText = { message: string; codedText: CodedText }
type Fault = { path: string } & FaultText

const NUL: FaultText = { message: 'The text holds a NUL character.', codedText: { code: 'fault.nul' } }
const TOO_DEEP: FaultText = {
  message: `This is nested more than ${JSON_DEPTH} levels deep.`,
  codedText: { code: 'fault.deep', params: { limit: JSON_DEPTH } },
}
const TOO_MANY: FaultText = {
  message: `This holds more than ${JSON_VALUES.toLocaleString('en-US')} values. Send less at a time, or put it into one text.`,
  codedText: { code: 'fault.many', params: { limit: JSON_VALUES } },
}
type Level = { keys: Set<string> | null; key: string; index: number }

/**
 * Scans a text once before JSON.parse, which would build whatever is in it, for what JSON.parse lets pass and for what
 * is too much. In invalid JSON it may find nothing; its cost is linear.
 */
class Scan {
  readonly #isWellFormed: boolean
  readonly #levels: Level[] = []
  #values = 0
  #expectsKey = false
  #fault: Fault | null = null
  #isTooMuch = false

  constructor(
    private readonly text: string,
    private readonly numbers: JsonNumbers = 'double',
    private readonly most = JSON_VALUES,
  ) {
    this.#isWellFormed = text.isWellFormed()
  }

  read(): { fault: Fault | null; isTooMuch: boolean } {
    for (const { token } of jsonTokens(this.text)) {
      this.#read(token)
      if (this.#isTooMuch) break
    }
    return { fault: this.#fault, isTooMuch: this.#isTooMuch }
  }

  #read(token: string): void {
    const level = this.#levels.at(-1)
    if (token === '{' || token === '[') {
      this.#count()
      if (this.#levels.length === JSON_DEPTH) this.#stop(TOO_DEEP)
      this.#levels.push({ keys: token === '{' ? new Set() : null, key: '', index: 0 })
      this.#expectsKey = token === '{'
    } else if (token === '}' || token === ']') {
      this.#levels.pop()
      this.#expectsKey = false
    } else if (token === ',') {
      if (level) level.index += 1
      this.#expectsKey = Boolean(level?.keys)
    } else if (token.startsWith('"')) this.#string(token)
    else if (token !== ':') {
      this.#count()
      if (this.numbers === 'double' && /^-?\d/.test(token) && !survives(token)) this.#note(inexact(token))
    }
  }

  #string(token: string): void {
    const level = this.#levels.at(-1)
    if (this.#expectsKey && level?.keys) {
      level.key = stringValue(token)
      this.#note(textFault(level.key) ?? (level.keys.has(level.key) ? twice(level.key) : null))
      level.keys.add(level.key)
    } else {
      this.#count()
      if (!this.#isWellFormed || token.includes('\\u')) this.#note(textFault(stringValue(token)))
    }
    this.#expectsKey = false
  }

  #count(): void {
    this.#values += 1
    if (this.#values > this.most) this.#stop(TOO_MANY)
  }

  #stop(fault: FaultText): void {
    if (this.#isTooMuch) return
    this.#fault = { path: pathOf(this.#levels), ...fault }
    this.#isTooMuch = true
  }

  /** Only the first fault is reported; the rest is only counted. */
  #note(fault: FaultText | null): void {
    if (fault !== null && !this.#isTooMuch) this.#fault ??= { path: pathOf(this.#levels), ...fault }
  }
}

/** The value of a string literal; if it is invalid, its own text. */
const stringValue = (source: string): string =>
  source.includes('\\') ? String(jsonIn(source, source)) : source.slice(1, -1)

const inexact = (source: string): FaultText => {
  const number = source.length > 100 ? `${source.slice(0, 100)}…` : source
  const message = `The number ${number} is too large or too precise to keep exactly.`
  return { message, codedText: { code: 'fault.inexact', params: { number } } }
}

const twice = (key: string): FaultText => ({
  message: `The key "${key}" is given twice.`,
  codedText: { code: 'fault.twice', params: { key } },
})

const HALF: FaultText = { message: 'The text holds half of a character.', codedText: { code: 'fault.half' } }

function textFault(text: string): FaultText | null {
  if (text.includes('\0')) return NUL
  return text.isWellFormed() ? null : HALF
}

/** No double needs as many characters, however it is written. */
const LONGEST_NUMBER = 1_100

/** True where the double nearest to the written number has the same digits: 1.0, 1e2 and 0.1 do, 2^53+1 does not. */
function survives(source: string): boolean {
  if (source.length > LONGEST_NUMBER) return false
  const value = Number(source)
  if (String(value) === source) return true
  if (!Number.isFinite(value)) return false
  return digits(source) === digits(String(value))
}

/** Significant digits and exponent of a decimal number, however it is written. */
function digits(source: string): string {
  const [, sign = '', whole = '', fraction = '', exponent = '0'] =
    /^(-?)(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/.exec(source) ?? []
  const all = (whole + fraction).replace(/^0+/, '')
  let end = all.length
  while (all[end - 1] === '0') end -= 1
  const significant = all.slice(0, end)
  if (significant === '') return '0'
  return `${sign}${significant}e${Number(exponent) - fraction.length + (all.length - significant.length)}`
}

/** JSON pointer of the place that the scan has reached. */
const pathOf = (levels: Level[]): string =>
  pointerTo(...levels.map(level => (level.keys ? level.key : level.index)))

/** A JSON value as one text, however its keys were ordered. */
export const canonicalJson = (value: unknown): string =>
  JSON.stringify(value, (_, member: unknown) =>
    isObject(member)
      ? Object.fromEntries(Object.entries(member).sort(([a], [b]) => (a < b ? -1 : 1)))
      : member,
  ) ?? 'null'

/** The path that arguments name; undefined where they name none. */
export function pathIn(argumentsText: string | undefined): string | undefined {
  const path = objectIn(argumentsText ?? '')?.path
  return typeof path === 'string' ? path : undefined
}

/** The value of an arguments text; a text that is no JSON, or holds too much to be walked, stands for itself. */
export const argumentValue = (text: string): unknown => (holdsTooMuch(text) ? text : jsonIn(text, text))
