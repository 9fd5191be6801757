import { charTable, runEnd, type SecretReader } from '../reading'

const LABEL = /[A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?-----/y
const LABEL_CHARS = 70
const BODY_CHARS = 16_384
const BODY = charTable(/[A-Za-z0-9+/=\s\\:,.()]/)
const LINE = charTable(/[A-Za-z0-9+/=]/)
const BETWEEN = charTable(/[\s\\]/)

/** A private key in PEM, up to its end; where that is cut off, as far as its lines go. */
export const readPrivateKey: SecretReader = ({ text, start, end: from, isWhole }) => {
  const body = afterLabel(text, from)
  if (body === null) return text.length - from < LABEL_CHARS && !isWhole ? 'more' : null
  const stop = bodyEnd(text, body)
  const isWithin = stop - body < BODY_CHARS
  const ends = isWithin && text.startsWith('-----END ', stop)
  const closing = ends ? afterLabel(text, stop + '-----END '.length) : null
  const rule = 'Private key'
  if (closing !== null) return { at: start, end: closing, rule }
  if (!isWhole && isWithin && text.length - stop < LABEL_CHARS) return 'more'
  const end = linesEnd(text, body, stop)
  return end === null ? null : { at: start, end, rule }
}

function afterLabel(text: string, from: number): number | null {
  LABEL.lastIndex = from
  return LABEL.test(text) ? LABEL.lastIndex : null
}

/** One hyphen may stand in a header line, five begin a new label. */
function bodyEnd(text: string, from: number): number {
  let end = from
  for (;;) {
    end = runEnd(text, end, { chars: BODY, most: BODY_CHARS - (end - from) })
    const isHyphen = text[end] === '-' && text[end + 1] !== '-' && end - from < BODY_CHARS
    if (!isHyphen || end + 1 >= text.length) return end
    end += 1
  }
}

/** The end of the lines that can be a part of a key, of which there must be one. */
function linesEnd(text: string, from: number, stop: number): number | null {
  let end: number | null = null
  let at = from
  while (at < stop) {
    const begin = afterBreak(text, at)
    const line = runEnd(text, begin, { chars: LINE, most: stop - begin })
    if (line - begin < 16) break
    end = line
    at = line
  }
  return end
}

/** Line breaks, also where they are written as escapes. */
function afterBreak(text: string, from: number): number {
  const end = runEnd(text, from, { chars: BETWEEN, most: 16 })
  return text[end - 1] === '\\' && /[nr]/.test(text[end] ?? '') ? afterBreak(text, end + 1) : end
}
