/** What the name of a value says of it: that it is a secret, and of which kind. */
export type SecretName = {
  rule: 'Password' | 'Key or token'
  /** As settings are named, and hardly anything else. */
  isUpper: boolean
  /** Programs and texts also have tokens and secrets of other kinds. */
  isVague: boolean
}

/** Nearly every other name is ruled out by this. */
const HINT = /pass|pwd|secret|token|key|cred|authorization/i
const WORDS = /[A-Z]+(?![a-z])|[A-Z]?[a-z]+/g

const NAMES_PASSWORD =
  /(?:password|passwd|passphrase|passcode|pwd)s?$|(?:^|_)(?:db|pg|mysql|redis|smtp|admin|root|user)_?pass$/
const NAMES_TOKEN =
  /(?:token|secrets?|credentials?)$|(?:^|_)(?:api|access|secret|private|auth|encryption|signing|account|master|shared|pre_?shared|webhook|ssh|aes|hmac|jwt)_?keys?$|(?:^|_)authorization$/

const setOf = (words: string): Set<string> => new Set(words.split(' '))

/** What may stand behind: `API_TOKEN_PROD`, `SECRET_KEY_BASE`. Any other word is the subject: `passwordLength`. */
const SUFFIXES = setOf(
  'prod production dev development stage staging test testing live old new current primary secondary main base default value',
)
/** With one of these before it, the name is that of a position, a number or an action: `nextPageToken`, `resetPassword`. */
const NO_SECRETS = setOf(
  'page next prev previous cursor continuation sync max min num total count cancel cancellation abort stop start end eos bos pad special input output unexpected expected invalid wrong weak strong missing no is has can forgot forgotten reset change update show hide',
)

/** What a name such as `dbPassword`, `X-Api-Key` or `AWS_SECRET_ACCESS_KEY` says of its value; null if nothing. */
export function secretName(name: string): SecretName | null {
  if (!HINT.test(name)) return null
  const words = (name.match(WORDS) ?? []).map(word => word.toLowerCase())
  while (words.length > 1 && SUFFIXES.has(words.at(-1) ?? '')) words.pop()
  const text = words.join('_')
  const isUpper = /^[A-Z][A-Z\d_]*$/.test(name)
  const isVague = /token$|^secrets?$/.test(text)
  const isPassword = NAMES_PASSWORD.test(text)
  if (NO_SECRETS.has(words.at(-2) ?? '') && !(isUpper && isPassword)) return null
  if (isPassword) return { rule: 'Password', isUpper, isVague }
  return NAMES_TOKEN.test(text) ? { rule: 'Key or token', isUpper, isVague } : null
}
