import { Literals } from './literals'
import { readNamedValue, readOption } from './named-value'
import { readAddressPassword, readBearer, readPrivateKey } from './other-forms'
import { charTable, type SecretMatch, type SecretReader } from './secret-reader'
import { TOKEN_FORMATS } from './token-formats'

/**
 * A secret in a text. `known`: one that the server holds; its `value` is the secret itself, in whatever form it is
 * written. `pattern`: something that looks like one.
 */
export type FoundSecret = { value: string; kind: 'known' | 'pattern'; rule: string }

type SecretSpan = { at: number; end: number; secret: FoundSecret }

const each = (reader: SecretReader, ...literals: string[]): [string, SecretReader][] =>
  literals.map(text => [text, reader])

const TOKENS = new Literals(TOKEN_FORMATS)
const TRIGGERS = new Literals([
  ...TOKEN_FORMATS,
  ...each(readPrivateKey, '-----BEGIN '),
  ...each(readAddressPassword, '://'),
  ...each(readBearer, 'Bearer ', 'bearer '),
  ...each(readNamedValue, '=', ':', ':=', '=>', '??', '||', '",', "',"),
  ...each(readOption, '--'),
])

const WORD = charTable(/[A-Za-z\d]/)
const isInWord = (text: string, at: number): boolean =>
  WORD[text.charCodeAt(at)] === 1 && WORD[text.charCodeAt(at - 1)] === 1

const KNOWN_KIND = 'A secret of this server'

/**
 * Reads a text once from left to right. At each place it looks ahead no further than the longest secret, so that a
 * stream can be read in pieces and the cost of a hostile text is linear.
 */
export class Scanner {
  #known = new Literals<string>([])

  constructor(secrets: readonly string[]) {
    this.know(secrets)
  }

  /** From now on these are the secrets that are known, to streams that are under way, too. */
  know(secrets: readonly string[]): void {
    this.#known = new Literals(
      secrets.filter(isHideable).flatMap(secret => knownForms(secret).map(form => [form, secret] as const)),
    )
  }

  /** The next secret; or none, up to the place where that is certain whatever follows. */
  next(text: string, from: number, isWhole: boolean): SecretSpan | { at: number; secret: null } {
    for (let at = from; at < text.length; at += 1) {
      const match = this.#at(text, at, isWhole)
      if (match === 'more') return { at, secret: null }
      if (match) return match
    }
    return { at: text.length, secret: null }
  }

  #at(text: string, at: number, isWhole: boolean): SecretSpan | 'more' | null {
    const secret = this.#knownAt(text, at, isWhole)
    if (secret)
      return secret === 'more'
        ? 'more'
        : this.#whole(text, { from: at, at, end: secret.end, rule: KNOWN_KIND }, isWhole)
    if (!TRIGGERS.mayBegin(text, at) || isInWord(text, at)) return null
    const { matches, isOpen } = TRIGGERS.at(text, at)
    if (isOpen && !isWhole) return 'more'
    for (const { end, means: read } of matches) {
      const match = read({ text, start: at, end, isWhole })
      if (match) return match === 'more' ? 'more' : this.#whole(text, { ...match, from: at }, isWhole)
    }
    return null
  }

  #knownAt(text: string, at: number, isWhole: boolean): { end: number; means: string } | 'more' | null {
    if (!this.#known.mayBegin(text, at)) return null
    const { matches, isOpen } = this.#known.at(text, at)
    return isOpen && !isWhole ? 'more' : (matches[0] ?? null)
  }

  /**
   * With the known secrets that overlap it, or stand between it and where its rule began to read, `from`: nothing reads
   * there again. Whatever contains a known one is known.
   */
  #whole(text: string, match: SecretMatch & { from: number }, isWhole: boolean): SecretSpan | 'more' {
    let { at, end } = match
    let isKnown = false
    for (let inside = match.from; inside < end; inside += 1) {
      const secret = this.#knownAt(text, inside, isWhole)
      if (secret === 'more') return 'more'
      if (!secret) continue
      isKnown = true
      at = Math.min(at, inside)
      end = Math.max(end, secret.end)
    }
    const value = text.slice(at, end)
    if (!isKnown)
      return { at, end, secret: { value, kind: 'pattern', rule: ruleOfToken(value) ?? match.rule } }
    const secret = this.#known.at(value, 0).matches.find(match => match.end === value.length)
    return { at, end, secret: { value: secret?.means ?? value, kind: 'known', rule: KNOWN_KIND } }
  }
}

/** The rule of a value that is a token from its beginning to its end. */
function ruleOfToken(text: string): string | undefined {
  for (const { end, means: read } of TOKENS.at(text, 0).matches) {
    const match = read({ text, start: 0, end, isWhole: true })
    if (match && match !== 'more' && match.end === text.length) return match.rule
  }
  return undefined
}

/** One that is shorter, or an ordinary word as many give where no key is asked for, would mask what is none. */
export const isHideable = (secret: string): boolean =>
  secret.length >= 6 && !(secret.length < 16 && /^[a-z]+(?:[-_][a-z]+)*$/i.test(secret))

/** So many characters of an encoded secret tell it from chance. */
const ENCODED_CHARS = 12

/** A secret as it may stand in a text: as it is, in JSON, in an address, as base64 or hexadecimal. */
function knownForms(secret: string): string[] {
  const bytes = Buffer.from(secret)
  const percent = encodeURIComponent(secret.toWellFormed())
  const lower = percent.replace(/%[\dA-F]{2}/g, code => code.toLowerCase())
  const hex = bytes.toString('hex')
  const encoded = [hex, hex.toUpperCase(), ...[0, 1, 2].flatMap(before => inBase64(bytes, before))]
  const written = [
    secret,
    JSON.stringify(secret).slice(1, -1),
    percent,
    lower,
    percent.replaceAll('%20', '+'),
  ]
  return [...new Set([...written, ...encoded.filter(text => text.length >= ENCODED_CHARS)])]
}

/** The characters that only the secret decides, where so many bytes stand before it. */
function inBase64(bytes: Buffer, before: number): string[] {
  const text = Buffer.concat([Buffer.alloc(before), bytes]).toString('base64')
  const own = text.slice(Math.ceil((before * 8) / 6), Math.floor(((before + bytes.length) * 8) / 6))
  return [own, own.replaceAll('+', '-').replaceAll('/', '_')]
}
