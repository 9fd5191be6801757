import { isSecretValue } from '../literal-value'
import type { Reading, SecretMatch } from '../reading'
import { ENDS_LINE, VALUE_CHARS, valueEnd } from '../value-end'

const SCHEME = /^\\?["'`]?([A-Za-z][\w-]{2,24})[ \t]+(?=\S)/
const SCHEME_CHARS = 40
const CERTAIN = { family: 'token', isCertain: true } as const

/** What follows the scheme in `Authorization: Token …`; null where that is a handle, undefined where it says nothing. */
export function readAuthorization(
  { text, isWhole }: Reading,
  from: number,
  enclosing: string | undefined,
): SecretMatch | 'more' | null | undefined {
  const piece = text.slice(from, from + SCHEME_CHARS)
  const scheme = SCHEME.exec(piece)
  if (!scheme) return piece.length < SCHEME_CHARS && !isWhole && /^\S*\s*$/.test(piece) ? 'more' : undefined
  const own = /["'`]/.exec(scheme[0])?.[0]
  const at = from + scheme[0].length
  const quote = enclosing ?? own
  const isEscaped = text[from] === '\\'
  const end = valueEnd(text, at, { quote, ends: ENDS_LINE, escapes: true, isEscaped })
  if (end + 4 > text.length && !isWhole && end - at < VALUE_CHARS) return 'more'
  if (text[end] === '⟦') return null
  const value = text.slice(at, end).trimEnd()
  const first = value.split(/[\s,;]/)[0] ?? ''
  const areParameters = /^[\w-]+=\\?["\w]/.test(value) && !/="?(?:\$\{\w|\{\{|%s")/.test(value)
  const isSecret = areParameters || isSecretValue(first, CERTAIN, value === first ? 'quoted' : 'loose')
  if (!isSecret) return undefined
  return { at, end: at + (areParameters ? value : first).length, rule: ruleOf(scheme[1] ?? '') }
}

const ruleOf = (scheme: string): string =>
  /^bearer$/i.test(scheme) ? 'Bearer token' : /^basic$/i.test(scheme) ? 'Basic credentials' : 'Key or token'
