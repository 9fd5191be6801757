export type DemoRequest =
  | { kind: 'create'; path: string; content: string }
  | { kind: 'replace'; path: string; old: string; new: string; all: boolean }
  | { kind: 'read'; path: string }
  | { kind: 'list'; path?: string }

/** The requests of a message, in order, and the parts that were not understood. */
type DemoMessage = { requests: DemoRequest[]; leftovers: string[] }

/** Text between quotes. */
const QUOTED = ['"[^"]*"', '[“„][^“”]*[“”]', '«[^«»]*»', '`[^`\\n]*`'].join('|')
const FENCED = '```[^\\n`]*\\n[\\s\\S]*?```'
const WORD = '[^\\s"\'`“”„«»,;:?!()<>|*]'
/** Quoted, or a word with a dot or a slash in it. */
const PATH = `(?<path>${QUOTED}|${WORD}*(?:\\.\\p{L}|/)${WORD}*(?<=[\\p{L}\\p{N}_/-]))`
const SOME_TEXT = `${QUOTED}|[^\\n]{1,200}?`

/** What may stand before and after a request. */
const POLITE =
  '(?:(?:please|and|now|then|also|first|finally|hi|hello|(?:can|could) you|пожалуйста|привет|и|а|теперь|затем|потом|также|сначала|можешь),?\\s+){0,4}'
const AND = 'and|then|и|затем|потом'
const END = `(?:,?\\s+(?:please|пожалуйста))?(?=\\s*(?:$|[.!?](?:\\s|$)|[,;\\n])|\\s+(?:${AND})\\s)`

const sticky = (source: string): RegExp => new RegExp(`\\s*${source}`, 'iuy')

const FILE = `(?:(?:me|the|an?|new|file|contents? of|мне|новый|файл[ае]?|содержимое)\\s+)*${PATH}`
const CREATE = sticky(`${POLITE}(?:create|make|write|созда(?:й(?:те)?|ть)|запиши(?:те)?)\\s+${FILE}`)
const HOLDS = sticky('(?:(?:with|containing|saying|с\\s+текстом|с\\s+содержимым)(?=[\\s:])\\s*:?|:)')
const READ = sticky(
  `${POLITE}(?:read|show|open|прочита(?:й(?:те)?|ть)|покажи(?:те)?|открой(?:те)?)\\s+${FILE}${END}`,
)
const LIST = sticky(
  `${POLITE}(?:list|show|покажи(?:те)?|перечисли(?:те)?)\\s+(?:(?:me|all|the|мне|все)\\s+)*(?:files|файлы)` +
    `(?:\\s+(?:in|в)\\s+(?:(?:the|folder|папке)\\s+)*(?<path>${QUOTED}|${WORD}*[\\p{L}\\p{N}_/-])(?:\\s+folder)?)?${END}`,
)
const REPLACE = [
  ['(?:replace|change)\\s+(?<all>all\\s+)?', '(?:with|by|to)', 'in'],
  ['замени(?:те|ть)?\\s+(?<all>все\\s+)?', 'на', 'в'],
].map(([verb, by, inside]) =>
  sticky(
    `${POLITE}${verb}(?<old>${SOME_TEXT})\\s+${by}\\s+(?<new>${SOME_TEXT})\\s+${inside}\\s+${FILE}${END}`,
  ),
)

const SEPARATOR = new RegExp(
  `(?:${FENCED}|${QUOTED})|(?<separator>\\n+(?:[-*•]\\s|\\d{1,2}[.)]\\s)?|(?<=[.!?])[ \\t]+|[,;]|(?<!\\s)\\s+(?=(?:${AND})\\s))`,
  'giu',
)
/** Separators are searched for only so far into a message. */
const FAR = 20_000
/** Requests taken from one message. */
const MOST = 50

/**
 * Reads plain requests in English and Russian. One begins at the start of the message, of a line or of a sentence,
 * behind a comma, or with "and". Content without quotes goes on to the next request, or to the end.
 */
export function readDemoMessage(message: string): DemoMessage {
  const text = message.replace(/\r\n?/g, '\n').trimEnd()
  const demoMessage: DemoMessage = { requests: [], leftovers: [] }
  let at = /^\s*(?:[-*•]\s|\d{1,2}[.)]\s)?/.exec(text)?.[0].length ?? 0
  while (at < text.length && demoMessage.requests.length < MOST) {
    const clause = readClause(text, at)
    if (clause) demoMessage.requests.push(clause.request)
    const end = clause?.end ?? at
    const next = nextStart(text, end) ?? { from: text.length, to: text.length }
    demoMessage.leftovers.push(text.slice(end, next.from))
    at = next.to
  }
  demoMessage.leftovers = [...demoMessage.leftovers, text.slice(at)]
    .map(words => words.trim())
    .filter(words => /[\p{L}\p{N}]/u.test(words))
  return demoMessage
}

type Clause = { request: DemoRequest; end: number }

function readClause(text: string, at: number): Clause | null {
  const replace = REPLACE.map(pattern => match(pattern, text, at)).find(Boolean)
  if (replace) {
    const { path = '', old = '', new: to = '', all } = replace.groups
    const request: DemoRequest = { kind: 'replace', path, old, new: to, all: all !== undefined }
    return old === '' ? null : { request, end: replace.end }
  }
  const list = match(LIST, text, at)
  if (list) {
    const { path } = list.groups
    return { request: { kind: 'list', ...(path ? { path } : {}) }, end: list.end }
  }
  const read = match(READ, text, at)
  if (read) return { request: { kind: 'read', path: read.groups.path ?? '' }, end: read.end }
  const create = match(CREATE, text, at)
  const content = create && readContent(text, create.end)
  if (!content) return null
  return {
    request: { kind: 'create', path: create.groups.path ?? '', content: content.value },
    end: content.end,
  }
}

const BARE_END = sticky(END)
const QUOTE = sticky(`(?<inside>${QUOTED})${END}`)
const NEXT_LINE = /[ \t]*\n/y

/** On the lines that follow, all of them; between quotes; or bare. Without any, the file is empty. */
function readContent(text: string, at: number): { value: string; end: number } | null {
  const holds = match(HOLDS, text, at)
  if (!holds) return match(BARE_END, text, at) && { value: '', end: at }
  const quote = match(QUOTE, text, holds.end)
  if (quote) return { value: quote.groups.inside ?? '', end: quote.end }
  const lines = match(NEXT_LINE, text, holds.end)
  const end = lines ? text.length : nextRequest(text, holds.end)
  const value = lines ? text.slice(lines.end) : text.slice(holds.end, end).trim()
  return value.trim() === '' ? null : { value, end }
}

/** The next place where a request can be read. */
function nextRequest(text: string, at: number): number {
  for (let next = nextStart(text, at); next; next = nextStart(text, next.to)) {
    const isRequest = [CREATE, READ, LIST, ...REPLACE].some(pattern => match(pattern, text, next.to))
    if (isRequest) return next.from
  }
  return text.length
}

function nextStart(text: string, at: number): { from: number; to: number } | null {
  const near = text.slice(0, FAR)
  SEPARATOR.lastIndex = at
  for (let match = SEPARATOR.exec(near); match; match = SEPARATOR.exec(near)) {
    const to = match.index + match[0].length
    if (match.groups?.separator !== undefined) return { from: match.index, to }
  }
  return null
}

type Match = { groups: Record<string, string | undefined>; end: number }

function match(pattern: RegExp, text: string, at: number): Match | null {
  pattern.lastIndex = at
  const hit = pattern.exec(text)
  if (!hit) return null
  const groups = Object.entries(hit.groups ?? {}).map(([name, value]) => [name, value && unquoted(value)])
  return { groups: Object.fromEntries(groups), end: at + hit[0].length }
}

const ONE_QUOTED = new RegExp(`^(?:${QUOTED})$`)

const unquoted = (text: string): string => (ONE_QUOTED.test(text) ? text.slice(1, -1) : text)
