import { readAddressPassword } from './address-password'
import { readBasic, readBearer, readJwt } from './bearer'
import type { Found } from './found'
import { isHideable, knownForms } from './known-forms'
import { type Literal, Literals } from './literals'
import { readNamedValue, readOption } from './named-value'
import { readPrivateKey } from './private-key'
import { beginsWord, type Match, type Reader } from './reading'
import { TOKEN_FORMATS } from './token-formats'

/** A secret that the server holds, in one of its forms. */
type Known = { secret: string }

/** Where to go on reading. Nothing before `floor` belongs to what follows. */
export type Place = { from: number; floor: number; isWhole: boolean }

/** The next secret; or none, up to where that is certain whatever follows. */
export type Next = { found: Found } | { found: null; upTo: number }

const anyCase = (text: string, means: Reader): Literal<Reader> => ({ text, exact: false, means })

/** What begins a word, and what may stand anywhere. */
const WORDS = new Literals<Reader>([
  ...TOKEN_FORMATS.map(({ text, read }) => ({ text, exact: true, means: read })),
  { text: 'eyJ', exact: true, means: readJwt },
  anyCase('bearer ', readBearer),
  anyCase('basic ', readBasic),
])
const SIGNS = new Literals<Reader>([
  { text: ':', exact: true, means: readAddressPassword },
  { text: ':', exact: true, means: readNamedValue },
  { text: '=', exact: true, means: readNamedValue },
  anyCase('-----begin ', readPrivateKey),
  ...['--password ', '--passwd ', '--passphrase '].map(text => anyCase(text, readOption('password'))),
  ...['--token ', '--api-key ', '--secret ', '--access-token '].map(text =>
    anyCase(text, readOption('token')),
  ),
])

/**
 * Reads a text from left to right, once: at a place it looks only at so much of what follows as the longest secret
 * has, so that a stream can be read in pieces and a hostile text costs what its length costs.
 */
export class Scanner {
  readonly #known: Literals<Known>

  constructor(secrets: readonly string[]) {
    const forms = secrets
      .filter(isHideable)
      .flatMap(secret => knownForms(secret).map(form => ({ ...form, means: { secret } })))
    this.#known = new Literals(forms)
  }

  next(text: string, { from, floor, isWhole }: Place): Next {
    for (let at = from; at < text.length; at += 1) {
      const mayBeKnown = this.#known.mayBegin(text, at)
      const patterns = patternsAt(text, at, floor)
      if (!mayBeKnown && !patterns) continue
      const found = this.#at(text, at, { floor, isWhole, mayBeKnown, patterns })
      if (found === 'more') return { found: null, upTo: at }
      if (found) return { found }
    }
    return { found: null, upTo: text.length }
  }

  #at(
    text: string,
    at: number,
    how: { floor: number; isWhole: boolean; mayBeKnown: boolean; patterns: Literals<Reader> | null },
  ): Found | 'more' | null {
    const known = how.mayBeKnown ? this.#knownAt(text, at, how.isWhole) : null
    if (known === 'more') return 'more'
    if (known) return this.#joined(text, { from: at, at, end: known.end, rule: KNOWN }, how.isWhole)
    const { found, isOpen } = how.patterns?.at(text, at) ?? NONE
    if (isOpen && !how.isWhole) return 'more'
    for (const literal of found) {
      const match = literal.means({ text, start: at, end: at + literal.text.length, ...how })
      if (match === 'more') return 'more'
      if (match) return this.#joined(text, { ...match, from: at }, how.isWhole)
    }
    return null
  }

  #knownAt(text: string, at: number, isWhole: boolean): { end: number; secret: string } | 'more' | null {
    const { found, isOpen } = this.#known.at(text, at)
    if (isOpen && !isWhole) return 'more'
    const longest: Literal<Known> | undefined = found[0]
    return longest ? { end: at + longest.text.length, secret: longest.means.secret } : null
  }

  /**
   * A secret that others begin in, or that begins in one, reaches as far as they do. Whatever holds a known one is
   * known. `from`: where its rule began to read.
   */
  #joined(text: string, match: Match & { from: number }, isWhole: boolean): Found | 'more' {
    let { at, end } = match
    let kind: Found['kind'] = 'pattern'
    for (let inside = match.from; inside < end; inside += 1) {
      if (!this.#known.mayBegin(text, inside)) continue
      const known = this.#knownAt(text, inside, isWhole)
      if (known === 'more') return 'more'
      if (!known || known.end <= match.at) continue
      kind = 'known'
      at = Math.min(at, inside)
      end = Math.max(end, known.end)
    }
    if (kind === 'pattern') return { at, end, value: text.slice(at, end), kind, rule: match.rule }
    const whole = this.#knownAt(text, at, isWhole)
    const isOne = whole !== null && whole !== 'more' && whole.end === end
    return { at, end, value: isOne ? whole.secret : text.slice(at, end), kind, rule: KNOWN }
  }
}

const NONE = { found: [], isOpen: false }

/** None of the signs begins as a word does. */
function patternsAt(text: string, at: number, floor: number): Literals<Reader> | null {
  if (SIGNS.mayBegin(text, at)) return SIGNS
  return WORDS.mayBegin(text, at) && beginsWord(text, at, floor) ? WORDS : null
}

const KNOWN = 'A secret of this server'
