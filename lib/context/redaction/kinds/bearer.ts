import { isSecretValue } from '../literal-value'
import { charTable, type Reading, runEnd, type SecretReader, withoutStop } from '../reading'

const CREDENTIALS = charTable(/[\w\-.~+/=:%|]/)
const MOST = 8_192

/** The token of `Authorization: Bearer …`, wherever it is written. */
export const readBearer: SecretReader = reading => {
  const run = credentialsIn(reading)
  if (typeof run !== 'number') return run
  const value = reading.text.slice(reading.end, run)
  const isLikely = value.length >= 8 && isSecretValue(value, TOKEN_OF_HEADER, 'loose')
  return isLikely ? { at: reading.end, end: run, rule: 'Bearer token' } : null
}

/** What `Authorization: Basic …` encodes: a name and a password. */
export const readBasic: SecretReader = reading => {
  const run = credentialsIn(reading)
  if (typeof run !== 'number') return run
  const isPair = isNameAndPassword(reading.text.slice(reading.end, run))
  return isPair ? { at: reading.end, end: run, rule: 'Basic credentials' } : null
}

function credentialsIn({ text, end: from, isWhole }: Reading): number | 'more' | null {
  const end = runEnd(text, from, { chars: CREDENTIALS, most: MOST })
  if (end === text.length && !isWhole && end - from < MOST) return 'more'
  const last = withoutStop(text, from, end)
  return last > from ? last : null
}

const TOKEN_OF_HEADER = { family: 'token', isCertain: true } as const
const BASE64 = /^[A-Za-z0-9+/]{8,}={0,2}$/
/** No control characters; where it is no UTF-8 it is Latin-1, as older programs write it. */
const PAIR = /^[^\p{Cc}:]*:[^\p{Cc}]*$/u

function isNameAndPassword(value: string): boolean {
  if (!BASE64.test(value)) return false
  const bytes = Buffer.from(value, 'base64')
  return PAIR.test(
    bytes.toString('utf8').includes('\ufffd') ? bytes.toString('latin1') : bytes.toString('utf8'),
  )
}

const TWO_PARTS = charTable(/[\w-]/)
const HEADER_CHARS = 512

/** A JSON Web Token: an object in base64, a dot, another one. */
export const readJwt: SecretReader = ({ text, start, end: from, isWhole }) => {
  const header = runEnd(text, from, { chars: TWO_PARTS, most: HEADER_CHARS })
  if (header === text.length && !isWhole) return 'more'
  if (header - from < 8 || text[header] !== '.') return null
  const run = runEnd(text, header + 1, { chars: TOKEN, most: MOST })
  if (run === text.length && !isWhole && run - header <= MOST) return 'more'
  const end = withoutStop(text, header, run)
  if (end - header < 9 || !text.slice(header + 1, end).includes('.')) return null
  return { at: start, end, rule: 'JSON Web Token' }
}

const TOKEN = charTable(/[\w.-]/)
