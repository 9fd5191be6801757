import { tokenLike } from './likely-value'
import { beginsWord, charsOf, type Reader, type Reading, runEnd } from './reading'

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

function credentialsIn({ text, start, end: from, floor, isWhole }: Reading): number | 'more' | null {
  if (!beginsWord(text, start, floor)) return null
  const end = runEnd(text, from, { chars: CREDENTIALS, most: MOST })
  if (end === text.length && !isWhole && end - from < MOST) return 'more'
  return end > from ? end : null
}

const BASE64 = /^[A-Za-z0-9+/]{8,}={0,2}$/
const decoded = (value: string): string =>
  BASE64.test(value) ? Buffer.from(value, 'base64').toString('latin1') : ''

const TWO_PARTS = charsOf(/[\w-]/)
const HEADER_CHARS = 512

/** A JSON Web Token: an object in base64, a dot, another one. */
export const readJwt: Reader = ({ text, start, end: from, floor, isWhole }) => {
  if (!beginsWord(text, start, floor)) return null
  const header = runEnd(text, from, { chars: TWO_PARTS, most: HEADER_CHARS })
  if (header === text.length && !isWhole) return 'more'
  if (header - from < 8 || text[header] !== '.') return null
  const end = runEnd(text, header + 1, { chars: TOKEN, most: MOST })
  if (end === text.length && !isWhole && end - header <= MOST) return 'more'
  if (end - header < 9 || !text.slice(header + 1, end).includes('.')) return null
  return { at: start, end, rule: 'JSON Web Token' }
}

const TOKEN = charsOf(/[\w.-]/)
