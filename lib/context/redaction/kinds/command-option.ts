import type { Credential } from '../credential-name'
import { goesOn, isCaption, isSecretValue, type Standing } from '../literal-value'
import { charTable, type Reading, type SecretMatch, type SecretReader } from '../reading'
import { ENDS_LINE, VALUE_CHARS, valueEnd } from '../value-end'
import { readCookieSecret } from './header-value'
import { ruleOfToken } from './token-formats'

const PASSWORD: Credential = { family: 'password', isCertain: true }
const TOKEN: Credential = { family: 'token', isCertain: true }
const ENDS_WORD = charTable(/[\s"'`]/)
/** So far before an option its command is looked for. */
const COMMAND_CHARS = 240

/** Between an option and its value: spaces, or in a list of arguments a comma. */
const APART = /^(?:[ \t]+|["'][ \t]*,\s*(?=["']))/
const APART_CHARS = 40

function valueStart({ text, isWhole }: Reading, end: number): number | 'more' | null {
  const piece = text.slice(end, end + APART_CHARS)
  if (piece.length < APART_CHARS && !isWhole && /^[\s"',]*$/.test(piece)) return 'more'
  const apart = APART.exec(piece)
  return apart && end + apart[0].length
}

/** The value of `--password …`. */
export const readOption =
  (family: 'password' | 'token'): SecretReader =>
  reading => {
    const from = valueStart(reading, reading.end)
    if (from === null || from === 'more') return from
    return readWord(reading, from, word =>
      isWholeSecret(word, family === 'password' ? PASSWORD : TOKEN, word.isQuoted ? 'quoted' : 'option'),
    )
  }

/** The password of `--user name:password`. */
export const readUser: SecretReader = reading => {
  const from = reading.text[reading.end] === '=' ? reading.end + 1 : valueStart(reading, reading.end)
  return from === null || from === 'more' ? from : readPair(reading, from)
}

/** Options of curl that take no value, and may stand before `u` in one word. */
const USER_FLAG = /^.-[fgGikILjJlnNOpqRsSv#0-46]*[uU]/
const AUTH_FLAG = /^.-a/
const FLAG_CHARS = 16

/** The password of `curl -u name:password`, `-uname:password`, `-su name:password`, `http -a name:password`. */
export const readUserFlag: SecretReader = reading => {
  const { text, start, isWhole } = reading
  const piece = text.slice(start, start + FLAG_CHARS)
  const isOpen = piece.length < FLAG_CHARS && !isWhole
  if (isOpen && /^.-[\w#]*$/.test(piece)) return 'more'
  const flag = USER_FLAG.exec(piece) ?? AUTH_FLAG.exec(piece)
  if (!flag) return null
  const end = start + flag[0].length
  const from = valueStart(reading, end)
  if (from === 'more') return 'more'
  const isUsual = flag[0].endsWith('-u') && from !== null
  const isJoined = from === null && /[\w"'.@-]/.test(text[end] ?? '')
  if (!isUsual && !(isJoined && flag[0].endsWith('u')) && from === null) return null
  const commands = flag[0].endsWith('-a') ? HTTPIE : CURL
  return isUsual || follows(reading, commands) ? readPair(reading, from ?? end) : null
}

const CURL = /\b(?:curl|wget|https?|httpie|xh|restic)\b/
const HTTPIE = /(?:^|[^\w/.-])(?:https?|httpie|xhs?)(?:["']?[\s,]|$)/

/** The cookies of `curl --cookie …`. */
export const readCookieOption: SecretReader = reading => {
  const { text, end } = reading
  const from = text[end] === '=' ? end + 1 : valueStart(reading, end)
  if (from === null || from === 'more' || !follows(reading, CURL)) return from === 'more' ? from : null
  return readCookieSecret(reading, /["']/.test(text[from] ?? '') ? from + 1 : from, 'Cookie')
}

/** The password behind a name; of commands that are not known, where it can be nothing else. */
const readPair = (reading: Reading, from: number): SecretMatch | 'more' | null =>
  readWord(reading, from, word => {
    const colon = word.value.indexOf(':')
    if (colon < 1 || colon > 128 || /[\s/]/.test(word.value.slice(0, colon))) return null
    const password = word.value.slice(colon + 1)
    if (password === word.value.slice(0, colon)) return null
    const written = word.isQuoted && /\s/.test(password) ? 'quoted' : 'plain'
    const isSecret = isSecretValue(password, PASSWORD, follows(reading, CURL) ? written : 'loose')
    // A token, or a name with its value, may stand in the place of the name, and nothing reads there again.
    const isToken = ruleOfToken(/^[\w.-]*/.exec(word.value)?.[0] ?? '') !== undefined
    const isWhole = isToken || word.value.slice(0, colon).includes('=')
    const at = isWhole ? word.at : word.at + colon + 1
    return isSecret ? { at, end: word.end, rule: 'Password' } : null
  })

/** The password of commands that have a short option for it: `mysql -p…`, `sshpass -p …`, `redis-cli -a …`. */
export const readShortOption: SecretReader = reading => {
  const { text, end } = reading
  const isJoined = text[end] !== ' '
  const commands = isJoined ? JOINED : SEPARATE
  if (end === text.length && !reading.isWhole) return 'more'
  if (!follows(reading, commands)) return null
  const standing = !isJoined && follows(reading, LOGIN) ? 'plain' : 'option'
  return readWord(reading, isJoined ? end : end + 1, word => isWholeSecret(word, PASSWORD, standing))
}

const JOINED = /\b(?:mysql\w*|mariadb\w*|sshpass|7z\w*)\b/
const SEPARATE =
  /\b(?:sshpass|mongo\w*|docker login|podman login|helm registry login|az login|redis-cli|unzip|zip|ldap\w+|smbclient|htpasswd)\b/

/** Their short option is for nothing else. */
const LOGIN = /\b(?:sshpass|docker login|podman login|redis-cli)\b/

/** Whether an option stands behind such a command, and no other command between. */
function follows({ text, start }: Reading, command: RegExp): boolean {
  const before = text.slice(Math.max(0, start - COMMAND_CHARS), start)
  return command.test(before.slice(1 + Math.max(...['| ', '; ', '& '].map(sign => before.lastIndexOf(sign)))))
}

/** Where a secret is, as in `--secret id=npm,src=.npmrc`, or the next option. */
const DESCRIBES = /^(?:id|type|source|src|env|target)=[\w.,=/-]*$|^\s*--?[a-z-]+$/

type Word = { at: number; end: number; value: string; isQuoted: boolean }

function readWord(
  { text, isWhole }: Reading,
  from: number,
  judge: (word: Word) => SecretMatch | null,
): SecretMatch | 'more' | null {
  if (from + 2 > text.length && !isWhole) return 'more'
  const isEscaped = text[from] === '\\' && /["']/.test(text[from + 1] ?? '')
  const open = isEscaped ? from + 1 : from
  const quote = /["'`]/.test(text[open] ?? '') ? text[open] : undefined
  const at = quote ? open + 1 : from
  const end = valueEnd(text, at, { quote, ends: quote ? ENDS_LINE : ENDS_WORD, escapes: true, isEscaped })
  if (end + 4 > text.length && !isWhole && end - at < VALUE_CHARS) return 'more'
  if (end === at || text[end] === '⟦' || (quote && goesOn(text.slice(at, end)))) return null
  return judge({ at, end, value: text.slice(at, end), isQuoted: quote !== undefined })
}

/** Behind an option prose may stand, which tells what it is for: words without quotes are taken for that. */
function isWholeSecret(
  { at, end, value }: Word,
  credential: Credential,
  standing: Standing | 'option',
): SecretMatch | null {
  const isSecret =
    standing === 'option'
      ? isSecretValue(value, credential, 'quoted') && !isCaption(value) && !DESCRIBES.test(value)
      : isSecretValue(value, credential, standing)
  return isSecret ? { at, end, rule: credential.family === 'password' ? 'Password' : 'Key or token' } : null
}
