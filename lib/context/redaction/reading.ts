/** A rule at its trigger, from `start` to `end`. Unless the text `isWhole`, more may follow its end. */
export type Reading = { text: string; start: number; end: number; isWhole: boolean }

/** What looks like a secret, without the text before it that gives it away. */
export type SecretMatch = { at: number; end: number; rule: string }

/** `more`: the text that follows decides. */
export type SecretReader = (reading: Reading) => SecretMatch | 'more' | null

export type Chars = Uint8Array

/** A class of ASCII characters as a table. */
export const charTable = (pattern: RegExp): Chars =>
  Uint8Array.from({ length: 128 }, (_, code) => (pattern.test(String.fromCharCode(code)) ? 1 : 0))

/** Where a run of such characters ends, at most `most` characters on. */
export function runEnd(text: string, from: number, { chars, most }: { chars: Chars; most: number }): number {
  const last = Math.min(text.length, from + most)
  let end = from
  while (end < last && chars[text.charCodeAt(end)] === 1) end += 1
  return end
}

/** A full stop or colon after a value ends the sentence and does not belong to it. */
export function withoutStop(text: string, from: number, end: number): number {
  let last = end
  while (last > from && (text[last - 1] === '.' || text[last - 1] === ':')) last -= 1
  return last
}

const WORD = charTable(/[A-Za-z0-9]/)

/** Whether a word may begin at this place. */
export const beginsWord = (text: string, at: number): boolean =>
  at <= 0 || WORD[text.charCodeAt(at - 1)] !== 1

/**
 * A secret in a text. `known`: one that the server holds; its `value` is the secret itself, in whatever form it is
 * written. `pattern`: something that looks like one.
 */
export type SecretSpan = { at: number; end: number; value: string; kind: 'known' | 'pattern'; rule: string }
