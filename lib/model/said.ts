import type { Said } from './fault'

const WORDS = 400

/**
 * Reads an error body in any of the shapes that servers use: `{error: {message, code, type}}`,
 * `{error: "…"}`, `{message}`, `{detail}`, Google's `{error: {status, details}}`, also as the one item of a
 * list, a bare text, or HTML, which has nothing to quote.
 */
export function readSaid(body: string, fallback = ''): Said {
  const parsed = parse(body)
  const value = Array.isArray(parsed) ? parsed[0] : parsed
  const error = member(value, 'error')
  const details = [member(error, 'details'), member(value, 'details')].flat()
  const places = [member(value, 'response', 'error'), error, value]
  const codes = places
    .flatMap(place => [member(place, 'code'), member(place, 'type'), member(place, 'status')])
    .concat(details.map(detail => member(detail, 'reason')))
    .filter(isCode)
  const texts = places.flatMap(place => [place, member(place, 'message'), member(place, 'detail')])
  const words = texts.find(text => typeof text === 'string' && text.trim() !== '')
  return {
    words: words === undefined ? (plain(body) ?? fallback) : String(words),
    codes: codes.map(String),
    body,
    ...waitIn(details),
  }
}

/** Google says in the body how long to wait: `"retryDelay": "34.5s"`. */
function waitIn(details: unknown[]): { waitMs?: number } {
  const delays = details.map(detail => member(detail, 'retryDelay'))
  const delay = delays.find(value => typeof value === 'string' && /^\d+(\.\d+)?s$/.test(value))
  return delay === undefined ? {} : { waitMs: Math.round(Number.parseFloat(String(delay)) * 1000) }
}

/** The words on one line, short enough for a message. */
export function excerpt(words: string): string {
  const line = words.replace(/\s+/g, ' ').trim()
  return line.length > WORDS ? `${line.slice(0, WORDS)}…` : line
}

function parse(body: string): unknown {
  try {
    return JSON.parse(body)
  } catch {
    return undefined
  }
}

function member(value: unknown, ...keys: string[]): unknown {
  let at = value
  for (const key of keys) {
    if (typeof at !== 'object' || at === null || !Object.hasOwn(at, key)) return undefined
    at = Reflect.get(at, key)
  }
  return at
}

const isCode = (value: unknown): value is string | number =>
  typeof value === 'string' || typeof value === 'number'

function plain(body: string): string | undefined {
  const text = body.trim()
  return text === '' || /^[<{[]/.test(text) ? undefined : text
}
