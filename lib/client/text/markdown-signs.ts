/** What Markdown may render differently from plain text. A false positive costs little, a miss would be wrong. */
const SIGNS = [
  /[*_`~<>|[\]\\$]/,
  /^ {0,3}(#{1,6}\s|[-+]\s|\d{1,9}[.)]\s|=+\s*$|-+\s*$)/m,
  /^( {4}|\t)/m,
  /\bhttps?:\/\/|\bwww\.|\S@\S/i,
  /&#?\w+;/,
]

/** A longer text is shown as it is: parsing it would block the page. */
const LONGEST = 200_000

export const hasMarkdown = (text: string): boolean =>
  text.length <= LONGEST && SIGNS.some(sign => sign.test(text))
