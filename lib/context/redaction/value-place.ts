import type { Credential } from './credential-name'
import { charTable, type Reading } from './reading'
import { ENDS_LINE } from './value-end'

const NAME = charTable(/[\w.-]/)
const NAME_CHARS = 64
const SPACE = charTable(/[ \t]/)
const LINE_CHARS = 160

/** The name before `=` or `:`, from `first` on; also one of two words, such as `api key`. */
export type Name = {
  text: string
  first: number
  /** Where its last word begins. */
  last: number
  isQuoted: boolean
  isClose: boolean
}

export type Line = 'real' | 'escaped' | null

export function nameBefore(text: string, separator: number, isTyped: boolean): Name | null {
  let end = separator
  const isSet = text[separator] === '='
  if (isSet && /[:?]/.test(text[end - 1] ?? '') && end > 0) end -= 1
  const isClose = end > 0 && SPACE[text.charCodeAt(end - 1)] !== 1
  while (end > 0 && SPACE[text.charCodeAt(end - 1)] === 1 && separator - end < 8) end -= 1
  if (isTyped) end = beforeType(text, end)
  while (end > 0 && separator - end < 12 && (isSet ? /[*[\]]/ : /[*\]]/).test(text[end - 1] ?? '')) end -= 1
  const isQuoted = end > 0 && /["'`]/.test(text[end - 1] ?? '')
  if (isQuoted) end -= 1
  if (end > 0 && text[end - 1] === '\\') end -= 1
  const last = wordStart(text, end)
  if (last === end) return null
  const isSecond = !isQuoted && last > 0 && text[last - 1] === ' '
  const before = isSecond ? wordStart(text, last - 1) : last
  const first = before === last - 1 ? last : before
  return { text: text.slice(first, end), first, last, isQuoted, isClose }
}

function wordStart(text: string, end: number): number {
  const first = Math.max(0, end - NAME_CHARS)
  let at = end
  while (at > first && NAME[text.charCodeAt(at - 1)] === 1) at -= 1
  return at
}

const TYPE_CHARS = charTable(/[\w.<>[\]|? &']/)
const MOST_OF_TYPE = 40

/** In `name: string = …` the end of the name. */
function beforeType(text: string, end: number): number {
  const first = Math.max(0, end - MOST_OF_TYPE)
  let at = end
  while (at > first && TYPE_CHARS[text.charCodeAt(at - 1)] === 1) at -= 1
  const isType =
    at > 0 &&
    at < end &&
    text[at - 1] === ':' &&
    /^ ?(?:&(?:'\w+ )?)?(?:mut )?[A-Za-z]\w{2}/.test(text.slice(at, at + 20))
  return isType && NAME[text.charCodeAt(at - 2)] === 1 && at - 2 >= 0 ? at - 1 : end
}

/** What may precede the name in a line: marks of lists, diffs, comments and searches, commands. */
const PREFIX =
  /^(?:[-+*>|#;$"'`{]+|\/\/|<!--|rem|\d+[:|→]?|[\w./-]+[:-]\d+[:-]["'`]?|export|set|setx|declare|-x|-gx|local|readonly|env|arg|define|const|let|var|final|public|private|protected|static|string|-e|--env|--build-arg|\$env:)$/i

/** How the line that a name begins is written; null if anything else precedes it. */
export function lineOf(text: string, first: number): Line {
  const least = Math.max(0, first - LINE_CHARS)
  let at = first
  while (at > least && text[at - 1] !== '\n' && text[at - 1] !== '\r') at -= 1
  const isReal = at === 0 || text[at - 1] === '\n' || text[at - 1] === '\r'
  const before = text.slice(at, first)
  const written = Math.max(before.lastIndexOf('\\n'), before.lastIndexOf('\\r'))
  if (written >= 0) return isPrefix(before.slice(written + 2)) ? 'escaped' : null
  return isReal && isPrefix(before) ? 'real' : null
}

function isPrefix(before: string): boolean {
  const words = before.trim().split(/\s+/)
  return words.length <= 4 && words.every(word => word === '' || PREFIX.test(word))
}

/** A name that says something about its value, before a separator. */
export type NamePlace = { name: Name; line: Line; credential: Credential; separator: ':' | '=' }

/** The quote that begins a text such as `"X-Api-Key: …"`. */
export const enclosing = (text: string, { first, last, isQuoted }: Name): string | undefined =>
  isQuoted ? undefined : [text[first - 1], text[last - 1]].find(char => /^["'`]$/.test(char ?? ''))

/** The places of unquoted values, and what ends them there. */
export const PLACES = {
  setting: { standing: 'plain', ends: charTable(/[\s"'`]/) },
  option: { standing: 'plain', ends: charTable(/[\s"'`]/) },
  query: { standing: 'plain', ends: charTable(/[&#;\s"'`<>\\]/) },
  connection: { standing: 'plain', ends: charTable(/[;"'`\n\r]/) },
  header: { standing: 'plain', ends: ENDS_LINE },
  property: { standing: 'line', ends: ENDS_LINE },
  line: { standing: 'line', ends: ENDS_LINE },
  loose: { standing: 'loose', ends: charTable(/[\s"'`,;&()[\]{}<>|]/) },
} as const
export type ValuePlaceName = keyof typeof PLACES

/** Where the value of a name stands. */
export function placeOf({ text, end }: Reading, { name, line, separator }: NamePlace): ValuePlaceName {
  const before = name.last > 0 ? (text[name.last - 1] ?? '') : ''
  const isTight = name.isClose && separator === '=' && text[end] !== ' ' && text[end] !== '\t'
  const own = enclosing(text, name)
  if (!name.isQuoted && separator === ':' && /^(?:[A-Za-z]\w*-)+\w+$/.test(name.text)) return 'header'
  if (name.isQuoted || !isTight) return line || own ? 'line' : 'loose'
  if (/[?&#]/.test(before) || text.startsWith('&amp;', name.last - 5)) return 'query'
  if (text[name.last] === '-' || /--[\w-]+=$/.test(text.slice(Math.max(0, name.last - 40), name.last)))
    return 'option'
  if (isEnvironmentName(name) || text.startsWith('/:', name.last - 2)) return 'setting'
  if (before === ';' && /^[A-Z]|^pwd$|^password$/.test(name.text)) return 'connection'
  if (own) return /^[A-Z]/.test(name.text) ? 'connection' : 'query'
  if (/(?:^|\s)[\w.]+=[^\s,()]+ $/.test(text.slice(Math.max(0, name.last - 100), name.last))) return 'option'
  return line ? 'property' : 'loose'
}

const isEnvironmentName = ({ text, last, first }: Name): boolean =>
  /^[A-Z][A-Z0-9_]*$/.test(text.slice(last - first))

export type ValueContext = NamePlace & { place: ValuePlaceName; isArrow: boolean }

const SURROUNDING_CHARS = 320
const SURROUNDING_LINES = 4
const PROGRAM_LINE =
  /[;,{(]\s*$|^\s*[})\]]|\)\s*:?\s*$|=>|->|[!=]==?|^\s*(?:import|from|export|class|def|fn|func|function|interface|struct|const|let|var|val|public|private|protected|readonly|return|if|elif|for|while|try|async|await|@\w+|package|namespace)\b|:\s*(?:str|string|int|number|bool|boolean|any|unknown|float|bytes|Date|[A-Z]\w*\[.*|.* \| .*)\s*$|^\s*(\w+)\??:\s*\1\s*$|\b(\w+)\.\w+\s*=\s*\2\b/i
const DATA_LINE = /^\s*(?:- *)*["']?[\w./ -]+["']?(?:: .*|:$)|^\s*[\w./-]+=|^\s*(?:[#;]|---|- \S)/
const SECTION = /^\s*\[[\w .:"-]+\]\s*$/
/** Also in a program, unless there are sections. */
const ASSIGNMENT = /^\s*[\w.-]+ = \S/

/** What the lines before a place are; null where they do not tell, or there are none. */
export function surroundings(text: string, first: number): 'data' | 'program' | null {
  const piece = text.slice(Math.max(0, first - SURROUNDING_CHARS), first)
  const lines = piece.split(/\r?\n|\\r?\\n|\\n/).slice(piece.length < SURROUNDING_CHARS ? 0 : 1, -1)
  const near = lines.filter(line => /\S/.test(line)).slice(-SURROUNDING_LINES)
  if (near.some(line => PROGRAM_LINE.test(line))) return 'program'
  const hasSections = lines.some(line => SECTION.test(line))
  const isData = (line: string): boolean =>
    DATA_LINE.test(line) || (hasSections && (SECTION.test(line) || ASSIGNMENT.test(line)))
  return near.length > 0 && near.every(isData) ? 'data' : null
}
