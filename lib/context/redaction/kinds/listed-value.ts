import { type Credential, credentialOf, credentialOfItems } from '../credential-name'
import { isCaption, isName } from '../literal-value'
import { charTable, type Reading, runEnd, type SecretMatch, type SecretReader } from '../reading'
import { nameBefore, type ValueContext } from '../value-place'
import { readBare } from './bare-value'
import { readAuthorization, readCookieSecret } from './header-value'
import { readQuoted } from './named-value'

const SPACE = charTable(/[ \t\r\n]/)
const SPACES = 80
const WORD = charTable(/[\w.-]/)
const NAME_CHARS = 64

/** What is set under a name, or taken where there is nothing under it. */
const SETS =
  /(?:get|set|fetch|env|environ|define|append|add|header|put|default|config|property|setting|secret|entry|of)\w*$/i
/** What speaks of a name. */
const SPEAKS = /arg|error|message|label|text|title|help|type|attr|class|placeholder|describe|valid|test/i

type Place = Pick<ValueContext, 'line' | 'place' | 'isArrow'>

const contextOf = (
  start: number,
  { name, credential }: { name: string; credential: Credential },
  place: Place,
): ValueContext => ({
  credential,
  separator: ':',
  ...place,
  name: { text: name, first: start, last: start, isQuoted: place.line === null, isClose: true },
})
const IN_LIST: Place = { line: null, place: 'loose', isArrow: true }
const IN_LINE: Place = { line: 'real', place: 'line', isArrow: false }

/** Behind a text and a comma: `getenv("API_KEY", "…")`, `headers.set("X-Api-Key", "…")`, an item of a list. */
export const readBehindComma: SecretReader = reading => readArgument(reading) ?? readItem(reading)

function readArgument(reading: Reading): SecretMatch | 'more' | null {
  const { text, start, end } = reading
  const first = backOver(text, start, { chars: WORD, most: NAME_CHARS })
  if (first === start || text[first - 1] !== text[start]) return null
  const isBytes = /[bru]/.test(text[first - 2] ?? '')
  const open = backOver(text, first - (isBytes ? 2 : 1), { chars: SPACE, most: SPACES }) - 1
  if (!'([,'.includes(text[open] ?? ' ')) return null
  const name = text.slice(first, start)
  const callee = calleeOf(text, open)
  const isPair = text[open] === '(' && AUTHENTICATES.test(text.slice(Math.max(0, open - NAME_CHARS), open))
  const credential = isPair ? PASSWORD : credentialOf(name)
  if (!credential?.isCertain || (text[open] === ',' && callee === '')) return null
  const from = argumentStart(reading, end)
  if (from === 'more') return 'more'
  const match = readValue(reading, from, { name, credential })
  if (match === null || match === 'more') return match
  if (isPair || (text[open] !== '[' && SETS.test(callee) && !SPEAKS.test(callee))) return match
  return callee === '' ? readPair(reading, name, match) : null
}

const PASSWORD: Credential = { family: 'password', isCertain: true }
/** `auth=("me", "…")` */
const AUTHENTICATES = /(?:\bauth\s*[=:]\s*|(?:basic|digest)_?auth)$/i
const CALLEE = /([\w$]*)\s*\((?:\s*(?:"[\w.-]*"|'[\w.-]*')\s*,){1,3}$/
const CALLEE_CHARS = 120

/** What is called with the list of arguments that begins at a bracket, or goes on at a comma. */
function calleeOf(text: string, open: number): string {
  const isOn = text[open] === ','
  const before = text.slice(Math.max(0, open - CALLEE_CHARS), isOn ? open + 1 : open)
  return (isOn ? CALLEE.exec(before)?.[1] : /[\w$]*\s*$/.exec(before)?.[0].trim()) ?? ''
}

/** A list of a name and a value, and nothing else. */
function readPair(reading: Reading, name: string, match: SecretMatch): SecretMatch | 'more' | null {
  const isHeader = name.includes('-') || /^(?:authorization|cookie)$/i.test(name)
  const value = reading.text.slice(match.at, match.end)
  if (!isHeader && (isCaption(value) || isName(value))) return null
  const last = isLast(reading, match.end)
  return last === 'more' ? last : last ? match : null
}

function readValue(
  reading: Reading,
  from: number,
  named: { name: string; credential: Credential },
): SecretMatch | 'more' | null {
  if (named.credential.family === 'cookie') {
    return /["'`]/.test(reading.text[from] ?? '') ? readCookieSecret(reading, from + 1, named.name) : null
  }
  if (/^(?:proxy-)?authorization$/i.test(named.name)) {
    const match = readAuthorization(reading, from, undefined)
    if (match !== undefined) return match
  }
  return readQuoted(reading, from, contextOf(reading.start, named, IN_LIST)) ?? null
}

const NAMED_ARGUMENT = /^(?:default|fallback|value)\s*=\s*(?=["'])/
const ARGUMENT_CHARS = 24

function argumentStart({ text, isWhole }: Reading, end: number): number | 'more' {
  const from = runEnd(text, end, { chars: SPACE, most: SPACES })
  const piece = text.slice(from, from + ARGUMENT_CHARS)
  if (piece.length < ARGUMENT_CHARS && !isWhole) return 'more'
  return from + (NAMED_ARGUMENT.exec(piece)?.[0].length ?? 0)
}

/** Whether nothing but the end of its list follows a text in quotes. */
function isLast({ text, isWhole }: Reading, end: number): boolean | 'more' {
  const piece = text.slice(end, end + ARGUMENT_CHARS)
  if (piece.length < ARGUMENT_CHARS && !isWhole) return 'more'
  return /^["']\s*,?\s*[)\]]/.test(piece)
}

const LIST_CHARS = 400
const ITEMS = /^(?:\s*[bru]?(?:"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'),)*$/

/** `apiKeys: ["…"]`: behind the bracket, and behind the comma after another. */
export function readItem(reading: Reading): SecretMatch | 'more' | null {
  const { text, start, end } = reading
  const least = Math.max(0, start - LIST_CHARS)
  const open = text[start] === '[' ? start : least + text.slice(least, start).lastIndexOf('[')
  const sign = backOver(text, open, { chars: SPACE, most: SPACES }) - 1
  if (open < least || !/[:=>]/.test(text[sign] ?? '')) return null
  const separator = text[sign] === '>' ? sign - 1 : sign
  const credential = credentialOfList(text, separator)
  if (!credential || (open < start && !ITEMS.test(text.slice(open + 1, end)))) return null
  const from = runEnd(text, end, { chars: SPACE, most: SPACES })
  if (from === text.length && !reading.isWhole) return 'more'
  const match = readQuoted(reading, from, contextOf(start, { name: '', credential }, IN_LIST)) ?? null
  if (match === null || match === 'more') return match
  const isName = isNamed(reading, match.end)
  return isName === 'more' ? isName : isName ? null : match
}

/** Whether a text in quotes is the name of what follows it, which may be a handle by now. */
function isNamed({ text, isWhole }: Reading, end: number): boolean | 'more' {
  const piece = text.slice(end, end + ARGUMENT_CHARS)
  if (piece.length < ARGUMENT_CHARS && !isWhole) return 'more'
  return /^["']\s*(?:=>|:|⟦)/.test(piece)
}

function credentialOfList(text: string, separator: number): Credential | null {
  for (const isTyped of [false, true]) {
    const name = nameBefore(text, separator, isTyped)?.text ?? ''
    const credential = credentialOf(name)
    const listed = credential?.isCertain ? credential : credentialOfItems(name)
    if (listed && listed.family !== 'cookie') return listed
  }
  return null
}

const INDENT = charTable(/[ \t]/)
const LIST_NAME = /^\s*(?:- )?["']?([\w.-]{1,64})["']?:\s*$/

/** `- …` in a line of its own, below a name. */
export const readYamlItem: SecretReader = reading => {
  const { text, start, end } = reading
  const begin = backOver(text, start, { chars: INDENT, most: NAME_CHARS })
  if (begin === 0 || text[begin - 1] !== '\n') return null
  const lines = text.slice(Math.max(0, begin - LIST_CHARS), begin - 1).split('\n')
  const heading = lines.findLast(line => !/^\s*- /.test(line)) ?? ''
  const credential = credentialOfItems(LIST_NAME.exec(heading)?.[1] ?? '')
  if (!credential || credential.family === 'cookie') return null
  const context = contextOf(begin, { name: '', credential }, IN_LINE)
  const match = readQuoted(reading, end, context)
  return match === undefined ? readBare(reading, end, context) : match
}

const FALLS_BACK = /([A-Za-z_][\w.-]*)["']?[\])]{0,2}\s*$/
const FALLBACK_CHARS = 100

/** `process.env.API_KEY ?? "…"`. */
export const readFallback: SecretReader = reading => {
  const { text, start, end, isWhole } = reading
  const name = FALLS_BACK.exec(text.slice(Math.max(0, start - FALLBACK_CHARS), start))?.[1] ?? ''
  const credential = credentialOf(name)
  if (!credential?.isCertain || credential.family === 'cookie') return null
  const from = runEnd(text, text[end] === '=' ? end + 1 : end, { chars: SPACE, most: SPACES })
  if (from === text.length && !isWhole) return 'more'
  return readQuoted(reading, from, contextOf(start, { name, credential }, IN_LIST)) ?? null
}

function backOver(text: string, end: number, { chars, most }: { chars: Uint8Array; most: number }): number {
  let at = end
  while (at > 0 && end - at < most && chars[text.charCodeAt(at - 1)] === 1) at -= 1
  return at
}
