/**
 * Characters that a reader cannot see, or that change what is seen around them: controls, format and
 * bidirectional marks, odd spaces, fillers, private and unassigned code points. What imitates an escape is one as well, so
 * that an escape always stands for what it says. Line feed and tab are let pass where text has several lines.
 */
const HIDDEN =
  /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}\p{Co}\p{Cn}\p{DI}\u2800\ufffc\u{16fe4}\u{1d159}]|[^\S \n\t]|⟦(?=U\+)/gu

/** Emoji of several characters, and letters that a writing system joins or parts: there they are a part of what is seen. */
const EMOJI = /\p{Extended_Pictographic}(?:\ufe0f|\p{Emoji_Modifier})?|[0-9#*]\ufe0f\u20e3/u
/** By their codes in ISO 15924. */
const JOINED_SCRIPTS = 'Arab Syrc Deva Beng Guru Gujr Orya Taml Telu Knda Mlym Sinh Khmr Mymr'
const JOINED = `[${JOINED_SCRIPTS.split(' ')
  .map(code => `\\p{sc=${code}}`)
  .join('')}]`
const NEEDED = `(?:${EMOJI.source})(?:\\u200d(?:${EMOJI.source}))*|(?<=${JOINED})[\\u200c\\u200d](?=${JOINED})`
const HIDDEN_IN_PROSE = new RegExp(`(?<needed>${NEEDED})|${HIDDEN.source}`, 'gu')

type Piece = { text: string; hidden: boolean }

/**
 * Splits text into what is shown as it is and what is shown by its code point, `⟦U+202E⟧`. In a text of one line,
 * such as a path, line feed and tab are shown so too.
 */
export function visiblePieces(text: string, isLine = false): Piece[] {
  return piecesOf(text, HIDDEN, ([char]) => !isLine && isLayout(char))
}

const isLayout = (char: string): boolean => char === '\n' || char === '\t'

/** The same for somebody's own words, which may need some of it: but for that, nothing hides in them either. */
export const prosePieces = (text: string): Piece[] =>
  piecesOf(text, HIDDEN_IN_PROSE, ({ 0: char, groups }) => isLayout(char) || groups?.needed !== undefined)

function piecesOf(text: string, hidden: RegExp, isShown: (match: RegExpExecArray) => boolean): Piece[] {
  const pieces: Piece[] = []
  let end = 0
  for (const match of text.matchAll(hidden)) {
    if (isShown(match)) continue
    if (match.index > end) pieces.push({ text: text.slice(end, match.index), hidden: false })
    pieces.push({ text: codePoint(match[0]), hidden: true })
    end = match.index + match[0].length
  }
  if (end < text.length) pieces.push({ text: text.slice(end), hidden: false })
  return pieces
}

/** A hidden character; or, where it is shown already, as it is shown. */
const codePoint = (char: string): string =>
  char.length > 2 ? char : `⟦U+${(char.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}⟧`

const MARK = /⟦U\+((?:10|[1-9A-F])?[0-9A-F]{4})⟧/gu
const MARKED = new RegExp(`${MARK.source}|${HIDDEN.source}`, 'gu')

/** The pieces of a text in which names stand as they are shown: what is visible already is not made so again. */
export const markedPieces = (text: string, isLine = false): Piece[] =>
  piecesOf(text, MARKED, ([char]) =>
    char.length > 2 ? withHiddenCharacters(char) === char : !isLine && isLayout(char),
  )

/** What a text stands for that shows its hidden characters. A code that is never shown so stays as it is written. */
export const withHiddenCharacters = (text: string): string =>
  text.replace(MARK, (mark, code: string) => {
    const char = String.fromCodePoint(Number.parseInt(code, 16))
    return visiblePieces(`${char}U+`, true)[0]?.hidden ? char : mark
  })

export const withVisibleEscapes = (text: string): string =>
  visiblePieces(text)
    .map(piece => piece.text)
    .join('')

/** A name of a file as it can stand in a sentence: without its folders, and without what cannot be seen. */
export function plainName(name: string): string {
  const last = name.split(/[\\/]/).at(-1) ?? ''
  const visible = last.replace(HIDDEN, '').replace(/\s+/g, ' ').trim()
  return [...visible].slice(0, MOST_NAME).join('') || 'file'
}

const MOST_NAME = 100

export const hasHiddenCharacters = (text: string): boolean => visiblePieces(text).some(piece => piece.hidden)
