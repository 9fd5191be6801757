import { charTable, type Reading, runEnd, type SecretMatch } from '../reading'

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
  const isSet = /set-cookie$/i.test(name)
  const last = Math.min(text.length, from + HEADER_CHARS)
  let end = from
  while (end < last && !ENDS_HEADER.test(text[end] ?? '') && !(isSet && text[end] === ';')) end += 1
  if (end === text.length && !isWhole && end - from < HEADER_CHARS) return 'more'
  if (end - from < 8) return null
  return { at: from, end, rule: 'Cookie' }
}
