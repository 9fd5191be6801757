import { ENGLISH_REQUESTS } from './english-requests'
import { QUOTED, type RequestPhrases, sticky } from './request-phrases'
import { RUSSIAN_REQUESTS } from './russian-requests'

export type DemoRequest =
  | { kind: 'create'; path: string; content: string }
  | { kind: 'replace'; path: string; old: string; new: string; all: boolean }
  | { kind: 'read'; path: string }
  | { kind: 'list'; path?: string }
  | { kind: 'append'; path: string }

/** The requests of a message, in order, and the parts that were not understood. */
export type DemoMessage = { requests: DemoRequest[]; leftovers: string[] }

/** The languages of the demo. */
export type DemoLanguage = 'en' | 'ru'

const PHRASES: Record<DemoLanguage, RequestPhrases> = { en: ENGLISH_REQUESTS, ru: RUSSIAN_REQUESTS }

/** The language of a message, by its first letter: what is written into files may be in any. */
export function demoLanguage(message: string): DemoLanguage {
  if (!/^\P{L}*\p{Script=Cyrillic}/u.test(message)) return 'en'
  const isEnglish = requestsIn(message, 'ru').length === 0 && requestsIn(message, 'en').length > 0
  return isEnglish ? 'en' : 'ru'
}

const requestsIn = (message: string, language: DemoLanguage) =>
  readRequests(message, PHRASES[language]).requests

export const readDemoMessage = (message: string): DemoMessage =>
  readRequests(message, PHRASES[demoLanguage(message)])

/**
 * Parses plain requests of one language. A request begins at the start of the message, a line or a sentence, and after another request
 * also behind a comma or a word such as "and". Anything else is left over: negations, questions about requests, quotations.
 * Content without quotes goes on until the next request, or to the end.
 */
function readRequests(message: string, phrases: RequestPhrases): DemoMessage {
  const text = message.replace(/\r\n?/g, '\n').trimEnd()
  const source = { text, phrases }
  const found: DemoMessage = { requests: [], leftovers: [] }
  let at = lineStart(source, 0)
  while (at < text.length && found.requests.length < MOST) {
    const clause = readClause(source, at)
    if (clause) found.requests.push(...clause.requests)
    const end = clause?.end ?? at
    const next = nextStart(source, end, clause !== null) ?? { from: text.length, to: text.length }
    found.leftovers.push(text.slice(end, next.from))
    at = next.to
  }
  found.leftovers = [...found.leftovers, text.slice(at)]
    .map(words => tidy(words, phrases))
    .filter(words => words !== '')
  return found
}

/** Requests taken from one message; what comes after them is left over. */
const MOST = 50

/** A message, and how its language makes requests. */
type Source = { text: string; phrases: RequestPhrases }

type Clause = { requests: DemoRequest[]; end: number }

const readClause = (source: Source, at: number): Clause | null =>
  readReplace(source, at) ??
  readAppend(source, at) ??
  readCreate(source, at) ??
  readRead(source, at) ??
  readList(source, at)

/** Looks no further than it must, since it is called at every comma of the content. */
const beginsClause = (source: Source, at: number): boolean =>
  [readReplace, readAppend, readCreateHead, readRead, readList].some(read => read(source, at) !== null)

function match(pattern: RegExp, { text }: Source, at: number): RegExpExecArray | null {
  pattern.lastIndex = at
  return pattern.exec(text)
}

const first = (patterns: RegExp[], source: Source, at: number): RegExpExecArray | null =>
  patterns.reduce<RegExpExecArray | null>((earlier, pattern) => earlier ?? match(pattern, source, at), null)

const BULLET = sticky('\\s*(?:[-*•]\\s+|\\(?\\d{1,2}[.)]\\s+)?')

const lineStart = (source: Source, at: number): number => at + (match(BULLET, source, at)?.[0].length ?? 0)

/** Separators are searched for only this far into a message; the rest is content. */
const FAR = 20_000

/** Where the next clause may begin: `from` ends what is before it, `to` begins it. */
function nextStart(source: Source, at: number, afterRequest: boolean): { from: number; to: number } | null {
  const near = source.text.slice(0, FAR)
  const { separator } = source.phrases
  separator.lastIndex = at
  for (let found = separator.exec(near); found; found = separator.exec(near)) {
    const { strong, weak } = found.groups ?? {}
    if (strong === undefined && !(afterRequest && weak !== undefined)) continue
    const end = found.index + found[0].length
    return { from: found.index, to: found[0].includes('\n') ? lineStart(source, end) : end }
  }
  return null
}

type CreateHead = { path: string; end: number; isQuestion: boolean; hasContent: boolean }

function readCreateHead(source: Source, at: number): CreateHead | null {
  const { phrases } = source
  const head = match(phrases.create, source, at)
  if (!head?.groups) return null
  const after = at + head[0].length
  const found = { path: nameOf(head.groups.path ?? '', phrases), isQuestion: phrases.asks.test(head[0]) }
  const mark = match(phrases.holds, source, after)
  if (mark) return { ...found, end: after + mark[0].length, hasContent: true }
  const bare = match(phrases.end, source, after)
  const mayBeEmpty = head.groups.empty !== undefined || phrases.makesEmpty.test(head.groups.verb ?? '')
  return bare && mayBeEmpty ? { ...found, end: after + bare[0].length, hasContent: false } : null
}

function readCreate(source: Source, at: number): Clause | null {
  const head = readCreateHead(source, at)
  if (!head) return null
  const content = head.hasContent
    ? readContent(source, head.end, head.isQuestion)
    : { value: '', end: head.end }
  return (
    content && { requests: [{ kind: 'create', path: head.path, content: content.value }], end: content.end }
  )
}

const FENCE = sticky('\\s*```[^\\n]*\\n(?<inside>[\\s\\S]*?)\\n?```')
const NEXT_LINE = sticky('[ \\t]*\\n')

/** In a fence; on the lines that follow, all of them; between quotes; or bare. Never nothing. */
function readContent(source: Source, at: number, isQuestion: boolean): { value: string; end: number } | null {
  const { text, phrases } = source
  const fence = match(FENCE, source, at)
  if (fence) return { value: `${fence.groups?.inside}\n`, end: at + fence[0].length }
  const line = match(NEXT_LINE, source, at)
  if (line) return some(text.slice(at + line[0].length), text.length)
  const quote = match(phrases.quote, source, at)
  if (quote) return { value: unquoted(quote.groups?.quoted ?? ''), end: at + quote[0].length }
  const end = nextRequest(source, at)
  const value = text.slice(at, end).trim()
  return some(isQuestion ? value.replace(/\?$/, '') : value, end)
}

const some = (value: string, end: number) => (value.trim() === '' ? null : { value, end })

/** The end of what is bare: the next place where a request can be read. */
function nextRequest(source: Source, at: number): number {
  for (let next = nextStart(source, at, true); next; next = nextStart(source, next.to, true))
    if (beginsClause(source, next.to)) return next.from
  return source.text.length
}

function readReplace(source: Source, at: number): Clause | null {
  const { phrases } = source
  const found = first(phrases.replace, source, at)
  if (!found?.groups) return null
  const { path = '', old = '', new: to = '', all, everywhere } = found.groups
  const request: DemoRequest = {
    kind: 'replace',
    path: nameOf(path, phrases),
    old: unquoted(old),
    new: unquoted(to),
    all: all !== undefined || everywhere !== undefined,
  }
  return request.old === '' ? null : { requests: [request], end: at + found[0].length }
}

function readAppend(source: Source, at: number): Clause | null {
  const { phrases } = source
  const found = match(phrases.append, source, at)
  return (
    found && {
      requests: [{ kind: 'append', path: nameOf(found.groups?.path ?? '', phrases) }],
      end: at + found[0].length,
    }
  )
}

/** "read a.md, b.md and c.md" are three. */
function readRead(source: Source, at: number): Clause | null {
  const { phrases } = source
  const found = match(phrases.read, source, at)
  if (!found) return null
  const requests: DemoRequest[] = [{ kind: 'read', path: nameOf(found.groups?.path ?? '', phrases) }]
  let end = at + found[0].length
  for (
    let more = match(phrases.further, source, end);
    more && requests.length < MOST;
    more = match(phrases.further, source, end)
  ) {
    requests.push({ kind: 'read', path: nameOf(more.groups?.path ?? '', phrases) })
    end += more[0].length
  }
  return { requests, end }
}

function readList(source: Source, at: number): Clause | null {
  const { phrases } = source
  const found = first(phrases.list, source, at)
  if (!found) return null
  const path = directoryOf(found.groups?.where ?? found.groups?.folder ?? '', phrases)
  return { requests: [{ kind: 'list', ...(path ? { path } : {}) }], end: at + found[0].length }
}

/** The workspace itself has no name of its own. */
function directoryOf(where: string, phrases: RequestPhrases): string | null {
  const bare = nameOf(
    phrases.around.reduce((name, around) => name.replace(around, ''), where),
    phrases,
  )
  return phrases.workspace.test(bare) ? null : bare
}

const nameOf = (path: string, { naming }: RequestPhrases): string => unquoted(path.replace(naming, '')).trim()

const ONE_QUOTED = new RegExp(`^(?:${QUOTED})$`, 'iu')

const unquoted = (text: string): string => (ONE_QUOTED.test(text) ? text.slice(1, -1) : text)

const tidy = (words: string, { courtesy }: RequestPhrases): string =>
  courtesy.test(words) ? '' : words.trim().replace(/^[,;.\s]+/, '')
