/** What the phrases of all languages are made of, as pieces of patterns. All are matched without regard to case. */

/** A text between quotes of any kind. A single quote followed by a letter is an apostrophe. */
export const QUOTED = [
  '"[^"]*"',
  '[“„][^“”]*[“”]',
  '«[^»]*»',
  '`[^`\\n]*`',
  "(?<![\\p{L}\\p{N}])'(?:[^'\\n]|'(?=[\\p{L}\\p{N}]))+'(?![\\p{L}\\p{N}])",
  '‘(?:[^‘’]|’(?=[\\p{L}\\p{N}]))+’',
].join('|')

const FENCED = '```[^\\n`]*\\n[\\s\\S]*?```'

const WORD = '[^\\s"\'`“”„‘’«»,;:?!()<>|*]'

/** What looks like a path without quotes: a dot and letters, or a slash; not a URL, not "e.g". */
const PATH_LIKE = `(?!e\\.g\\b|i\\.e\\b|and/or\\b|[a-z][a-z0-9+.-]*://)(?=${WORD}*(?:\\.\\p{L}|/))${WORD}*[\\p{L}\\p{N}_/-]`
const KNOWN_FILE = '(?:readme|licen[cs]e|changelog|makefile|dockerfile)(?![\\p{L}\\p{N}.])'

/** A name that is introduced as one, which may be any word. */
export const NAME = `(?:${QUOTED}|${WORD}*[\\p{L}\\p{N}_/-])`

/** A path by itself. */
export const PATH = `(?:${QUOTED}|${PATH_LIKE}|${KNOWN_FILE})`

export const DIRECTORY = `(?:${QUOTED}|${WORD}*[\\p{L}\\p{N}_/-]|\\.)`

/** What is replaced, or put in its place. */
export const SOME_TEXT = `${QUOTED}|[^\\n]{1,200}?`

/** How a language makes requests. The patterns begin where they are matched; `path`, `old`, `new`, … are their groups. */
export type RequestPhrases = {
  /** `verb`, `empty` and `path`; what it holds comes after `holds`, or nothing does. */
  create: RegExp
  holds: RegExp
  /** The verbs that need no content. */
  makesEmpty: RegExp
  /** What makes a request a question, so that its mark is no content. */
  asks: RegExp
  /** The end of a request, alone and behind a `quoted` content. */
  end: RegExp
  quote: RegExp
  /** `path`, `old`, `new`; and `all` or `everywhere` where each occurrence is meant. */
  replace: RegExp[]
  append: RegExp
  read: RegExp
  /** A further `path` to read. */
  further: RegExp
  /** `where`, or `folder`. */
  list: RegExp[]
  /** What is `strong` ends what is before it, what is `weak` only a request. */
  separator: RegExp
  /** What stands before a name, and around that of a folder. */
  naming: RegExp
  around: RegExp[]
  /** The words for the workspace itself. */
  workspace: RegExp
  /** What is not missed where it is not understood. */
  courtesy: RegExp
}

export const sticky = (source: string): RegExp => new RegExp(source, 'iuy')

/** What separates requests: `joining`: the words that join two. */
export const requestSeparator = (joining: string): RegExp =>
  new RegExp(
    `(?:${FENCED}|${QUOTED})|(?<strong>\\n+|(?<=[.!?])[ \\t]+|(?<![ \\t])[ \\t]*;[ \\t]*)` +
      `|(?<weak>(?<![ \\t])[ \\t]*,[ \\t]*|(?<![ \\t])[ \\t]+(?=${joining}))`,
    'giu',
  )
