import type { CodedText } from '@/lib/messages/phrase'
import { jsonIn } from '@/lib/text/json/json-value'
import { startOf } from '@/lib/text/truncate'

/**
 * What the other side said about an error: its message, its codes and types, the raw body, and how long to wait, if
 * the body says so.
 */
export type ErrorBody = { words: string; codes: string[]; body: string; waitMs?: number }

/** What went wrong with one request to a model, before it is judged and put into words. */
export type Fault =
  /** The provider cannot be used as it is configured; `why` says what to set. */
  | { kind: 'not_configured'; why: CodedText }
  | { kind: 'no_model'; why: CodedText }
  /** Never sent: the conversation cannot be written in the provider's form. */
  | { kind: 'unsendable'; words: string }
  /** No connection, or it broke before the answer began. `code` as Node names it. */
  | { kind: 'unreachable'; code: string | undefined; words: string }
  /** An HTTP status other than success. Header names are in lower case. */
  | { kind: 'refused'; status: number; errorBody: ErrorBody; headers: Record<string, string> }
  /** An error inside a stream that had begun with success. */
  | { kind: 'error_frame'; status: number | undefined; errorBody: ErrorBody }
  /** The connection broke within the stream. */
  | { kind: 'broken_off' }
  /** The stream ended in an orderly way before the answer was complete. `contentType` of the response. */
  | { kind: 'unfinished'; contentType: string | undefined }
  /** Something in the stream that the protocol does not allow. */
  | { kind: 'unreadable'; words: string }
  /** The answer stopped because the model's window was full. */
  | { kind: 'window_full' }
  | { kind: 'silence'; ms: number }
  | { kind: 'aborted' }

const WORDS = 400

/**
 * Parses an error body in any of the shapes that servers use: `{error: {message, code, type}}`, `{error: "…"}`,
 * `{message}`, `{detail}`, Google's `{error: {status, details}}`, also as the only item of a list, plain text, or
 * HTML, which has nothing to quote.
 */
export function readErrorBody(body: string, fallback = ''): ErrorBody {
  const parsed = jsonIn(body)
  const value = Array.isArray(parsed) ? parsed[0] : parsed
  const error = member(value, 'error')
  const details = [member(error, 'details'), member(value, 'details')].flat()
  const objects = [member(value, 'response', 'error'), error, value]
  const codes = objects
    .flatMap(object => [member(object, 'code'), member(object, 'type'), member(object, 'status')])
    .concat(details.map(detail => member(detail, 'reason')))
    .filter(isCode)
  const texts = objects.flatMap(object => [object, member(object, 'message'), member(object, 'detail')])
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

/** The text on one line, short enough for a message. */
export const excerpt = (words: string): string => startOf(words.replace(/\s+/g, ' ').trim(), WORDS)

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
