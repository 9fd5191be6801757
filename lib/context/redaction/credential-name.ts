/**
 * What a name says about its value. `isCertain`: only a secret has such a name; programs also use the others, such as
 * `token`, for a word or a symbol.
 */
export type Credential = { family: 'password' | 'token' | 'cookie'; isCertain: boolean }

const setOf = (...lines: string[]): Set<string> => new Set(lines.join(' ').split(' '))

const PASSWORD = /(?:password|passwd|passphrase|passcode|passwort|kennwort|pswd|pwd)$/
const SHORT_PASSWORDS = setOf('pass pw psw psk userpass')
/** Other passes are those of compilers and of tests. */
const PASS_OF = /^(?:pg|db|mysql|postgres|smtp|imap|ftp|mail|ldap|root|admin|redis|mongo)pass$/
/** One word where others write two. */
const RUN_TOGETHER =
  /(?:api|access|secret|private|auth|encryption|signing|account|master|preshared)key$|(?:access|auth|refresh|api|bearer|bot|oauth|session|identity|id)token$|(?:client|api|app|jwt|oauth|shared|consumer|session|webhook)secret$/
const LOOSE = setOf('token secret secrets credential credentials cred creds bearer authorization auth jwt')
/** Keys to something; other keys are names. */
const KEYS_TO = setOf(
  'api secret access private auth encryption signing account master webhook consumer client hmac license cipher',
  'crypto jwt preshared aes des fernet rsa ecdsa decryption openai anthropic stripe sendgrid mailgun',
)
/** Keys to these may also be the names of what is stored there. */
const KEYS_OF = setOf(
  'user shared service deploy storage app subscription session application admin integration',
)
/** Tokens and secrets for something; other tokens may be those of a language. */
const FOR = setOf(
  'access api app auth authentication authorization bearer bot client consumer csrf deploy id identity oauth',
  'personal private refresh registration security service session shared signing user webhook xsrf hook jwt',
  'github gitlab slack npm discord telegram stripe twilio vault aws azure django flask rails cookie storage',
)
/** Tokens that say where to go on, how much text there is, or that something is wrong with one. */
const NO_SECRETS = setOf(
  'page next previous prev continuation continue resume sync cursor paging max min num total cancel cancellation',
  'abort stop eos bos pad unk sep mask cls special prompt completion input output unexpected invalid unknown',
  'missing expected syntax start end open close first last eof lookahead peek design css color no not per is has',
)
/** What is done with a password, or said of one: such names may also be those of actions, pages and messages. */
const SAID_OF_PASSWORDS = setOf(
  'forgot forgotten lost reset change update edit show hide toggle wrong weak strong invalid incorrect missing',
  'is has can no min max',
)
/** What stands behind such a word and leaves it what it is. */
const QUALIFIERS = setOf(
  'prod production dev development stage staging test testing live sandbox old new current backup primary',
  'secondary main admin root default value plain base base64 raw string str env hash confirmation confirm again',
)

/** Every such name contains one of these: most names are ruled out by it. */
const HINT = /pass|p[sa]?w|psk|wort|token|secret|cred|bearer|auth|jwt|cookie|key/i

const BOUNDARY = /[^\p{L}\d]+|(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])/u

/** What the name of a value, a header or a setting says about it; null if it may be anything. */
export function credentialOf(name: string): Credential | null {
  if (!HINT.test(name)) return null
  const words = name
    .split(BOUNDARY)
    .map(word => word.toLowerCase().replace(/\d+$/, ''))
    .filter(word => word !== '')
  while (words.length > 1 && QUALIFIERS.has(words.at(-1) ?? '')) words.pop()
  const [last = '', before = ''] = words.reverse()
  if (PASSWORD.test(last)) return { family: 'password', isCertain: !SAID_OF_PASSWORDS.has(before) }
  if (PASS_OF.test(last) || (last === 'pass' && PASS_OF.test(before + last)))
    return { family: 'password', isCertain: true }
  if (SHORT_PASSWORDS.has(last)) return { family: 'password', isCertain: false }
  if (last === 'cookie') return { family: 'cookie', isCertain: true }
  if (last === 'key') return credentialOfKey(before)
  if (NO_SECRETS.has(before)) return null
  if (RUN_TOGETHER.test(last)) return { family: 'token', isCertain: true }
  if (!LOOSE.has(last)) return null
  return {
    family: 'token',
    isCertain: FOR.has(before) || isSetting(name, before) || /^(?:proxy-)?authorization$/i.test(name),
  }
}

function credentialOfKey(before: string): Credential | null {
  const isCertain = KEYS_TO.has(before)
  return isCertain || KEYS_OF.has(before) ? { family: 'token', isCertain } : null
}

const isSetting = (name: string, before: string): boolean => before !== '' && name === name.toUpperCase()

/** What the name of a list says about each of its items: `passwords`, `apiKeys`. Lists of `secrets` hold names. */
export function credentialOfItems(name: string): Credential | null {
  const credential = credentialOf(name.replace(/s$/i, ''))
  return credential?.isCertain ? credential : null
}
