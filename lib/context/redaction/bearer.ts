import { tokenLike } from './likely-value'
import { charsOf, type Reader, type Reading, runEnd, withoutStop } from './reading'

const CREDENTIALS = charsOf(/[\w\-.~+/=:%|]/)
const MOST = 8_192

/** The token of `Authorization: Bearer …`, wherever it is written. */
export const readBearer: Reader = reading => {
  const run = credentialsIn(reading)
  if (typeof run !== 'number') return run
  const value = reading.text.slice(reading.end, run)
  const isLikely = tokenLike(value, { isQuoted: false, assured: true })
  return isLikely ? { at: reading.end, end: run, rule: 'Bearer token' } : null
}

/** What `Authorization: Basic …` encodes: a name and a password. */
export const readBasic: Reader = reading => {
  const run = credentialsIn(reading)
  if (typeof run !== 'number') return run
  const isPair = /^[ -~]*:[ -~]*$/.test(decoded(reading.text.slice(reading.end, run)))
  return isPair ? { at: reading.end, end: run, rule: 'Basic credentials' } : null
}

function credentialsIn({ text, end: from, isWhole }: Reading): number | 'more' | null {
  const end = runEnd(text, from, { chars: CREDENTIALS, most: MOST })
  if (end === text.length && !isWhole && end - from < MOST) return 'more'
  const last = withoutStop(text, from, end)
  return last > from ? last : null
}

const BASE64 = /^[A-Za-z0-9+/]{8,}={0,2}$/
const decoded = (value: string): string =>
  BASE64.test(value) ? Buffer.from(value, 'base64').toString('latin1') : ''

const TWO_PARTS = charsOf(/[\w-]/)
const HEADER_CHARS = 512

/** A JSON Web Token: an object in base64, a dot, another one. */
export const readJwt: Reader = ({ text, start, end: from, isWhole }) => {
  const header = runEnd(text, from, { chars: TWO_PARTS, most: HEADER_CHARS })
  if (header === text.length && !isWhole) return 'more'
  if (header - from < 8 || text[header] !== '.') return null
  const run = runEnd(text, header + 1, { chars: TOKEN, most: MOST })
  if (run === text.length && !isWhole && run - header <= MOST) return 'more'
  const end = withoutStop(text, header, run)
  if (end - header < 9 || !text.slice(header + 1, end).includes('.')) return null
  return { at: start, end, rule: 'JSON Web Token' }
}

const TOKEN = charsOf(/[\w.-]/)
