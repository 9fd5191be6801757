/**
 * A rule at its trigger, which stands from `start` to `end`. Nothing before `floor` is looked at: that was a secret.
 * Where the text ends and is not `isWhole`, more may follow.
 */
export type Reading = { text: string; start: number; end: number; floor: number; isWhole: boolean }

/** What looks like a secret: never what stands before it, by which it is known. */
export type Match = { at: number; end: number; rule: string }

/** `more`: what follows decides. */
export type Reader = (reading: Reading) => Match | 'more' | null

export type Chars = Uint8Array

/** A class of ASCII characters as a table. */
export const charsOf = (pattern: RegExp): Chars =>
  Uint8Array.from({ length: 128 }, (_, code) => (pattern.test(String.fromCharCode(code)) ? 1 : 0))

/** Where a run of such characters ends, at most `most` from where it begins. */
export function runEnd(text: string, from: number, { chars, most }: { chars: Chars; most: number }): number {
  const last = Math.min(text.length, from + most)
  let end = from
  while (end < last && chars[text.charCodeAt(end)] === 1) end += 1
  return end
}

/** A full stop or colon behind a value ends the sentence that it stands in. */
export function withoutStop(text: string, from: number, end: number): number {
  let last = end
  while (last > from && (text[last - 1] === '.' || text[last - 1] === ':')) last -= 1
  return last
}

const WORD = charsOf(/[A-Za-z0-9]/)

/** True where no word goes on from before this place. */
export const beginsWord = (text: string, at: number, floor: number): boolean =>
  at <= floor || WORD[text.charCodeAt(at - 1)] !== 1
