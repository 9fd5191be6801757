import { type SecretName, secretName } from './secret-name'
import {
  beginOf,
  charTable,
  endOf,
  SECRET_CHARS,
  type SecretMatch,
  type SecretReader,
  type SecretTrigger,
} from './secret-reader'
import { isSecretValue, JUDGED, type Standing } from './secret-value'

/** The name before a value, and where it begins. */
type NameBefore = SecretName & { text: string; first: number; isQuoted: boolean }

/** The value of `password=…`, `"api_key": "…"`, `AWS_SECRET_ACCESS_KEY=…`, `X-Api-Key: …`: its name tells what it is. */
export const readNamedValue: SecretReader = trigger => {
  const { text, start, end, isWhole } = trigger
  if (end === text.length && !isWhole) return 'more'
  const isPartOfSign =
    end - start === 1 && (/[=!<>:~+]/.test(text[start - 1] ?? '') || /[=:~>]/.test(text[end] ?? ''))
  const name = isPartOfSign ? null : nameBefore(text, start)
  return name && readValue(trigger, name)
}

const OPTION = /[\w-]{0,64}[ \t]*/y

/** The value of `--password …`. */
export const readOption: SecretReader = ({ text, start, end: first, isWhole }) => {
  const end = endOf(OPTION, text, first)
  if (end === text.length && !isWhole) return 'more'
  const name = nameOf(text.slice(first, end), first, false)
  return name && / $/.test(text.slice(first, end)) ? readValue({ text, start, end, isWhole }, name) : null
}

function readValue(trigger: SecretTrigger, name: NameBefore): SecretMatch | 'more' | null {
  const quoted = readQuoted(trigger, name)
  return quoted === undefined ? readBare(trigger, name) : quoted
}

const NAME = charTable(/[\w.-]/)
const SPACE = charTable(/[ \t]/)
const CLOSING = charTable(/["'`\\\])*?]/)
const TYPE = charTable(/[\w.<>[\]|? &']/)

function nameBefore(text: string, separator: number): NameBefore | null {
  if (/["']/.test(text[separator] ?? '')) return nameOfItem(text, separator)
  const end = beginOf(SPACE, text, separator)
  const own = nameEndingAt(text, end)
  if (own || text[separator] !== '=') return own
  // In `name: string = …` before the type.
  const type = beginOf(TYPE, text, end)
  return type < end && text[type - 1] === ':' ? nameEndingAt(text, type - 1) : null
}

/** `["--token", "…"]`, `passwords: ["…", "…"]`: what names the next item, behind the quote of one before it. */
const OPTION_BEFORE = /["']--([\w-]{1,64})$/
const LIST = /([\w.-]{1,63}s)["']?\s{0,4}[:=]\s{0,4}\[[^\][{}]*$/

function nameOfItem(text: string, quote: number): NameBefore | null {
  const before = text.slice(Math.max(0, quote - 300), quote)
  return nameOf((OPTION_BEFORE.exec(before) ?? LIST.exec(before))?.[1] ?? '', quote, true)
}

/** `{"name": "DB_PASSWORD", "value": "…"}`, `"password": {"value": "…"}`. */
const BESIDE =
  /\b(?:name|key)["']?\s{0,4}[:=]\s{0,4}["']?([\w.-]{1,64})["']?(?:,\s{0,40}|\s{1,40})["']?$|([\w.-]{1,64})["']\s{0,4}:\s{0,4}\{\s{0,40}["']$/i

function nameEndingAt(text: string, end: number): NameBefore | null {
  const last = beginOf(CLOSING, text, end)
  const begin = beginOf(NAME, text, last)
  const own = text.slice(begin, last).replace(/^[.-]+/, '')
  const first = last - own.length
  const isQuoted = /["'`\\]/.test(text[last] ?? '')
  const name = nameOf(own, first, isQuoted)
  if (name || !/^(?:value|key)$/i.test(own)) return name
  const [, beside, holder] = BESIDE.exec(text.slice(Math.max(0, first - 160), first)) ?? []
  // Or it is the second of two words, as in `api key`.
  return nameOf(beside ?? holder ?? text.slice(beginOf(NAME, text, first - 1), last), first, isQuoted)
}

function nameOf(text: string, first: number, isQuoted: boolean): NameBefore | null {
  const name = secretName(text)
  return name && { ...name, text: text.trimEnd(), first, isQuoted }
}

const QUOTE = /^((?:\*\*)?[ \t]*(?:\[[ \t]*|\r?\n[ \t]*)?[bruf@N]{0,2})(\\?["'`])/i
const QUOTE_AS_YET = /^[\s*[]*[bruf@N]{0,2}\\?$/i
const QUOTE_CHARS = 80

/** A value in quotes; undefined where it stands in none. */
function readQuoted(
  { text, end, isWhole }: SecretTrigger,
  name: NameBefore,
): SecretMatch | 'more' | null | undefined {
  const piece = text.slice(end, end + QUOTE_CHARS)
  if (!isWhole && piece.length < QUOTE_CHARS && QUOTE_AS_YET.test(piece)) return 'more'
  const [whole, prefix = '', quote = ''] = QUOTE.exec(piece) ?? []
  if (whole === undefined) return undefined
  const at = end + whole.length
  const close = closingQuote(text, at, quote)
  if (close === text.length && !isWhole && close - at < SECRET_CHARS) return 'more'
  const value = text.slice(at, close)
  // A text that is cut off is a secret as far as it goes, if nothing but a setting has such a name.
  const isClosed = text.startsWith(quote, close) || (name.isUpper && text[close] !== '⟦')
  if (prefix.includes('[') && !name.text.endsWith('s')) return null
  if (!isClosed || (/f/i.test(prefix) && value.includes('{'))) return null
  return matchOf(value, at, { name, standing: 'quoted' })
}

/** Where a quote closes; or where its line ends, the text, or a handle begins. */
function closingQuote(text: string, from: number, quote: string): number {
  const last = Math.min(text.length, from + SECRET_CHARS)
  let at = from
  while (at < last && !text.startsWith(quote, at) && !'\n⟦⟧'.includes(text[at] ?? ''))
    at += text[at] === '\\' && !(quote.startsWith('\\') && text[at + 1] !== '\\') ? 2 : 1
  return Math.min(at, text.length)
}

/** The part of a value that is secret: of `Authorization` not the scheme. */
export function matchOf(
  value: string,
  at: number,
  { name, standing }: { name: SecretName & { text: string }; standing: Standing },
): SecretMatch | null {
  const isHeader = /authorization$/i.test(name.text)
  const scheme = isHeader ? (/^[A-Za-z][\w-]*[ \t]+(?=\S)/.exec(value)?.[0] ?? '') : ''
  const isKnown = /^(?:basic|bearer|token|digest|api-?key)?\s*$/i.test(scheme)
  const isSecret = isSecretValue(value.slice(scheme.length), name, isKnown ? standing : 'loose')
  return isSecret ? { at: at + scheme.length, end: at + value.length, rule: name.rule } : null
}

/** What ends a value where it stands in no quotes. Up to a blank: */
const WORD = /(?:[^\s"'`\\⟦⟧]|\\(?![nrtu"'\\])){0,256}/y
/** … up to the next parameter: */
const PARAMETER = /[^\s"'`\\⟦⟧&;#<>]{0,256}/y
/** … up to what may end it in a program or a sentence: */
const LOOSE = /[^\s"'`\\⟦⟧,;&()[\]{}<>|]{0,256}/y
/** … up to a comment or another command: */
const ROW = /(?:[^\s"'`\\⟦⟧]|\\(?![nrtu"'\\])|[ \t]+(?![ \t#&|;>]|$)){0,256}/y
/** … and behind the scheme of a header: */
const SCHEME_AND_WORD = /(?:[A-Za-z][\w-]{0,32}[ \t]+)?[^\s"'`\\⟦⟧]{0,256}/y
const BLANKS = /(?:\*\*(?=[ \t]))?[ \t]*/y

/** A value that stands in no quotes. */
function readBare(trigger: SecretTrigger, name: NameBefore): SecretMatch | 'more' | null {
  const { text, start, end, isWhole } = trigger
  if (/^(?:=>|\?\?|\|\||["'],)$/.test(text.slice(start, end))) return null
  const at = endOf(BLANKS, text, end)
  const { pattern, standing } = placeOf(trigger, name)
  const stop = endOf(pattern, text, at)
  if (!isWhole && endOf(BLANKS, text, stop) + 2 >= text.length && stop - at < 2 * JUDGED) return 'more'
  const isCode = standing === 'loose' && '([{<'.includes(text[stop] ?? ' ')
  if (isCode || '⟦⟧'.includes(text[stop] ?? ' ')) return null
  const value = text.slice(at, stop).trimEnd()
  if (standing === 'plain' && GOES_ON[name.isUpper ? 'upper' : 'lower'].test(value)) return null
  const own = value.replace(standing === 'plain' ? /[,;:)]+$/ : /[.:!?]+$/, '')
  const match = matchOf(own, at, { name, standing })
  if (!match || stop - at < JUDGED) return match
  return extended(trigger, match, pattern)
}

/** How an argument or a member of a program ends, and hardly a value. */
const GOES_ON = { upper: /[({[]$|^[a-z].*,$/, lower: /^[A-Za-z_][A-Za-z_.]*[,;)]+$/ }

/** A match to the end of its secret, of which only the beginning was judged. */
function extended(
  { text, isWhole }: SecretTrigger,
  match: SecretMatch,
  pattern: RegExp,
): SecretMatch | 'more' {
  let end = match.end
  while (end - match.at < SECRET_CHARS && endOf(pattern, text, end) > end) end = endOf(pattern, text, end)
  return end === text.length && !isWhole && end - match.at < SECRET_CHARS ? 'more' : { ...match, end }
}

const LINE_BEGINS = /(?:^|[\r\n]|\\n)[ \t>#*+-]*(?:[\w./-]{1,60}[:-]\d+[:-])?(?:export |ENV |ARG |set )?$/

/** Where a value stands: what ends it there, and whether nothing but values stands in such a place. */
function placeOf(
  { text, start, end }: SecretTrigger,
  name: NameBefore,
): { pattern: RegExp; standing: Standing } {
  const separator = text.slice(start, end)
  const before = text[name.first - 1] ?? ''
  const isSet = separator === '=' && !name.isQuoted && !/\s/.test(`${text[start - 1]}${text[end]}`)
  const beginsLine = LINE_BEGINS.test(text.slice(Math.max(0, name.first - 80), name.first))
  if (separator === ':' && /authorization$/i.test(name.text))
    return { pattern: SCHEME_AND_WORD, standing: 'plain' }
  if (isSet && /[?&;#]/.test(before)) return { pattern: PARAMETER, standing: 'plain' }
  const isRow = name.isUpper && !name.isQuoted && beginsLine
  if (isRow && (isSet || separator === ':')) return { pattern: ROW, standing: 'plain' }
  const isHeader = separator === ':' && !name.isQuoted && /^(?:[A-Za-z]+-)+[A-Za-z]+$/.test(name.text)
  if (isHeader || (isSet && (name.isUpper || beginsLine || /[-=:]/.test(before))))
    return { pattern: WORD, standing: 'plain' }
  return { pattern: LOOSE, standing: 'loose' }
}
