/** Where a long text is folded: its beginning up to `head` and its end from `tail` on stay visible. */
type TextFold = { head: number; tail: number }

const HEAD = { chars: 2_700, lines: 30 }
const TAIL = { chars: 1_300, lines: 12 }

/**
 * Null for a text that is shown whole. The end is always visible, too, so that nothing can be hidden behind a long
 * beginning.
 */
export function foldOf(text: string): TextFold | null {
  const head = Math.min(HEAD.chars, endOfLines(text, HEAD.lines))
  const tail = Math.max(text.length - TAIL.chars, startOfLastLines(text, TAIL.lines))
  return head < tail ? { head: wholeCharacter(text, head), tail: wholeCharacter(text, tail) } : null
}

/** The position after so many lines, or the end of a text that has fewer. */
export function endOfLines(text: string, lines: number): number {
  let at = 0
  for (let n = 0; n < lines; n += 1) {
    const end = text.indexOf('\n', at)
    if (end === -1) return text.length
    at = end + 1
  }
  return at
}

/** The position where the last so many lines begin. */
function startOfLastLines(text: string, lines: number): number {
  let at = text.length
  for (let n = 0; n < lines; n += 1) {
    if (at === 0) return 0
    const before = text.lastIndexOf('\n', at - 2)
    if (before === -1 || at < 2) return 0
    at = before + 1
  }
  return at
}

/** Never between the halves of a surrogate pair. */
function wholeCharacter(text: string, at: number): number {
  const before = text.charCodeAt(at - 1)
  return before >= 0xd800 && before <= 0xdbff ? at - 1 : at
}

/** The HTML parser splits a longer text into several nodes. */
const LONGEST_NODE = 65_536

/**
 * Whether a text needs an element of its own: otherwise React does not recognise it in hydration, since the browser has
 * made several nodes of it.
 */
export const standsAlone = (text: string): boolean => text.length > LONGEST_NODE
