import type { Credential } from '../credential-name'
import { goesOn, isSecretValue } from '../literal-value'
import {
  beginsWord,
  type Chars,
  charTable,
  type Reading,
  type SecretMatch,
  type SecretReader,
  withoutStop,
} from '../reading'
import { ENDS_LINE, VALUE_CHARS, valueEnd } from '../value-end'

const PASSWORD: Credential = { family: 'password', isCertain: true }
const TOKEN: Credential = { family: 'token', isCertain: false }
const BEFORE_CHARS = 160
const ENDS_WORD = charTable(/[\s"'`,;()<>]/)
const ENDS_VALUE = charTable(/[\s"'`]/)

/** `My password is …`: a word that is none. */
export const readSpoken =
  (family: 'password' | 'token'): SecretReader =>
  reading => {
    const word = wordFrom(reading, ENDS_WORD)
    if (word === 'more' || word === null) return word
    const credential = family === 'password' ? PASSWORD : TOKEN
    const isSecret = isSecretValue(word.value, credential, word.isQuoted ? 'quoted' : 'loose')
    return isSecret ? { ...word.place, rule: family === 'password' ? 'Password' : 'Key or token' } : null
  }

const ENTRY = /\b(?:login|machine|account)[ \t]+\S+\s+$|\b(?:mysqladmin|nmcli)\b[^\n;|&]*[ \t]$/

/** `machine … login … password …` of .netrc, `mysqladmin … password …`, `PASSWORD '…'` and `IDENTIFIED BY '…'` of SQL. */
export const readAfterPassword: SecretReader = reading => {
  const { text, start } = reading
  const word = wordFrom(reading, ENDS_VALUE)
  if (word === 'more' || word === null) return word
  const before = text.slice(Math.max(0, start - BEFORE_CHARS), start)
  const isEntry = !word.isQuoted && ENTRY.test(before)
  const isStatement =
    word.isQuoted &&
    /(?:\b(?:with|encrypted|user|role|for|set|alter|create|=)\s*|\b(?:user|role)\s+\S+\s+|^\s*)$/i.test(
      before,
    )
  const isMethod = word.isQuoted && /\bidentified\s+with\s+\S+\s+$/i.test(before)
  const isBy = /by/i.test(text.slice(start, start + 2))
  if (!isMethod && (isBy || !(isEntry || isStatement))) return null
  return isSecretValue(word.value, PASSWORD, isEntry ? 'plain' : 'quoted')
    ? { ...word.place, rule: 'Password' }
    : null
}

type Word = { place: Pick<SecretMatch, 'at' | 'end'>; value: string; isQuoted: boolean }

function wordFrom({ text, start, end: from, isWhole }: Reading, endsBare: Chars): Word | 'more' | null {
  if (!beginsWord(text, start)) return null
  if (from + 1 > text.length && !isWhole) return 'more'
  const quote = /["'`]/.test(text[from] ?? '') ? text[from] : undefined
  const at = quote ? from + 1 : from
  const ends = quote ? ENDS_LINE : endsBare
  const end = valueEnd(text, at, { quote, ends, escapes: true })
  if (end + 4 > text.length && !isWhole && end - at < VALUE_CHARS) return 'more'
  if (end === at || text[end] === '⟦' || (quote && goesOn(text.slice(at, end)))) return null
  const stop = quote ? end : withoutStop(text, at, end)
  return { place: { at, end: stop }, value: text.slice(at, stop), isQuoted: quote !== undefined }
}
