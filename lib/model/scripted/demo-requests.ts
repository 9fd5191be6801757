/** The phrases that the demo knows, as pieces of patterns. All are matched without regard to case. */

/** A text between quotes of any kind. A single quote followed by a letter is an apostrophe. */
const QUOTED = [
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

/** A path by itself, and one introduced as a name, which may be any word. */
const PATH = `(?:${QUOTED}|${PATH_LIKE}|${KNOWN_FILE})`
const NAMED = `(?:(?:called|named|with the name)\\s+(?:${QUOTED}|${WORD}*[\\p{L}\\p{N}_/-]))`

const DIRECTORY = `(?:${QUOTED}|${WORD}*[\\p{L}\\p{N}_/-]|\\.)`

/** What may precede a request without changing it. */
const POLITE = `(?:${[
  '(?:please|kindly|now|then|also|next|first|second|third|finally|lastly|and|ok|okay|so|just|after that|afterwards)[,:]?\\s+',
  '(?:can|could|would|will)\\s+you\\s+',
  "i(?:['’]d| would) like you to\\s+",
  '(?:i want|i need|i ask) you to\\s+',
  '(?:hi|hello|hey|good morning|good evening)(?:\\s+there)?[,.!]?\\s+',
].join('|')}){0,6}`

/** The end of a request. */
const CLAUSE_END =
  '(?:\\s+(?:please|too|for me|to me|again|now|as well|thanks|thank you))*(?=\\s*(?:$|[.!?](?:\\s|$)|[,;\\n])|\\s+(?:and|then)\\b)'

export type DemoRequest =
  | { kind: 'create'; path: string; content: string }
  | { kind: 'replace'; path: string; old: string; new: string; all: boolean }
  | { kind: 'read'; path: string }
  | { kind: 'list'; path?: string }
  | { kind: 'append'; path: string }

/** The requests of a message, in order, and the parts that were not understood. */
export type DemoMessage = { requests: DemoRequest[]; leftovers: string[] }

/**
 * Parses plain English. A request begins at the start of the message, a line or a sentence, and after another request
 * also behind a comma or an "and". Anything else is left over: negations, questions about requests, quotations.
 * Content without quotes goes on until the next request, or to the end.
 */
export function readDemoMessage(message: string): DemoMessage {
  const text = message.replace(/\r\n?/g, '\n').trimEnd()
  const found: DemoMessage = { requests: [], leftovers: [] }
  let at = lineStart(text, 0)
  while (at < text.length && found.requests.length < MOST) {
    const clause = readClause(text, at)
    if (clause) found.requests.push(...clause.requests)
    const end = clause?.end ?? at
    const next = nextStart(text, end, clause !== null) ?? { from: text.length, to: text.length }
    found.leftovers.push(text.slice(end, next.from))
    at = next.to
  }
  found.leftovers = [...found.leftovers, text.slice(at)].map(tidy).filter(words => words !== '')
  return found
}

/** Requests taken from one message; what comes after them is left over. */
const MOST = 50

type Clause = { requests: DemoRequest[]; end: number }

const readClause = (text: string, at: number): Clause | null =>
  readReplace(text, at) ??
  readAppend(text, at) ??
  readCreate(text, at) ??
  readRead(text, at) ??
  readList(text, at)

/** Looks no further than it must, since it is called at every comma of the content. */
const beginsClause = (text: string, at: number): boolean =>
  [readReplace, readAppend, readCreateHead, readRead, readList].some(read => read(text, at) !== null)

const sticky = (source: string): RegExp => new RegExp(source, 'iuy')

function match(pattern: RegExp, text: string, at: number): RegExpExecArray | null {
  pattern.lastIndex = at
  return pattern.exec(text)
}

const BULLET = sticky('\\s*(?:[-*•]\\s+|\\(?\\d{1,2}[.)]\\s+)?')

const lineStart = (text: string, at: number): number => at + (match(BULLET, text, at)?.[0].length ?? 0)

/** Separators are searched for only this far into a message; the rest is content. */
const FAR = 20_000

const SEPARATOR = new RegExp(
  `(?:${FENCED}|${QUOTED})|(?<strong>\\n+|(?<=[.!?])[ \\t]+|(?<![ \\t])[ \\t]*;[ \\t]*)` +
    '|(?<weak>(?<![ \\t])[ \\t]*,[ \\t]*|(?<![ \\t])[ \\t]+(?=(?:and|then)\\b))',
  'giu',
)

/** Where the next clause may begin: `from` ends what is before it, `to` begins it. */
function nextStart(text: string, at: number, afterRequest: boolean): { from: number; to: number } | null {
  const near = text.slice(0, FAR)
  SEPARATOR.lastIndex = at
  for (let found = SEPARATOR.exec(near); found; found = SEPARATOR.exec(near)) {
    const { strong, weak } = found.groups ?? {}
    if (strong === undefined && !(afterRequest && weak !== undefined)) continue
    const end = found.index + found[0].length
    return { from: found.index, to: found[0].includes('\n') ? lineStart(text, end) : end }
  }
  return null
}

const CREATE = sticky(
  `${POLITE}(?<verb>create|make|write|save|add)\\s+(?:me\\s+|us\\s+)?(?:(?:a|an|the|another)\\s+)?` +
    `(?:(?:new|small|short|text|markdown|(?<empty>empty|blank))\\s+)*(?:file\\s+|document\\s+)?(?<path>${NAMED}|${PATH})`,
)
const BARE_END = sticky(CLAUSE_END)
const WITH = sticky(
  '\\s*(?:,?\\s*(?:with|containing|saying|reading|holding|(?:that|which)\\s+(?:says|contains|reads|holds))\\b' +
    '(?:\\s+(?:the\\s+)?(?:contents?|following(?:\\s+(?:contents?|text|lines))?)\\b|\\s+the\\s+(?:text|words?|lines?)\\b)?\\s*:?|:)',
)

type CreateHead = { path: string; end: number; isQuestion: boolean; hasContent: boolean }

function readCreateHead(text: string, at: number): CreateHead | null {
  const head = match(CREATE, text, at)
  if (!head?.groups) return null
  const after = at + head[0].length
  const found = { path: nameOf(head.groups.path ?? ''), isQuestion: /\byou\b/i.test(head[0]) }
  const mark = match(WITH, text, after)
  if (mark) return { ...found, end: after + mark[0].length, hasContent: true }
  const bare = match(BARE_END, text, after)
  const mayBeEmpty = head.groups.empty !== undefined || /^(create|make)$/i.test(head.groups.verb ?? '')
  return bare && mayBeEmpty ? { ...found, end: after + bare[0].length, hasContent: false } : null
}

function readCreate(text: string, at: number): Clause | null {
  const head = readCreateHead(text, at)
  if (!head) return null
  const content = head.hasContent
    ? readContent(text, head.end, head.isQuestion)
    : { value: '', end: head.end }
  return (
    content && { requests: [{ kind: 'create', path: head.path, content: content.value }], end: content.end }
  )
}

const FENCE = sticky('\\s*```[^\\n]*\\n(?<inside>[\\s\\S]*?)\\n?```')
const NEXT_LINE = sticky('[ \\t]*\\n')
const QUOTE = sticky(`\\s*(?<quoted>${QUOTED})(?:\\s+(?:in|inside)\\s+it)?${CLAUSE_END}`)

/** In a fence; on the lines that follow, all of them; between quotes; or bare. Never nothing. */
function readContent(text: string, at: number, isQuestion: boolean): { value: string; end: number } | null {
  const fence = match(FENCE, text, at)
  if (fence) return { value: `${fence.groups?.inside}\n`, end: at + fence[0].length }
  const line = match(NEXT_LINE, text, at)
  if (line) return some(text.slice(at + line[0].length), text.length)
  const quote = match(QUOTE, text, at)
  if (quote) return { value: unquoted(quote.groups?.quoted ?? ''), end: at + quote[0].length }
  const end = nextRequest(text, at)
  const value = text.slice(at, end).trim()
  return some(isQuestion ? value.replace(/\?$/, '') : value, end)
}

const some = (value: string, end: number) => (value.trim() === '' ? null : { value, end })

/** The end of what is bare: the next place where a request can be read. */
function nextRequest(text: string, at: number): number {
  for (let next = nextStart(text, at, true); next; next = nextStart(text, next.to, true))
    if (beginsClause(text, next.to)) return next.from
  return text.length
}

const OLD_AND_NEW = `(?<old>${QUOTED}|[^\\n]{1,200}?)\\s+(?:with|by|to|into)\\s+(?<new>${QUOTED}|[^\\n]{1,200}?)`
const CHANGE = `(?:replace|change|substitute|turn)\\s+(?<all>(?:all|every|each)\\s+(?:(?:occurrences?|instances?)\\s+of\\s+)?)?(?:the\\s+(?:word|words|text|line|phrase)\\s+)?`
const FILE = `(?:the\\s+)?(?:file\\s+)?(?<path>${NAMED}|${PATH})`
const REPLACE = sticky(
  `${POLITE}${CHANGE}${OLD_AND_NEW}\\s+(?:in|inside|within)\\s+${FILE}(?<everywhere>\\s+everywhere|\\s+throughout)?${CLAUSE_END}`,
)
const IN_REPLACE = sticky(
  `${POLITE}in\\s+${FILE},?\\s+(?:please\\s+)?${CHANGE}${OLD_AND_NEW}(?<everywhere>\\s+everywhere)?${CLAUSE_END}`,
)

function readReplace(text: string, at: number): Clause | null {
  const found = match(REPLACE, text, at) ?? match(IN_REPLACE, text, at)
  if (!found?.groups) return null
  const { path = '', old = '', new: to = '', all, everywhere } = found.groups
  const request: DemoRequest = {
    kind: 'replace',
    path: nameOf(path),
    old: unquoted(old),
    new: unquoted(to),
    all: all !== undefined || everywhere !== undefined,
  }
  return request.old === '' ? null : { requests: [request], end: at + found[0].length }
}

const APPEND = sticky(
  `${POLITE}(?:append|add)\\s+(?:${QUOTED}|[^\\n]{1,200}?)\\s+(?:to|at)\\s+(?:the\\s+end\\s+of\\s+)?${FILE}${CLAUSE_END}`,
)

function readAppend(text: string, at: number): Clause | null {
  const found = match(APPEND, text, at)
  return (
    found && {
      requests: [{ kind: 'append', path: nameOf(found.groups?.path ?? '') }],
      end: at + found[0].length,
    }
  )
}

const READ = sticky(
  `${POLITE}(?:(?:read|show|open|print|display|view|cat|give)(?:\\s+me)?|look\\s+at|what(?:['’]s|\\s+is)\\s+in)\\s+` +
    `(?:the\\s+)?(?:(?:contents?|text)\\s+of\\s+)?(?:the\\s+)?(?:files?\\s+)?(?<path>${NAMED}|${PATH})${CLAUSE_END}`,
)
const FURTHER = sticky(`(?:\\s*,\\s*(?:and\\s+)?|\\s+and\\s+)(?<path>${PATH})${CLAUSE_END}`)

/** "read a.md, b.md and c.md" are three. */
function readRead(text: string, at: number): Clause | null {
  const found = match(READ, text, at)
  if (!found) return null
  const requests: DemoRequest[] = [{ kind: 'read', path: nameOf(found.groups?.path ?? '') }]
  let end = at + found[0].length
  for (
    let more = match(FURTHER, text, end);
    more && requests.length < MOST;
    more = match(FURTHER, text, end)
  ) {
    requests.push({ kind: 'read', path: nameOf(more.groups?.path ?? '') })
    end += more[0].length
  }
  return { requests, end }
}

const WHERE = `(?:\\s+(?:that\\s+are\\s+)?(?:in|of|under|inside|from)\\s+(?<where>(?:the\\s+|this\\s+|my\\s+)?(?:(?:folder|directory)\\s+)?${DIRECTORY}(?:\\s+(?:folder|directory))?)|\\s+(?:here|there))?`
const LIST = sticky(
  `${POLITE}(?:(?:list|show|print|display|give)(?:\\s+me)?\\s+(?:all\\s+)?(?:of\\s+)?(?:the\\s+|my\\s+|our\\s+)?(?:files|folders|directory|directories|everything|contents|workspace)` +
    `(?:\\s+and\\s+(?:folders|directories))?|(?:what|which)\\s+files\\s+(?:are|do\\s+(?:we|you|i)\\s+have)(?:\\s+there)?)${WHERE}${CLAUSE_END}`,
)
const LS = sticky(
  `${POLITE}(?:ls(?=\\s|$)(?:\\s+(?<where>${DIRECTORY}))?|list\\s+(?<folder>${PATH}))${CLAUSE_END}`,
)

function readList(text: string, at: number): Clause | null {
  const found = match(LIST, text, at) ?? match(LS, text, at)
  if (!found) return null
  const path = directoryOf(found.groups?.where ?? found.groups?.folder ?? '')
  return { requests: [{ kind: 'list', ...(path ? { path } : {}) }], end: at + found[0].length }
}

/** The workspace itself has no name of its own. */
function directoryOf(where: string): string | null {
  const name = where.replace(/^(?:the|this|my)\s+/i, '').replace(/^(?:folder|directory)\s+(?=\S)/i, '')
  const bare = nameOf(name.replace(/\s+(?:folder|directory)$/i, ''))
  return /^(?:|\.|workspace|folder|directory|here|there|root|current|project)$/i.test(bare) ? null : bare
}

const nameOf = (path: string): string =>
  unquoted(path.replace(/^(?:called|named|with the name)\s+/i, '')).trim()

const ONE_QUOTED = new RegExp(`^(?:${QUOTED})$`, 'iu')

const unquoted = (text: string): string => (ONE_QUOTED.test(text) ? text.slice(1, -1) : text)

const COURTESY =
  /^(?:[\s,.;:!?]|\b(?:and|then|please|thanks|thank you|many|very much|for me|too|now|hi|hello|hey|there)\b)*$/i

const tidy = (words: string): string => (COURTESY.test(words) ? '' : words.trim().replace(/^[,;.\s]+/, ''))
