import { familyOf } from './credential-name'
import type { Found } from './found'
import { passwordLike, tokenLike } from './likely-value'
import { secretsIn } from './redact'
import type { Scanner } from './scanner'

const IN_QUOTES = { isQuoted: true, assured: true }

/** The secrets in a text of JSON; one that a key such as `password` names is a secret as a whole. */
export function valueSecrets(scanner: Scanner, text: string, name?: string): Found[] {
  const found = secretsIn(scanner, text)
  if (found.length > 0 || name === undefined || text.includes('⟦')) return found
  const family = familyOf(name)
  if (family === null || family === 'cookie') return found
  const isLikely = family === 'password' ? passwordLike(text, IN_QUOTES) : tokenLike(text, IN_QUOTES)
  return isLikely
    ? [
        {
          at: 0,
          end: text.length,
          value: text,
          kind: 'pattern',
          rule: family === 'password' ? 'Password' : 'Key or token',
        },
      ]
    : found
}
