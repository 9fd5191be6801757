import { endOf, SECRET_CHARS, type SecretReader } from './secret-reader'
import { isSecretValue } from './secret-value'

const LABEL = /[A-Z\d ]{0,40}PRIVATE KEY(?: BLOCK)?-----/y
const LABEL_CHARS = 70
/** One hyphen may stand in a header line, more of them begin another label. */
const BODY = new RegExp(String.raw`(?:[A-Za-z\d+/=\s\\:,.()]|-(?!-)){0,${SECRET_CHARS}}`, 'y')
const LINES = /(?:(?:\s|\\[nr]){0,16}[A-Za-z\d+/=]{16,})*/y
const CLOSES = /-----END [A-Z\d ]{0,40}PRIVATE KEY(?: BLOCK)?-----/y

/** A private key in PEM, up to its end; where that is cut off, as far as its lines go. */
export const readPrivateKey: SecretReader = ({ text, start, end: from, isWhole }) => {
  const body = endOf(LABEL, text, from)
  if (body === from) return text.length - from < LABEL_CHARS && !isWhole ? 'more' : null
  const stop = endOf(BODY, text, body)
  if (!isWhole && stop - body < SECRET_CHARS && text.length - stop < LABEL_CHARS) return 'more'
  const close = endOf(CLOSES, text, stop)
  const end = close > stop ? close : endOf(LINES, text, body)
  return end > body ? { at: start, end, rule: 'Private key' } : null
}

const AUTHORITY = /[^\s/?#"'`<>\\⟦⟧]{0,400}/y
/** What stands in examples in the place of a password. */
const EXAMPLE = /^(?:password|passwd|pass|pwd|secret|token|x+|[*.…]+|\$.*|%.*%|%[sdv]|%\(.*|\{.*|\[.*)$/i

/** The password of `https://user:password@host`; with the user where that may be a token. */
export const readAddressPassword: SecretReader = ({ text, end: from, isWhole }) => {
  const stop = endOf(AUTHORITY, text, from)
  if (stop === text.length && !isWhole && stop - from < 400) return 'more'
  const authority = text.slice(from, stop)
  const [host, colon] = [authority.lastIndexOf('@'), authority.indexOf(':')]
  if (colon === -1 || host < colon + 2) return null
  const [user, password] = [authority.slice(0, colon), authority.slice(colon + 1, host)]
  if (password === user || EXAMPLE.test(password)) return null
  return { at: user.length > 20 ? from : from + colon + 1, end: from + host, rule: 'Password in an address' }
}

const CREDENTIALS = /[\w.~+/=:%|-]{0,8192}/y
const TOKEN = { rule: 'Key or token', isUpper: false, isVague: true } as const

/** The token of `Bearer …`, wherever it is written. */
export const readBearer: SecretReader = ({ text, end: from, isWhole }) => {
  const stop = endOf(CREDENTIALS, text, from)
  if (stop === text.length && !isWhole && stop - from < 8_192) return 'more'
  const value = text.slice(from, stop).replace(/[.:]+$/, '')
  const isToken = value.length >= 8 && isSecretValue(value, TOKEN, 'loose')
  return isToken ? { at: from, end: from + value.length, rule: 'Bearer token' } : null
}
