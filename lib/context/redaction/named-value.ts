import { type Family, familyOf } from './credential-name'
import { passwordLike, tokenLike, type Written } from './likely-value'
import { charsOf, type Match, type Reader, type Reading, runEnd, withoutStop } from './reading'

const NAME = charsOf(/[\w.-]/)
const NAME_CHARS = 64
const SPACE = charsOf(/[ \t]/)
const VALUE_CHARS = 1_024
const RULES: Record<Family, string> = { password: 'Password', token: 'Key or token', cookie: 'Cookie' }

/** The value of `password=…`, `"api_key": "…"`, `AWS_SECRET_ACCESS_KEY=…`, `Cookie: …`: its name tells what it is. */
export const readNamedValue: Reader = reading => {
  const { text, start, end, floor, isWhole } = reading
  const name = nameBefore(text, start, floor)
  const family = name && familyOf(name)
  if (!name || !family) return null
  if (end === text.length && !isWhole) return 'more'
  if (/[=:>~]/.test(text[end] ?? '')) return null
  const from = runEnd(text, end, { chars: SPACE, most: 8 })
  if (from === text.length && !isWhole) return 'more'
  if (family === 'cookie') return text[start] === ':' ? readCookie(reading, from, name) : null
  const isSetting = from === end && text[start] === '=' && /^[A-Z][A-Z0-9_]*$/.test(name)
  return readValue(reading, from, { family, isSetting })
}

/** The value of `--password …`. */
export const readOption =
  (family: Family): Reader =>
  reading =>
    readValue(reading, reading.end, { family, isSetting: false })

/** The name that stands before `=` or `:`, in quotes or not; one of two words, such as `api key`, as well. */
function nameBefore(text: string, separator: number, floor: number): string | null {
  let end = separator
  if (text[separator] === '=' && text[end - 1] === ':') end -= 1
  while (end > floor && SPACE[text.charCodeAt(end - 1)] === 1 && separator - end < 8) end -= 1
  if (end > floor && /["'`]/.test(text[end - 1] ?? '')) end -= 1
  if (end > floor && text[end - 1] === '\\') end -= 1
  const first = wordStart(text, end, floor)
  if (first === end) return null
  const isWord = first > floor && text[first - 1] === ' '
  return text.slice(isWord ? wordStart(text, first - 1, floor) : first, end)
}

function wordStart(text: string, end: number, floor: number): number {
  const first = Math.max(floor, end - NAME_CHARS)
  let at = end
  while (at > first && NAME[text.charCodeAt(at - 1)] === 1) at -= 1
  return at
}

/** `isSetting`: a line of an environment file, whose value goes on to the next space. */
type About = { family: Family; isSetting: boolean }

function readValue(reading: Reading, from: number, about: About): Match | 'more' | null {
  const { text, isWhole } = reading
  const isEscaped = text[from] === '\\'
  if (isEscaped && from + 1 === text.length && !isWhole) return 'more'
  const open = from + (isEscaped ? 1 : 0)
  const quote = /["'`]/.test(text[open] ?? '') ? text[open] : undefined
  const at = quote ? open + 1 : from
  const end = valueEnd(text, at, { quote, isEscaped, isSetting: about.isSetting })
  if (end === text.length && !isWhole) return 'more'
  const trimmed = quote ? end : withoutStop(text, at, end)
  if (trimmed === at) return null
  const value = text.slice(at, trimmed)
  return isLikely(value, { after: text[end], quote, about })
    ? { at, end: trimmed, rule: RULES[about.family] }
    : null
}

function isLikely(
  value: string,
  written: { after: string | undefined; quote: string | undefined; about: About },
): boolean {
  const { after, quote, about } = written
  if (after === '⟦' || (!quote && after !== undefined && /[([]/.test(after))) return false
  const how: Written = { isQuoted: quote !== undefined, assured: quote !== undefined || about.isSetting }
  return about.family === 'password' ? passwordLike(value, how) : tokenLike(value, how)
}

const ENDS_SETTING = /[\s"'`⟦⟧]/
const ENDS_VALUE = /[\s"'`,;&()[\]{}<>|⟦⟧]/
const ENDS_LINE = /[\n\r⟦⟧]/

function valueEnd(
  text: string,
  from: number,
  how: { quote: string | undefined; isEscaped: boolean; isSetting: boolean },
): number {
  const last = Math.min(text.length, from + VALUE_CHARS)
  const ends = how.quote ? ENDS_LINE : how.isSetting ? ENDS_SETTING : ENDS_VALUE
  for (let at = from; at < last; at += 1) {
    const char = text[at] ?? ''
    if (char === how.quote || ends.test(char)) return at
    if (char !== '\\') continue
    if (how.isEscaped || !how.quote) {
      if (at + 1 === text.length) return text.length
      if (/[nrtu"'\\]/.test(text[at + 1] ?? '')) return at
    } else at += 1
  }
  return last
}

const HEADER_CHARS = 4_096
const COOKIE_NAME = charsOf(/[\w!#$%&'*+.^|~-]/)
const ENDS_HEADER = /[\n\r"'`\\⟦⟧]/

function readCookie({ text, isWhole }: Reading, from: number, name: string): Match | 'more' | null {
  const pair = runEnd(text, from, { chars: COOKIE_NAME, most: 128 })
  if (pair >= text.length - 1 && !isWhole) return 'more'
  if (pair === from || text[pair] !== '=' || /[\s;]/.test(text[pair + 1] ?? ' ')) return null
  const isSet = /set-cookie$/i.test(name)
  const last = Math.min(text.length, from + HEADER_CHARS)
  let end = from
  while (end < last && !ENDS_HEADER.test(text[end] ?? '') && !(isSet && text[end] === ';')) end += 1
  if (end === text.length && !isWhole && end - from < HEADER_CHARS) return 'more'
  if (end - from < 8) return null
  return { at: from, end, rule: RULES.cookie }
}
