/** What a name says of its value. */
export type Family = 'password' | 'token' | 'cookie'

const PASSWORDS = new Set(['password', 'passwd', 'pwd', 'passphrase', 'passcode', 'pass'])
const TOKENS = new Set([
  ...['token', 'secret', 'credential', 'credentials', 'bearer', 'authorization', 'auth', 'jwt'],
  ...['apikey', 'authtoken', 'accesstoken', 'accesskey', 'secretkey', 'apitoken', 'apisecret'],
])
/** Keys to something; other keys are names. */
const KEYS_TO = new Set([
  ...['api', 'secret', 'access', 'private', 'auth', 'encryption', 'signing', 'account', 'user', 'master'],
  ...['shared', 'service', 'deploy', 'storage', 'subscription', 'session', 'webhook'],
])
/** Tokens that say where to go on, or how much text there is. */
const NO_SECRETS = new Set([
  ...['page', 'next', 'previous', 'prev', 'continuation', 'continue', 'resume', 'sync', 'cursor', 'paging'],
  ...['max', 'min', 'num', 'total', 'cancel', 'cancellation', 'abort', 'stop', 'eos', 'bos', 'pad', 'unk'],
  ...['sep', 'mask', 'cls', 'special', 'prompt', 'completion', 'input', 'output'],
])

/** What a name of a value, a header or a setting says of it; null where that may be anything. */
export function familyOf(name: string): Family | null {
  const words = name
    .split(/[^A-Za-z0-9]+|(?<=[a-z0-9])(?=[A-Z])/)
    .filter(word => word !== '')
    .map(word => word.toLowerCase())
  const [last = '', before = ''] = words.reverse()
  if (PASSWORDS.has(last)) return 'password'
  if (last === 'cookie') return 'cookie'
  if (last === 'key') return KEYS_TO.has(before) ? 'token' : null
  return TOKENS.has(last) && !NO_SECRETS.has(before) ? 'token' : null
}
