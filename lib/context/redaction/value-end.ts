import type { Credential } from './credential-name'
import { isSecretValue, type Standing } from './literal-value'
import { type Chars, charTable, type Reading, type SecretMatch } from './reading'

/** How much of a value is examined to classify it. */
export const VALUE_CHARS = 256
/** The longest that a secret may be: a key in base64 has thousands of characters. */
const SECRET_CHARS = 16_384
export const ENDS_LINE = charTable(/[\n\r]/)
/** The brackets of handles end every value. */
const [OPEN, CLOSE] = [0x27e6, 0x27e7]
const BACKSLASH = 92

const isBracket = (code: number): boolean => code === OPEN || code === CLOSE

/** What ends a value. `escapes`: a backslash begins an escape of the surrounding text. */
export type Bounds = {
  quote?: string | undefined
  ends: Chars
  escapes: boolean
  isEscaped?: boolean | undefined
  most?: number
}

/** The end of a secret that is longer than what was examined; null if the text that follows decides. */
export function secretEnd(
  { text, isWhole }: { text: string; isWhole: boolean },
  { at, end }: { at: number; end: number },
  bounds: Bounds,
): number | null {
  if (end - at < VALUE_CHARS) return end
  const last = valueEnd(text, end, { ...bounds, most: SECRET_CHARS })
  return last + 4 > text.length && !isWhole && last - end < SECRET_CHARS ? null : last
}

/** Where a value ends; the end of the text if that is not certain. */
export function valueEnd(
  text: string,
  from: number,
  { quote, ends, escapes, isEscaped, most = VALUE_CHARS }: Bounds,
): number {
  const last = Math.min(text.length, from + most)
  const quoteCode = quote?.charCodeAt(0) ?? -1
  for (let at = from; at < last; at += 1) {
    const code = text.charCodeAt(at)
    if (code === quoteCode) {
      const doubled = isEscaped ? 0 : doubledAt(text, at, code)
      if (doubled === 0) return at
      at += doubled - 1
    } else if (code < 128 ? ends[code] === 1 : isBracket(code)) return at
    else if (code !== BACKSLASH) continue
    else if (isEscaped || (!quote && escapes)) {
      if (at + 1 === text.length) return text.length
      if (/[nrtu"'\\]/.test(text[at + 1] ?? '')) return at
    } else if (quote && !isBracket(text.charCodeAt(at + 1))) at += 1
  }
  return last
}

const SINGLE = 39

/** The length of a quote that ends nothing: a doubled one, or a shell's quote between two texts. */
function doubledAt(text: string, at: number, quote: number): number {
  if (quote !== SINGLE) return 0
  if (text.charCodeAt(at + 1) === SINGLE) return 2
  return text.startsWith("\\''", at + 1) ? 4 : 0
}

export const RULES = { password: 'Password', token: 'Key or token', cookie: 'Cookie' } as const

/** A match to the end of its secret. */
export function extended(
  reading: Pick<Reading, 'text' | 'isWhole'>,
  match: SecretMatch | null,
  bounds: Bounds,
): SecretMatch | 'more' | null {
  const end = match && secretEnd(reading, match, bounds)
  return match && end === null ? 'more' : match && { ...match, end: end ?? match.end }
}

/** A value as a match, where it is a secret. */
export function matchOf(
  { at, end, value }: { at: number; end: number; value: string },
  credential: Credential,
  standing: Standing,
): SecretMatch | null {
  return isSecretValue(value, credential, standing) ? { at, end, rule: RULES[credential.family] } : null
}
