/** Numbers from 0 up to 1 that are the same for the same seed (mulberry32). */
export function seededRandom(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

type Random = () => number

const DIGITS = '0123456789'
const SMALL = 'abcdefghijklmnopqrstuvwxyz'
const LETTERS = SMALL + SMALL.toUpperCase()
const ACCENTED = 'àâäçéèêëîïôöùûüßøåñãõčšžłőűяжцлпфшавёдюλπσδθω密码口令秘鍵パスワド'

/** Words as people take them for passwords. None says by itself that it is none, as `your` or `password` would. */
const WORDS =
  'correct horse battery staple sunshine tiger river purple monkey dragon summer winter coffee orange planet rocket silver thunder velvet walnut yellow zebra anchor basket candle desert eagle forest garden hammer island jungle kitten ladder marble needle ocean pepper quartz rabbit saddle timber umbrella violet whale copper blanket meadow falcon tigers horses winters flowers paint develop'.split(
    ' ',
  )

const between = (random: Random, least: number, most: number): number =>
  least + Math.floor(random() * (most - least + 1))
const oneOf = (random: Random, all: readonly string[]): string =>
  all[between(random, 0, all.length - 1)] ?? ''
const some = (random: Random, alphabet: string, length: number): string =>
  Array.from({ length }, () => oneOf(random, [...alphabet])).join('')
const bytes = (random: Random, length: number): Buffer =>
  Buffer.from(Array.from({ length }, () => between(random, 0, 255)))
const word = (random: Random): string => {
  const small = oneOf(random, WORDS)
  return random() < 0.5 ? small : small.charAt(0).toUpperCase() + small.slice(1)
}
const uuid = (hex: string): string => hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')

/** A secret of each kind, by chance. */
export const SECRET_KINDS: Record<string, (random: Random) => string> = {
  hex: random => bytes(random, oneOf(random, ['16', '20', '32']) === '16' ? 16 : 24).toString('hex'),
  base64: random => bytes(random, between(random, 18, 48)).toString('base64'),
  base62: random => some(random, LETTERS + DIGITS, between(random, 20, 43)),
  base64url: random => bytes(random, between(random, 18, 32)).toString('base64url'),
  uuid: random => uuid(bytes(random, 16).toString('hex')),
  'word with digits': random => word(random) + some(random, DIGITS, between(random, 1, 4)),
  'two words with digits': random =>
    word(random) + some(random, DIGITS, between(random, 1, 2)) + word(random),
  passphrase: random => Array.from({ length: between(random, 4, 6) }, () => oneOf(random, WORDS)).join(' '),
  'joined passphrase': random =>
    Array.from({ length: between(random, 4, 6) }, () => oneOf(random, WORDS)).join('-'),
  punctuation: random => {
    const length = between(random, 12, 24)
    const secret = some(random, `${LETTERS}${DIGITS}!@#$%^&*()-_=+[]{};:,.<>?/|~`, length)
    return /[A-Za-z\d]/.test(secret) ? secret : `a${secret}`
  },
  'non-ASCII': random => some(random, LETTERS + DIGITS + ACCENTED, between(random, 10, 20)),
}
