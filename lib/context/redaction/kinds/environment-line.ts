import { credentialOf } from '../credential-name'
import { isSecretValue } from '../literal-value'
import { charTable, runEnd, type SecretReader } from '../reading'
import { RULES } from '../value-end'

const NAME = charTable(/[A-Z0-9_]/)
const VALUE_CHARS = 1_024

/** `ENV API_KEY …` of a Dockerfile, `set -x API_KEY …` and `setx API_KEY …` of shells: a space stands between. */
export const readEnvironmentLine: SecretReader = ({ text, end: from, isWhole }) => {
  const name = runEnd(text, from, { chars: NAME, most: 64 })
  if (name === text.length && !isWhole) return 'more'
  const credential = text[name] === ' ' ? credentialOf(text.slice(from, name)) : null
  if (!credential || credential.family === 'cookie') return null
  const quote = /["']/.exec(text[name + 1] ?? '')?.[0]
  if (name + 2 > text.length && !isWhole) return 'more'
  const at = quote ? name + 2 : name + 1
  const last = Math.min(text.length, at + VALUE_CHARS)
  let end = at
  while (end < last && text[end] !== quote && !/[\n\r⟦⟧]/.test(text[end] ?? '')) end += 1
  if (end === text.length && !isWhole && end - at < VALUE_CHARS) return 'more'
  const value = text.slice(at, end).trimEnd()
  if (text[end] === '⟦' || !isSecretValue(value, credential, 'plain')) return null
  return { at, end: at + value.length, rule: RULES[credential.family] }
}
