import { type Credential, credentialOf } from '../credential-name'
import { goesOn } from '../literal-value'
import { charTable, type Reading, runEnd, type SecretMatch, type SecretReader } from '../reading'
import { ENDS_LINE, extended, matchOf, VALUE_CHARS, valueEnd } from '../value-end'
import {
  enclosing,
  lineOf,
  type Name,
  type NamePlace,
  nameBefore,
  placeOf,
  type ValueContext,
  type ValuePlaceName,
} from '../value-place'
import { readBare } from './bare-value'
import { readAuthorization, readCookieSecret } from './header-value'

const DECORATED = charTable(/[ \t*]/)

/** The value of `password=…`, `"api_key": "…"`, `AWS_SECRET_ACCESS_KEY=…`, `Cookie: …`: its name tells what it is. */
export const readNamedValue: SecretReader = reading => {
  const { text, start, end, isWhole } = reading
  const named = namedBefore(reading)
  if (!named || named === 'more') return named
  if (end === text.length && !isWhole) return 'more'
  const { name, credential } = named
  const isArrow = text.startsWith('=>', start) && isKey(reading, named)
  if (isMark(reading, name)) return null
  const place = placeOf(reading, named)
  if (!isArrow && !isClear(place) && /[=:>~]/.test(text[end] ?? '')) return null
  const from = valueStart(reading, isArrow ? end + 1 : end, named)
  if (from === 'more') return 'more'
  if (credential.family === 'cookie')
    return text[start] === ':' ? readCookieSecret(reading, from, name.text) : null
  return readValueOf(reading, from, { ...named, place, isArrow })
}

/** Before `=>`: in quotes, a symbol, or with space on both sides. */
const isKey = ({ text, end }: Reading, { name, credential }: NamePlace): boolean =>
  name.isQuoted ||
  (!name.isClose && (text[name.last - 1] === ':' || (credential.isCertain && text[end + 1] === ' ')))

/** A role of reStructuredText, as in `Pass :meth:`, or the name of a type, such as `"AWS::IAM::AccessKey"`. */
const isMark = ({ text, start, end }: Reading, name: Name): boolean =>
  name.isQuoted
    ? text.startsWith('::', name.first - 2)
    : text[start] === ':' && !name.isClose && /[a-z]/.test(text[end] ?? '')

/** Where a sign behind the separator can only belong to the value. */
const isClear = (place: ValuePlaceName): boolean =>
  place !== 'line' && place !== 'loose' && place !== 'header'

const DETAILS = /^[ \t]*(?:(?:!!\w+|!str|&[A-Za-z][\w-]*)[ \t]+)+(?=[^\s=])/
const WRAPPED =
  /^[ \t]*(?:Some|String::from|Secret(?:Str|String|Bytes)?(?:::new)?|\[\]byte|Buffer\.from)?\((?=["'`])/
const BELOW = /^[ \t]*\(?[ \t]*\r?\n\s*(?=[bru]?["'])/
const BARE_BELOW = /^[ \t]*\r?\n[ \t]+(?!return\b|pass\b|raise\b)(?=[^\s:#"'-][^\s:]*[ \t]*(?:\r?\n|$))/
const START_CHARS = 160

/** Where the value begins: behind a tag or an anchor of YAML, behind a bracket, or in the next line. */
function valueStart(
  { text, isWhole }: Reading,
  end: number,
  { credential, line, separator, name }: NamePlace,
): number | 'more' {
  const from = runEnd(text, end, { chars: DECORATED, most: 8 })
  const next = text[from] ?? '\n'
  if (!/[\s(!&A-Z[]/.test(next)) return from
  const piece = text.slice(end, end + START_CHARS)
  if (piece.length < START_CHARS && !isWhole) return 'more'
  const isSetting = credential.isCertain && (line !== null || name.isQuoted)
  const forms = separator === ':' && line ? [DETAILS, BELOW, BARE_BELOW] : [WRAPPED, BELOW]
  const start = isSetting
    ? forms.map(form => form.exec(piece)?.[0].length ?? 0).find(length => length > 0)
    : 0
  return start ? end + start : from
}

function namedBefore(reading: Reading): NamePlace | 'more' | null {
  const { text, start } = reading
  const separator = text[start] === ':' ? ':' : '='
  for (const isTyped of separator === '=' ? [false, true] : [false]) {
    const name = nameBefore(text, start, isTyped)
    const credential = name && credentialIn(reading, name)
    if (credential === 'more') return 'more'
    if (name && credential) return { name, line: lineOf(text, name.first), credential, separator }
  }
  return null
}

const PAIR =
  /(?:\b(?:name|key|id|type|Name|Key|NAME|KEY)|variable|header)["']?\s*[:=]\s*["']?([\w.-]{1,64})["']?(?:[,;]?\s{1,40}["']?\w+["']?\s?[:=]\s?["']?[\w.-]+["']?){0,2}[,;]?\s{0,40}["'`]?$/
const ARGUMENT = /\(\s*["']([\w.-]{1,64})["']\s*,(?:\s*\w+\s*=\s*[\w.]+\s*,)*\s*$/
const HOLDER = /["']([\w.-]{1,64})["']\s*:\s*\{\s*["']?$/
const VARIABLE = /\bvariable\s+"([\w.-]{1,64})"\s*\{[^{}]*$/
const BEHIND =
  /^\s*(?:"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'|[^\s"',}]+)[ \t]*,?\s*["']?(?:name|key|id|Name|Key)["']?\s*[:=]\s*["']?([\w.-]{1,64})(?=["'\s,}>/]|$)/
const PAIR_CHARS = 240

/** What its name says; where that is only `value`, what the name beside it says: `name: DB_PASSWORD`, `value: …`. */
function credentialIn(reading: Reading, { text: name, last }: Name): Credential | 'more' | null {
  const { text } = reading
  const own = credentialOf(name)
  if (own || !/(?:^|[\s-])(?:value|default)$/i.test(name)) return own
  const before = text.slice(Math.max(0, last - PAIR_CHARS), last)
  const beside = [PAIR, ARGUMENT, VARIABLE, HOLDER].flatMap(form => form.exec(before)?.[1] ?? [])
  const credential = beside.map(credentialOf).find(other => other !== null)
  return credential ?? (beside.length > 0 ? null : credentialBehind(reading))
}

/** Where the name comes after the value. */
function credentialBehind({ text, end, isWhole }: Reading): Credential | 'more' | null {
  const piece = text.slice(end, end + PAIR_CHARS)
  if (piece.length < PAIR_CHARS && !isWhole) return 'more'
  const behind = BEHIND.exec(piece)?.[1]
  return behind === undefined ? null : credentialOf(behind)
}

function readValueOf(reading: Reading, from: number, context: ValueContext): SecretMatch | 'more' | null {
  const { text } = reading
  const { name, line, credential, separator } = context
  const own = enclosing(text, name)
  if (own !== undefined && text[from] === own) return null
  if (separator === ':' && line && /[|>]/.test(text[from] ?? '')) {
    const match = readBlock(reading, from, credential)
    if (match !== undefined) return match
  }
  if (/^(?:proxy-)?authorization$/i.test(name.text)) {
    const match = readAuthorization(reading, from, own)
    if (match !== undefined) return match
  }
  const match = readQuoted(reading, from, context)
  return match === undefined ? readBare(reading, from, context) : match
}

const QUOTED = /^(?:[bBrRuULfF]{1,2}|[@$N])?(?=["'`])/

/** A value in quotes; undefined where it is in none. */
export function readQuoted(
  reading: Reading,
  from: number,
  context: ValueContext,
): SecretMatch | 'more' | null | undefined {
  const { text, isWhole } = reading
  const isEscaped = text[from] === '\\'
  if (text.length - from < 6 && !isWhole) return 'more'
  const prefix = isEscaped ? '\\' : (QUOTED.exec(text.slice(from, from + 3))?.[0] ?? '')
  const open = from + prefix.length
  const quote = text[open]
  if (quote === undefined || !/["'`]/.test(quote)) return context.isArrow ? null : undefined
  const isTriple = text.startsWith(quote.repeat(3), open)
  const at = open + (isTriple ? 3 : 1)
  const bounds = { quote, ends: ENDS_LINE, escapes: true, isEscaped }
  const end = text[at] === quote ? at : valueEnd(text, at, bounds)
  if (end + 4 > text.length && !isWhole && end - at < VALUE_CHARS) return 'more'
  const value = text.slice(at, end)
  if (/[rR]/.test(prefix) && !context.credential.isCertain && /[\\[(]/.test(value)) return null
  const isFormat =
    (/[fF$]/.test(prefix) && /\{.*\}/.test(value)) || (quote === '`' && /(?<!\\)\$\{[\w('"`]/.test(value))
  if (text[end] === '⟦' || isFormat || goesOn(value)) return null
  const match = matchOf(
    { at, end, value },
    context.credential,
    context.place === 'setting' && !/\s/.test(value) ? 'plain' : 'quoted',
  )
  return extended(reading, match, bounds)
}

const BLOCK = /^[|>][+-]?\d?[ \t]*\r?\n([ \t]+)(\S[^\n]{0,1000})/

/** The first line of a text that begins below its name, as YAML has it; undefined where none begins. */
function readBlock(
  { text, isWhole }: Reading,
  from: number,
  credential: Credential,
): SecretMatch | 'more' | null | undefined {
  const piece = text.slice(from, from + VALUE_CHARS)
  const [whole = '', , value = ''] = BLOCK.exec(piece) ?? []
  const isOpen = from + (whole.length || piece.length) === text.length && piece.length < VALUE_CHARS
  if (isOpen && !isWhole && (whole !== '' || /^[|>][+-]?\d?[ \t]*(?:\r?\n?|\r?\n[ \t]+)$/.test(piece)))
    return 'more'
  if (whole === '') return undefined
  const end = from + whole.trimEnd().length
  const at = from + whole.length - value.length
  if (value.includes('⟦')) return null
  const match = matchOf({ at, end, value: text.slice(at, end) }, credential, 'plain')
  return extended({ text, isWhole }, match, { ends: ENDS_LINE, escapes: false })
}
