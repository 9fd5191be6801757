import type { Credential } from '../credential-name'
import { goesOn, isCaption, isSecretValue, type Standing } from '../literal-value'
import { charTable, type Reading, type SecretMatch, type SecretReader } from '../reading'
import { ENDS_LINE, VALUE_CHARS, valueEnd } from '../value-end'

const PASSWORD: Credential = { family: 'password', isCertain: true }
const TOKEN: Credential = { family: 'token', isCertain: true }
const ENDS_WORD = charTable(/[\s"'`]/)
/** So far before an option its command is looked for. */
const COMMAND_CHARS = 240

/** The value of `--password …`. */
export const readOption =
  (family: 'password' | 'token'): SecretReader =>
  reading =>
    readWord(reading, reading.end, word =>
      isWholeSecret(word, family === 'password' ? PASSWORD : TOKEN, word.isQuoted ? 'quoted' : 'option'),
    )

/** The password in `curl -u name:password …`; of other commands, where it can be nothing else. */
export const readUser: SecretReader = reading =>
  readWord(reading, reading.end, word => {
    const colon = word.value.indexOf(':')
    if (colon < 1 || colon > 128 || /[\s/]/.test(word.value.slice(0, colon))) return null
    const password = word.value.slice(colon + 1)
    const isClear = follows(reading, /\b(?:curl|wget|https?|httpie|xh|restic)\b/)
    const isSecret = isSecretValue(password, PASSWORD, isClear ? 'plain' : 'loose')
    return isSecret ? { at: word.at + colon + 1, end: word.end, rule: 'Password' } : null
  })

/** The password of commands that have a short option for it: `mysql -p…`, `sshpass -p …`, `redis-cli -a …`. */
export const readShortOption: SecretReader = reading => {
  const { text, end } = reading
  const isJoined = text[end] !== ' '
  const commands = isJoined ? JOINED : APART
  if (end === text.length && !reading.isWhole) return 'more'
  if (!follows(reading, commands)) return null
  return readWord(reading, isJoined ? end : end + 1, word => isWholeSecret(word, PASSWORD, 'option'))
}

const JOINED = /\b(?:mysql\w*|mariadb\w*|sshpass|7z\w*)\b/
const APART =
  /\b(?:sshpass|docker login|podman login|helm registry login|az login|redis-cli|unzip|zip|ldap\w+|smbclient|htpasswd)\b/

/** Whether an option stands behind such a command, and no other command between. */
function follows({ text, start }: Reading, command: RegExp): boolean {
  const before = text.slice(Math.max(0, start - COMMAND_CHARS), start)
  return command.test(before.slice(1 + Math.max(...['|', ';', '&'].map(sign => before.lastIndexOf(sign)))))
}

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
      ? isSecretValue(value, credential, 'quoted') && !isCaption(value)
      : isSecretValue(value, credential, standing)
  return isSecret ? { at, end, rule: credential.family === 'password' ? 'Password' : 'Key or token' } : null
}
