import { ANSWER_CHARS } from './answer-chars'
import { lineCount } from './line-count'

/**
 * Lines of a file. `from` and `to` are the first and the last one shown, `lines` how many there are;
 * `notices` say what is missing, or not as it is in the file.
 */
export type Window = { text: string; from: number; to: number; lines: number; notices: string[] }

/** No database keeps a NUL in a text, and nobody sees one. */
const NUL = '⟦U+0000⟧'

/** Reads at most `limit` lines from line `offset` on, the first being 1. Too long a line is cut. */
export function readWindow(bytes: Buffer, offset: number, limit: number): Window {
  const start = afterLines(bytes, 0, offset - 1)
  const end = afterLines(bytes, start, limit)
  // Enough bytes for that many characters, whatever they are.
  const slice = bytes.subarray(start, Math.min(end, start + ANSWER_CHARS * 4))
  // Half a character where the slice was cut is not a fault of the file.
  const stream = start + slice.length < end
  const decoded = new TextDecoder('utf-8', { ignoreBOM: true }).decode(slice, { stream })
  const visible = decoded.replaceAll('\0', NUL)
  const text = firstChars(visible)
  const lines = lineCount(bytes)
  const to = offset - 1 + lineCount(Buffer.from(text))
  const cut = text.length < visible.length || stream
  const notices = [
    ...(cut && !text.endsWith('\n') ? [`Line ${to} is longer than can be shown and is cut here.`] : []),
    ...(offset > 1 || to < lines ? [`Lines ${offset} to ${to} of ${lines}.`] : []),
    ...(to < lines ? [`Read on with offset ${to + 1}.`] : []),
    ...(visible === decoded ? [] : [`NUL characters are shown as ${NUL}.`]),
    ...(isUtf8(slice, stream) ? [] : ['Bytes that are not UTF-8 are shown as �.']),
  ]
  return { text, from: offset, to, lines, notices }
}

/** The position after that many more lines. A plain loop: calls of indexOf cost more where lines are short. */
function afterLines(bytes: Buffer, start: number, lines: number): number {
  let passed = 0
  let position = start
  while (position < bytes.length && passed < lines) {
    if (bytes[position] === 10) passed += 1
    position += 1
  }
  return position
}

/** Whole lines where possible, and never half a character. */
function firstChars(text: string): string {
  if (text.length <= ANSWER_CHARS) return text
  const end = text.lastIndexOf('\n', ANSWER_CHARS - 1) + 1
  return end > 0 ? text.slice(0, end) : text.slice(0, ANSWER_CHARS).replace(/[\ud800-\udbff]$/, '')
}

function isUtf8(bytes: Uint8Array, stream: boolean): boolean {
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes, { stream })
    return true
  } catch {
    return false
  }
}
