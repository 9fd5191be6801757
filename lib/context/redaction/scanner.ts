import { readAddressPassword } from './kinds/address-password'
import { readBasic, readBearer } from './kinds/bearer'
import { readCookieOption, readOption, readShortOption, readUser, readUserFlag } from './kinds/command-option'
import { DIRECTIVES, readDirective } from './kinds/environment-line'
import { isHideable, knownForms } from './kinds/known-forms'
import { readBehindComma, readFallback, readItem, readYamlItem } from './kinds/listed-value'
import { type Literal, Literals } from './kinds/literals'
import { readMarkupValue } from './kinds/markup-value'
import { readNamedValue } from './kinds/named-value'
import { readPasswordFile } from './kinds/password-file'
import { readPrivateKey } from './kinds/private-key'
import { readAfterPassword, readSpoken } from './kinds/spoken-value'
import { ruleOfToken, TOKEN_FORMATS } from './kinds/token-formats'
import type { SecretSpan } from './reading'
import { beginsWord, type SecretMatch, type SecretReader } from './reading'

/** A secret that the server holds, in one of its forms. */
type KnownSecret = { secret: string }

/**
 * Where to continue reading. Secrets found before it are handles in the text by now, so that it is read as it will be.
 */
export type ScanPlace = { from: number; isWhole: boolean }

/** The next secret; or none, up to the place where that is certain whatever follows. */
export type Next = { secret: SecretSpan } | { secret: null; upTo: number }

const anyCase = (text: string, means: SecretReader): Literal<SecretReader> => ({ text, exact: false, means })

const literalOf = (directive: (typeof DIRECTIVES)[number]): Literal<SecretReader> => ({
  ...directive,
  means: readDirective(directive),
})
const [SIGN_DIRECTIVES = [], WORD_DIRECTIVES = []] = [true, false].map(isSign =>
  DIRECTIVES.filter(({ text }) => text.startsWith('#') === isSign),
)

/** What begins a word, and what may stand anywhere. */
const WORDS = new Literals<SecretReader>([
  ...TOKEN_FORMATS,
  anyCase('bearer ', readBearer),
  anyCase('basic ', readBasic),
  anyCase('password ', readAfterPassword),
  anyCase('identified by ', readAfterPassword),
  anyCase('by ', readAfterPassword),
  ...['password is ', 'passphrase is '].map(text => anyCase(text, readSpoken('password'))),
  ...['token is ', 'key is ', 'secret is '].map(text => anyCase(text, readSpoken('token'))),
  ...WORD_DIRECTIVES.map(literalOf),
])
const SIGNS = new Literals<SecretReader>([
  { text: ':', exact: true, means: readAddressPassword },
  { text: ':', exact: true, means: readNamedValue },
  { text: ':', exact: true, means: readPasswordFile },
  { text: '=', exact: true, means: readNamedValue },
  { text: '>', exact: true, means: readMarkupValue },
  ...['",', "',"].map(text => ({ text, exact: true, means: readBehindComma })),
  { text: '[', exact: true, means: readItem },
  { text: '- ', exact: true, means: readYamlItem },
  ...['??', '||', '?:', ' or '].map(text => ({ text, exact: true, means: readFallback })),
  anyCase('-----begin ', readPrivateKey),
  ...SIGN_DIRECTIVES.map(literalOf),
  ...['password', 'passwd', 'passphrase', 'pass'].map(text => anyCase(`--${text}`, readOption('password'))),
  ...[
    'token',
    'api-key',
    'apikey',
    'secret',
    'access-token',
    'auth-token',
    'client-secret',
    'secret-string',
    'oauth2-bearer',
  ].map(text => anyCase(`--${text}`, readOption('token'))),
  ...['--secret-key', '--private-key', '--secret-access-key'].map(text => anyCase(text, readOption('token'))),
  ...['--user', '--proxy-user', '--auth'].map(text => ({ text, exact: true, means: readUser })),
  ...['--cookie', ' -b'].map(text => ({ text, exact: true, means: readCookieOption })),
  ...[' -', '\t-', '"-', "'-"].map(text => ({ text, exact: true, means: readUserFlag })),
  ...[' -p', ' -a', ' -P', ' -w'].map(text => ({ text, exact: true, means: readShortOption })),
])

/**
 * Reads a text once from left to right. At each place it looks ahead no further than the longest secret, so that a
 * stream can be read in pieces and the cost of a hostile text is linear.
 */
export class Scanner {
  #known: Literals<KnownSecret>

  constructor(secrets: readonly string[]) {
    this.#known = literalsOf(secrets)
  }

  /** From now on these are the secrets that are known, to streams that are under way, too. */
  know(secrets: readonly string[]): void {
    this.#known = literalsOf(secrets)
  }

  next(text: string, { from, isWhole }: ScanPlace): Next {
    for (let at = from; at < text.length; at += 1) {
      const mayBeKnown = this.#known.mayBegin(text, at)
      const patterns = patternsAt(text, at)
      if (!mayBeKnown && !patterns) continue
      const found = this.#at(text, at, { isWhole, mayBeKnown, patterns })
      if (found === 'more') return { secret: null, upTo: at }
      if (found) return { secret: found }
    }
    return { secret: null, upTo: text.length }
  }

  #at(
    text: string,
    at: number,
    how: { isWhole: boolean; mayBeKnown: boolean; patterns: Literals<SecretReader> | null },
  ): SecretSpan | 'more' | null {
    const known = how.mayBeKnown ? this.#knownAt(text, at, how.isWhole) : null
    if (known === 'more') return 'more'
    if (known) return this.#joined(text, { from: at, at, end: known.end, rule: KNOWN }, how.isWhole)
    const { matches, isOpen } = how.patterns?.at(text, at) ?? NONE
    if (isOpen && !how.isWhole) return 'more'
    for (const literal of matches) {
      const match = literal.means({ text, start: at, end: at + literal.text.length, ...how })
      if (match === 'more') return 'more'
      if (match) return this.#joined(text, { ...match, from: at }, how.isWhole)
    }
    return null
  }

  #knownAt(text: string, at: number, isWhole: boolean): { end: number; secret: string } | 'more' | null {
    const { matches, isOpen } = this.#known.at(text, at)
    if (isOpen && !isWhole) return 'more'
    const longest: Literal<KnownSecret> | undefined = matches[0]
    return longest ? { end: at + longest.text.length, secret: longest.means.secret } : null
  }

  /**
   * Overlapping secrets are joined, and so is a known one that stands between a match and where its rule began to read,
   * at `from`: nothing reads there again. Whatever contains a known one is known.
   */
  #joined(text: string, match: SecretMatch & { from: number }, isWhole: boolean): SecretSpan | 'more' {
    let { at, end } = match
    let kind: SecretSpan['kind'] = 'pattern'
    for (let inside = match.from; inside < end; inside += 1) {
      if (!this.#known.mayBegin(text, inside)) continue
      const known = this.#knownAt(text, inside, isWhole)
      if (known === 'more') return 'more'
      if (!known) continue
      kind = 'known'
      at = Math.min(at, inside)
      end = Math.max(end, known.end)
    }
    if (kind === 'pattern') {
      const value = text.slice(at, end)
      return { at, end, value, kind, rule: ruleOfToken(value) ?? match.rule }
    }
    const whole = this.#knownAt(text, at, isWhole)
    const isOne = whole !== null && whole !== 'more' && whole.end === end
    return { at, end, value: isOne ? whole.secret : text.slice(at, end), kind, rule: KNOWN }
  }
}

function literalsOf(secrets: readonly string[]): Literals<KnownSecret> {
  const forms = secrets
    .filter(isHideable)
    .flatMap(secret => knownForms(secret).map(form => ({ ...form, means: { secret } })))
  return new Literals(forms)
}

const NONE = { matches: [], isOpen: false }

/** None of the signs begins as a word does. */
function patternsAt(text: string, at: number): Literals<SecretReader> | null {
  if (SIGNS.mayBegin(text, at)) return SIGNS
  return WORDS.mayBegin(text, at) && beginsWord(text, at) ? WORDS : null
}

const KNOWN = 'A secret of this server'
