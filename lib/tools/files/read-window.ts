import { lineCount } from './text-content'

/**
 * The most characters of content in one answer. A Result holds more by default, so that the notice at the end, which
 * says what is missing and how to continue, is not cut off.
 */
const ANSWER_CHARS = 48_000

/** As many of the first lines as fit into one. */
export function fittingLines(lines: string[]): string[] {
  let chars = 0
  const first = lines.findIndex(line => {
    chars += line.length + 1
    return chars > ANSWER_CHARS
  })
  return first === -1 ? lines : lines.slice(0, first)
}

/** Where to start reading and how many lines to read: line and column count from 1; a column is a UTF-16 unit. */
type Range = { offset: number; column: number; limit: number }

/**
 * Lines of a file. `from` and `to` are the first and the last line shown, `lines` how many there are; `notices` say
 * what is missing or differs from the file. `short`: the first line ends before the column.
 */
type Window = {
  text: string
  from: number
  to: number
  lines: number
  notices: string[]
  short?: { chars: number }
}

/** The database cannot store a NUL in a text, and nobody can see one. */
const NUL = '⟦U+0000⟧'

/** Reads at most `limit` lines from a place on. A line that is too long is cut. */
export function readWindow(bytes: Buffer, { offset, column, limit }: Range): Window {
  const start = afterLines(bytes, 0, offset - 1)
  const end = afterLines(bytes, start, limit)
  const { content: decoded, chars, isCut, isText } = decodedFrom(bytes.subarray(start, end), column)
  const visible = firstChars(decoded)
  const lines = lineCount(bytes)
  const to = offset - 1 + Math.max(lineCount(Buffer.from(visible)), Math.min(1, lines))
  const isLineCut = (visible.length < decoded.length || isCut) && !visible.endsWith('\n')
  const next = isLineCut ? `offset ${to} and column ${column + visible.length}` : `offset ${to + 1}`
  const behind = isLineCut && to < lines ? `, or behind it with offset ${to + 1}` : ''
  const first = column > 1 ? `, the first from column ${column}` : ''
  const notices = [
    ...(isLineCut ? [`Line ${to} is longer than can be shown and is cut here.`] : []),
    ...(offset > 1 || column > 1 || to < lines ? [`Lines ${offset} to ${to} of ${lines}${first}.`] : []),
    ...(isLineCut || to < lines ? [`Read on with ${next}${behind}.`] : []),
    ...(visible.includes('\0') ? [`NUL characters are shown as ${NUL}.`] : []),
    ...(isText ? [] : ['Bytes that are not UTF-8 are shown as �.']),
  ]
  const text = visible.replaceAll('\0', NUL)
  return { text, from: offset, to, lines, notices, ...(column > chars + 1 ? { short: { chars } } : {}) }
}

type DecodedText = { content: string; chars: number; isCut: boolean; isText: boolean }

/**
 * The text from a column of the first line on, a little more than can be shown, and the length of that first line
 * without its line break.
 */
function decodedFrom(bytes: Buffer, column: number): DecodedText {
  const first = bytes.subarray(0, afterLines(bytes, 0, 1))
  const line = column > 1 ? decode(first, false) : ''
  const chars = line.endsWith('\n') ? line.length - 1 : line.length
  const rest = column > 1 ? bytes.subarray(first.length) : bytes
  // Enough bytes for that many characters, whatever they are.
  const slice = rest.subarray(0, ANSWER_CHARS * 4)
  // Half a character where the slice was cut is not a fault of the file.
  const isCut = slice.length < rest.length
  const decoded = line.slice(column - 1) + decode(slice, isCut)
  const isText = isUtf8(slice, isCut) && (column === 1 || isUtf8(first, false))
  return { content: decoded, chars: column > 1 ? chars : Number.POSITIVE_INFINITY, isCut, isText }
}

const decode = (bytes: Uint8Array, stream: boolean): string =>
  new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes, { stream })

/** The position after that many more lines. A plain loop: indexOf costs more if lines are short. */
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
  const most = shownLength(text)
  if (text.length <= most) return text
  const end = text.lastIndexOf('\n', most - 1) + 1
  return end > 0 ? text.slice(0, end) : text.slice(0, most).replace(/[\ud800-\udbff]$/, '')
}

/** How many characters fit, counting NULs as they are shown. */
function shownLength(text: string): number {
  let room = ANSWER_CHARS
  for (let at = 0; at < text.length; at += 1) {
    room -= text[at] === '\0' ? NUL.length : 1
    if (room < 0) return at
  }
  return text.length
}

function isUtf8(bytes: Uint8Array, stream: boolean): boolean {
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes, { stream })
    return true
  } catch {
    return false
  }
}
