/** What a text may hold that reads otherwise as Markdown than as it is. Rather too much than too little. */
const SIGNS = [
  /[*_`~<>|[\]\\]/,
  /^ {0,3}(#{1,6}\s|[-+]\s|\d{1,9}[.)]\s|=+\s*$|-+\s*$)/m,
  /^( {4}|\t)/m,
  /\bhttps?:\/\/|\bwww\.|\S@\S/i,
  /&#?\w+;/,
]

/** Beyond this a text is shown as it is: to read it as Markdown would hold up the page. */
const MOST = 200_000

/** False for plain prose, which needs nothing but itself. */
export const hasMarkdown = (text: string): boolean =>
  text.length <= MOST && SIGNS.some(sign => sign.test(text))
