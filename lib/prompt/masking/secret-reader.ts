/** A place in a text where a secret may begin: a literal stands there from `start` to `end`. */
export type SecretTrigger = {
  text: string
  start: number
  end: number
  /** Whether nothing follows the text. */
  isWhole: boolean
}

/** What looks like a secret, without the text before it that gives it away. */
export type SecretMatch = { at: number; end: number; rule: string }

/** Reads on from a trigger; `more`: the text that follows decides. */
export type SecretReader = (trigger: SecretTrigger) => SecretMatch | 'more' | null

/** The longest that a secret may be: a key in base64 has thousands of characters. */
export const SECRET_CHARS = 16_384

/** Where a sticky pattern ends that begins at a place; the place itself where it does not match. */
export function endOf(pattern: RegExp, text: string, from: number): number {
  pattern.lastIndex = from
  return pattern.test(text) ? pattern.lastIndex : from
}

/** A class of ASCII characters as a table. */
export const charTable = (pattern: RegExp): Uint8Array =>
  Uint8Array.from({ length: 128 }, (_, code) => (pattern.test(String.fromCharCode(code)) ? 1 : 0))

/** Where a run of such characters begins that ends at a place. */
export function beginOf(chars: Uint8Array, text: string, end: number): number {
  const least = Math.max(0, end - 64)
  let at = end
  while (at > least && chars[text.charCodeAt(at - 1)] === 1) at -= 1
  return at
}
