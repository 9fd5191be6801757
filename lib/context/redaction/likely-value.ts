/** How a value is written. `assured`: in quotes, or as environment files have it: no expression of a program. */
export type Written = { isQuoted: boolean; assured: boolean }

/** Only so much of a value is judged. */
const JUDGED = 128

/** What stands where a secret would, and is none: variables, templates, marks. */
const PLACEHOLDER = /^[$%{<*@#(]|\$\{|\{\{|^(?:x+|\.+|…|_+|-+)$|^(?:null|undefined|none|true|false)$/i
const CODE_PATH = /^[A-Za-z_$][\w$]*(?:\??\.[A-Za-z_$][\w$]*)+$/
const CONSTANT = /^[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+$/
const LOCATION = /^(?:~?\/|\.{1,2}\/|[a-z][a-z0-9+.-]*:\/\/)/i

const isElsewhere = (value: string, { isQuoted, assured }: Written): boolean =>
  PLACEHOLDER.test(value) ||
  LOCATION.test(value) ||
  (!isQuoted && CODE_PATH.test(value)) ||
  (!assured && CONSTANT.test(value))

/** Whether a value looks like a password: more than a word of the language it is written in. */
export function passwordLike(given: string, written: Written): boolean {
  const value = given.slice(0, JUDGED)
  if (value.length < 6 || isElsewhere(value, written)) return false
  if (/\s/.test(value)) return passphraseLike(value)
  if (/^\d+$/.test(value)) return true
  return (
    /\p{L}/u.test(value) && (/\d/.test(value) || /[!@#$%^&*+=~].*[\p{L}\d]/u.test(value) || randomLike(value))
  )
}

const FUNCTION_WORDS = new Set(
  'a an and are as at be by can cannot do does enter for from has have if in is it least may must new no not of on or our please should that the this to use was when will with you your'.split(
    ' ',
  ),
)

/** Some words that make no sentence. */
function passphraseLike(value: string): boolean {
  const words = value.trim().split(/[ \t]+/)
  return (
    words.length >= 3 &&
    words.every(word => /^[\p{L}\d]{3,}[-\d]*$/u.test(word) && !FUNCTION_WORDS.has(word.toLowerCase())) &&
    (value === value.toLowerCase() || words.every(word => /^\p{Lu}/u.test(word)))
  )
}

/** Whether a value looks like a key or token: not made of words. */
export function tokenLike(given: string, written: Written): boolean {
  const value = given.slice(0, JUDGED)
  if (value.length < 8 || isElsewhere(value, written) || /\s/.test(value) || /^\d+$/.test(value)) return false
  if (randomLike(value)) return true
  const isMixed = /^(?=.*[A-Za-z])(?=.*\d.*\d)[A-Za-z0-9+/=]+$/.test(value)
  return written.assured && isMixed && !ENCODING.test(value)
}

const ENCODING = /^(?:base|utf|sha|md|hs|rs|es|aes|oauth|v)\d/i

/** Any part that is no word, and not too short to be told from one; or letters that change their case as by chance. */
export const randomLike = (value: string): boolean =>
  value.length >= 12 &&
  (caseChanges(value) > value.length * 0.42 ||
    value
      .split(/[^\p{L}\d]+|(?<=\p{Ll})(?=\p{Lu})/u)
      .some(part => part.length >= 4 && !isWordy(part) && !/^\d+$/.test(part)))

const caseChanges = (value: string): number => value.match(/[a-z](?=[A-Z])|[A-Z](?=[a-z])/g)?.length ?? 0

/** A word, an abbreviation, or one with a number. */
const isWordy = (part: string): boolean =>
  WORDY.test(part) && part.length <= 16 && !(part.length > 6 && CONSONANTS.test(part))

const WORDY = /^(?:\p{L}+|\p{L}{1,12}\d{1,4}\p{L}{0,4}|\d{1,4}\p{L}{1,4})$/u
const CONSONANTS = /[bcdfghjklmnpqrstvwxz]{5}/i
