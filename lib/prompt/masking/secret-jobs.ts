import type { Job } from '@/lib/domain/job'
import { secretHandle } from '@/lib/domain/policy/secret-handle'
import { mapTexts } from './mask-value'
import { matchOf } from './named-value'
import { type FoundSecret, Scanner } from './scanner'
import { secretName } from './secret-name'
import { type MaskedPiece, StreamMasker } from './stream-masker'

/** The number of a secret's handle; null if a person said that it is not a secret. */
export type NumberOf = (secret: Pick<FoundSecret, 'value' | 'kind'>) => number | null

/** The value with its secrets replaced by handles. */
export const maskedBy = <T>(scanner: Scanner, value: T, numberOf: NumberOf): T =>
  mapTexts(value, (text, name) =>
    piecesOf(scanner, text, name)
      .map(piece => (typeof piece === 'string' ? piece : withNumber(piece, numberOf(piece))))
      .join(''),
  )

const withNumber = ({ value }: FoundSecret, n: number | null): string =>
  n === null ? value : secretHandle(n)

/** How much is read at a time: after each secret the rest of the piece is copied. */
const PIECE = 4_096

/** A text with its secrets apart; under a name such as `password` the whole text is one. */
function piecesOf(scanner: Scanner, text: string, under: string): MaskedPiece[] {
  const name = text.includes('⟦') ? null : secretName(under)
  // Nearly every text is short and holds none: that is seen at one look.
  if (!name && text.length <= PIECE && !scanner.next(text, 0, true).secret) return [text]
  const masker = new StreamMasker(scanner)
  const pieces: MaskedPiece[] = []
  for (let from = 0; from < text.length; from += PIECE)
    pieces.push(...masker.add(text.slice(from, from + PIECE), from + PIECE >= text.length))
  if (!name || pieces.some(piece => typeof piece !== 'string' && piece.kind === 'known')) return pieces
  const match = matchOf(text, 0, { name: { ...name, text: under }, standing: 'quoted' })
  if (!match) return pieces
  return [text.slice(0, match.at), { value: text.slice(match.at), kind: 'pattern', rule: match.rule }]
}

/** All secrets in a text, from left to right. */
export const secretsIn = (scanner: Scanner, text: string, under = ''): FoundSecret[] =>
  piecesOf(scanner, text, under).filter(piece => typeof piece !== 'string')

/** The server's own secrets, and a value that may contain some. */
type SecretSearch = { secrets: readonly string[]; value: unknown }

/** All secrets in a value, each once, in the order of its texts. */
export const FIND_SECRETS: Job<SecretSearch, FoundSecret[]> = {
  name: 'find secrets',
  size: ({ value }) => textSize(value),
  longestMs: 60_000,
  run: ({ secrets, value }) => {
    const scanner = scannerOf(secrets)
    const all = new Map<string, FoundSecret>()
    mapTexts(value, (text, name) => {
      for (const secret of secretsIn(scanner, text, name)) all.set(keyOf(secret), secret)
      return text
    })
    return [...all.values()]
  },
}

/** The value with its secrets replaced by handles; without one where a person released it. */
export const HIDE_SECRETS: Job<
  SecretSearch & { numbers: { secret: Pick<FoundSecret, 'value' | 'kind'>; n: number | null }[] },
  unknown
> = {
  name: 'hide secrets',
  size: ({ value }) => textSize(value),
  longestMs: 60_000,
  run: ({ secrets, value, numbers }) => {
    const numbersBySecret = new Map(numbers.map(({ secret, n }) => [keyOf(secret), n]))
    return maskedBy(scannerOf(secrets), value, secret => numbersBySecret.get(keyOf(secret)) ?? null)
  },
}

const keyOf = ({ value, kind }: Pick<FoundSecret, 'value' | 'kind'>): string => `${kind} ${value}`

let last: { secrets: readonly string[]; scanner: Scanner } | undefined

/** A server holds the same secrets as long as it runs. */
function scannerOf(secrets: readonly string[]): Scanner {
  const isLast =
    last?.secrets.length === secrets.length && last.secrets.every((one, at) => one === secrets[at])
  if (!last || !isLast) last = { secrets, scanner: new Scanner(secrets) }
  return last.scanner
}

/** The number of characters of all texts in a value, keys included. */
function textSize(value: unknown): number {
  let size = 0
  const values = [value]
  while (values.length > 0) {
    const next = values.pop()
    if (typeof next === 'string') size += next.length
    if (typeof next === 'object' && next !== null)
      for (const part of Object.entries(next)) values.push(...part)
  }
  return size
}
