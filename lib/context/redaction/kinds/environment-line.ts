import { type Credential, credentialOf } from '../credential-name'
import { isSecretValue } from '../literal-value'
import { charTable, type Reading, runEnd, type SecretMatch, type SecretReader } from '../reading'
import { RULES } from '../value-end'

const NAME = charTable(/[\w.-]/)
const SPACE = charTable(/[ \t]/)
const VALUE_CHARS = 1_024
const PASSWORD: Credential = { family: 'password', isCertain: true }

/**
 * What a line begins with that sets a name to a value behind it, with a space between. `row`: the value goes to the end
 * of the line, and names are in capitals. `quoted`: it is in quotes. `own`: it has no other name.
 */
type Directive = { text: string; exact: boolean; form: 'row' | 'word' | 'quoted' | 'own' }

const directives = (form: Directive['form'], ...texts: string[]): Directive[] =>
  texts.map(text => ({ text, exact: form === 'row', form }))

/** Of a Dockerfile, of shells, Apache, nginx, the AWS command line, C and Redis. */
export const DIRECTIVES: Directive[] = [
  ...directives('row', 'ENV ', 'ARG ', 'setx ', 'set -x ', 'set -gx ', 'set -Ux '),
  ...directives('word', 'SetEnv ', 'fastcgi_param ', 'proxy_set_header ', 'RequestHeader set '),
  ...directives('word', 'configure set '),
  ...directives('quoted', '#define ', '# define '),
  ...directives('own', 'requirepass ', 'masterauth '),
]

export const readDirective =
  ({ form }: Directive): SecretReader =>
  reading => {
    const named = form === 'own' ? ownName(reading) : nameBehind(reading, form === 'row')
    if (!named || named === 'more') return named
    const { text, isWhole } = reading
    const open = runEnd(text, named.end, { chars: SPACE, most: 40 })
    if (open === text.length && !isWhole) return 'more'
    const quote = /["']/.exec(text[open] ?? '')?.[0]
    if (form === 'quoted' && !quote) return null
    return readRest(reading, { at: quote ? open + 1 : open, quote, form }, named.credential)
  }

type NameEnd = { end: number; credential: Credential }

function nameBehind({ text, end: from, isWhole }: Reading, isUpper: boolean): NameEnd | 'more' | null {
  const end = runEnd(text, from, { chars: NAME, most: 64 })
  if (end === text.length && !isWhole) return 'more'
  const name = text.slice(from, end)
  if (!/[ \t]/.test(text[end] ?? '') || (isUpper && !/^[A-Z0-9_]+$/.test(name))) return null
  const credential = credentialOf(name)
  return credential && credential.family !== 'cookie' ? { end, credential } : null
}

const BEGINS = /(?:^|\n)[# \t]*$|config set ["']?$|--$/i

const ownName = ({ text, start, end }: Reading): NameEnd | null =>
  BEGINS.test(text.slice(Math.max(0, start - 40), start)) ? { end, credential: PASSWORD } : null

function readRest(
  { text, isWhole }: Reading,
  { at, quote, form }: { at: number; quote: string | undefined; form: Directive['form'] },
  credential: Credential,
): SecretMatch | 'more' | null {
  const ends = quote || form === 'row' ? /[\n\r⟦⟧]/ : /[\s⟦⟧]/
  const last = Math.min(text.length, at + VALUE_CHARS)
  let end = at
  while (end < last && text[end] !== quote && !ends.test(text[end] ?? '')) end += 1
  if (end === text.length && !isWhole && end - at < VALUE_CHARS) return 'more'
  const whole = text.slice(at, end).trimEnd()
  const value = quote || form === 'row' ? whole : whole.replace(/;$/, '')
  const standing = form === 'quoted' || (quote && /\s/.test(value)) ? 'quoted' : 'plain'
  if (text[end] === '⟦' || !isSecretValue(value, credential, standing)) return null
  return { at, end: at + value.length, rule: RULES[credential.family] }
}
