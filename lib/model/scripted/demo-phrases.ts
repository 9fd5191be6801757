/** The phrases that the demo knows, as pieces of patterns. All are matched without regard to case. */

/** A text between quotes of any kind. A single quote followed by a letter is an apostrophe. */
export const QUOTED = [
  '"[^"]*"',
  '[“„][^“”]*[“”]',
  '«[^»]*»',
  '`[^`\\n]*`',
  "(?<![\\p{L}\\p{N}])'(?:[^'\\n]|'(?=[\\p{L}\\p{N}]))+'(?![\\p{L}\\p{N}])",
  '‘(?:[^‘’]|’(?=[\\p{L}\\p{N}]))+’',
].join('|')

export const FENCED = '```[^\\n]*\\n[\\s\\S]*?```'

const WORD = '[^\\s"\'`“”„‘’«»,;:?!()<>|*]'

/** What reads like a path without quotes: a dot and letters, or a slash; not an address, not "e.g". */
const PATH_LIKE = `(?!e\\.g\\b|i\\.e\\b|and/or\\b|[a-z][a-z0-9+.-]*://)(?=${WORD}*(?:\\.\\p{L}|/))${WORD}*[\\p{L}\\p{N}_/-]`
const KNOWN_FILE = '(?:readme|licen[cs]e|changelog|makefile|dockerfile)(?![\\p{L}\\p{N}.])'

/** A path that stands for itself, and one that was announced as a name and may be any word. */
export const PATH = `(?:${QUOTED}|${PATH_LIKE}|${KNOWN_FILE})`
export const NAMED = `(?:(?:called|named|with the name)\\s+(?:${QUOTED}|${WORD}*[\\p{L}\\p{N}_/-]))`

export const DIRECTORY = `(?:${QUOTED}|${WORD}*[\\p{L}\\p{N}_/-]|\\.)`

/** What may stand before a request without changing it. */
export const POLITE = `(?:${[
  '(?:please|kindly|now|then|also|next|first|second|third|finally|lastly|and|ok|okay|so|just|after that|afterwards)[,:]?\\s+',
  '(?:can|could|would|will)\\s+you\\s+',
  "i(?:['’]d| would) like you to\\s+",
  '(?:i want|i need|i ask) you to\\s+',
  '(?:hi|hello|hey|good morning|good evening)(?:\\s+there)?[,.!]?\\s+',
].join('|')}){0,6}`

/** Nothing more belongs to the request. */
export const CLAUSE_END =
  '(?:\\s+(?:please|too|for me|to me|again|now|as well|thanks|thank you))*(?=\\s*(?:$|[.!?](?:\\s|$)|[,;\\n])|\\s+(?:and|then)\\b)'
