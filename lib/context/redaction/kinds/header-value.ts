import { isSecretValue } from '../literal-value'
import { charTable, type Reading, runEnd, type SecretMatch } from '../reading'
import { ENDS_LINE, VALUE_CHARS, valueEnd } from '../value-end'

const SCHEME = /^\\?["'`]?([A-Za-z][\w-]{2,24})[ \t]+(?=\S)/
const SCHEME_CHARS = 40
/** Behind any other word a sentence may go on. */
const KNOWN_SCHEME = /^(?:basic|bearer|token|digest|negotiate|api-?key|key|hmac|[\w-]*-\w*)$/i

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
  const areParameters = /^[\w-]+=\\?["\w]/.test(value)
  if (areParameters && /=\\?"?(?:\$\{\w|\{\{|%s)/.test(value)) return null
  const credential = { family: 'token', isCertain: KNOWN_SCHEME.test(scheme[1] ?? '') } as const
  const isSecret = areParameters || isSecretValue(first, credential, value === first ? 'quoted' : 'loose')
  if (!isSecret) return undefined
  return { at, end: at + (areParameters ? value : first).length, rule: ruleOf(scheme[1] ?? '') }
}

const ruleOf = (scheme: string): string =>
  /^bearer$/i.test(scheme) ? 'Bearer token' : /^basic$/i.test(scheme) ? 'Basic credentials' : 'Key or token'

const HEADER_CHARS = 4_096
const COOKIE_NAME = charTable(/[\w!#$%&'*+.^|~-]/)
const ENDS_HEADER = /[\n\r"'`\\⟦⟧]/

/** The cookies of a header; of one that sets a cookie, without its attributes. */
export function readCookieSecret(
  { text, isWhole }: Reading,
  from: number,
  name: string,
): SecretMatch | 'more' | null {
  const pair = runEnd(text, from, { chars: COOKIE_NAME, most: 128 })
  if (pair >= text.length - 1 && !isWhole) return 'more'
  if (pair === from || text[pair] !== '=' || /[\s;]/.test(text[pair + 1] ?? ' ')) return null
  if (!/(?:^|[-_. "'])(?:set-?)?cookie$/i.test(name)) return null
  const isSet = /set-cookie$/i.test(name)
  const last = Math.min(text.length, from + HEADER_CHARS)
  let end = from
  while (end < last && !(isSet && text[end] === ';')) {
    if (!ENDS_HEADER.test(text[end] ?? '')) end += 1
    else if (QUOTED.test(text.slice(end - 1, end + QUOTED_CHARS))) end = text.indexOf('"', end + 1) + 1
    else break
  }
  if (end + QUOTED_CHARS > text.length && !isWhole && end - from < HEADER_CHARS) return 'more'
  return areSecret(text.slice(from, end)) ? { at: from, end, rule: 'Cookie' } : null
}

const QUOTED = /^="[\w+/.%=-]+"/
const QUOTED_CHARS = 256
const SESSION = /sess|sid|auth|token|jwt|csrf|xsrf|key|user|login|remember|id$/i

/** Unless all say no more than `theme=dark`. */
const areSecret = (cookies: string): boolean =>
  cookies.split(/;\s*/).some(cookie => {
    const [, name = '', value = ''] = /^([^=]+)="?([^"]+)/.exec(cookie) ?? []
    return value.length >= 4 && (SESSION.test(name) || !/^(?:[a-z]{1,12}|[A-Za-z]{1,8})$/.test(value))
  })
