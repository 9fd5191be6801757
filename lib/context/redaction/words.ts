/** For each letter from a to z, the letters that often follow it in the words of programs and plain English. */
const FOLLOWERS =
  'bcdfgiklmnprstuvwxy abeilorsuy acehiklorstuy adegilorsu abcdefghiklmnopqrstuvwxy aefilortuy aeghilmnorsu aeilortuy abcdefglmnoprstvxz aeosu eis adeilopstuvy abeimopsu acdefghiklnoprstuvy abcdfgiklmnoprstuvw aehiloprstuy u abcdefgiklmnoprstuvwy acefhiklmnopstuwy acdefhilmorstuwy abcdefgilmnoprst aeio aehinors ceipt eimnopst aei'.split(
    ' ',
  )

const COMMON = new Set(
  FOLLOWERS.flatMap((letters, at) => [...letters].map(letter => String.fromCharCode(97 + at) + letter)),
)

const PARTS = /\p{Lu}?\p{Ll}+|\p{Lu}+(?!\p{Ll})|\p{Lo}+|\d+/gu
const SCRIPTS = [/\p{Script=Latin}/u, /\p{Script=Cyrillic}/u, /\p{Script=Greek}/u, /\p{Lo}/u]
/** Longer ones are no names. */
const NAME_CHARS = 80
const PART_CHARS = 20
const UNCOMMON = 0.25
/** Of the letters of other writing systems nothing is known. */
const LATIN = 0x250

/**
 * Whether a text is made of words, as names in programs are: common letter pairs, capitals only at the start of words,
 * and hardly a digit. A random key hardly ever is.
 */
export function isWordy(text: string): boolean {
  if (text.length > NAME_CHARS) return false
  if (/\P{ASCII}/u.test(text) && SCRIPTS.filter(script => script.test(text)).length > 1) return false
  const parts = text.match(PARTS) ?? []
  const digits = parts.filter(part => /^\d/.test(part))
  if (digits.length > 2 || digits.join('').length > 4) return false
  const words = parts.filter(part => !/^\d/.test(part))
  const letters = words.join('').length
  if (letters === 0 || words.some(word => word.length > PART_CHARS)) return false
  return (letters < 6 || letters / words.length >= 2.8) && areWords(words)
}

function areWords(words: string[]): boolean {
  let pairs = 0
  let uncommon = 0
  for (const word of words) {
    const folded = word.toLowerCase()
    for (let at = 1; at < folded.length; at += 1) {
      pairs += 1
      if (folded.charCodeAt(at) < LATIN && !COMMON.has(folded.slice(at - 1, at + 1))) uncommon += 1
    }
  }
  return uncommon <= Math.max(1, pairs * UNCOMMON)
}

/** Several words in a row, all in lower case or all capitalised, as in no sentence: a passphrase. */
export const areInARow = (words: string[], least: number): boolean =>
  words.length >= least &&
  words.every(word => /^[\p{L}\d]{2,}(?:-[\p{L}\d]+)*$/u.test(word)) &&
  (words.every(word => word === word.toLowerCase()) || words.every(word => /^\p{Lu}/u.test(word)))
