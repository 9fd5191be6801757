import type { FailureReason, ModelFailure } from '@/lib/domain/solution'
import type { Fault, Said } from './fault'
import { isOverflow } from './overflow'
import { retryAfterMs } from './retry-after'
import { excerpt } from './said'

/** Whom a request went to, as far as words need it. `key` is only here to be kept out of them. */
export type Endpoint = {
  /** Begins a sentence: "The server at http://127.0.0.1:11434/v1". */
  title: string
  model: string
  keyName: string
  addressName: string
  key: string | undefined
}

/** Judges a fault: may the request be repeated, and what do people read about it. */
export function failureOf(fault: Fault, at: { endpoint: Endpoint; text: string; now: number }): ModelFailure {
  const { reason, retryable, message, waitMs } = judge(fault, at.endpoint, at.now)
  return {
    reason,
    retryable,
    ...(retryable && waitMs !== undefined ? { retryAfterMs: waitMs } : {}),
    message,
    text: at.text,
  }
}

type Judged = { reason: FailureReason; retryable: boolean; message: string; waitMs?: number }

function judge(fault: Fault, endpoint: Endpoint, now: number): Judged {
  const { title } = endpoint
  switch (fault.kind) {
    case 'not_configured':
      return final('no_key', fault.message)
    case 'no_model':
      return final('unknown_model', fault.message)
    case 'unsendable':
      return final('bad_request', `The conversation could not be sent. ${heard(fault.words, endpoint)}`)
    case 'unreachable':
      return unreachable(fault.code, fault.words, endpoint)
    case 'refused':
      return { ...refused(fault, endpoint), waitMs: retryAfterMs(fault.headers, now) ?? fault.said.waitMs }
    case 'error_frame':
      return {
        ...refused({ ...fault, status: fault.status ?? statusFrom(fault.said), headers: {} }, endpoint),
        waitMs: fault.said.waitMs,
      }
    case 'broken_off':
      return passing(
        'torn',
        `The connection broke before the answer was complete. ${title} may have stopped.`,
      )
    case 'unfinished':
      return unfinished(fault.contentType, endpoint)
    case 'unreadable':
      return passing(
        'protocol',
        `${title} sent something that is not an answer. ${heard(fault.words, endpoint)}`,
      )
    case 'window_full':
      return final('overflow', `The conversation is longer than ${endpoint.model} can read.`)
    case 'silence':
      return passing('idle', `${title} sent nothing for ${seconds(fault.ms)}.`)
    case 'aborted':
      return final('aborted', 'The request was stopped.')
  }
}

const final = (reason: FailureReason, message: string): Judged => ({ reason, retryable: false, message })
const passing = (reason: FailureReason, message: string): Judged => ({ reason, retryable: true, message })

const seconds = (ms: number): string => (ms < 1000 ? `${ms} ms` : `${Math.round(ms / 100) / 10} s`)

const CERTIFICATE = /CERT|SELF_SIGNED|UNABLE_TO_VERIFY|ERR_TLS/

function unreachable(code: string | undefined, words: string, endpoint: Endpoint): Judged {
  const { title, addressName } = endpoint
  if (code === 'UND_ERR_HEADERS_TIMEOUT' || code === 'UND_ERR_BODY_TIMEOUT')
    return passing('idle', `${title} sent nothing for a long time, and the connection was given up.`)
  if (code && CERTIFICATE.test(code))
    return final(
      'network',
      `${title} has a certificate that is not trusted here (${code}). Check ${addressName}.`,
    )
  if (code === 'ECONNREFUSED')
    return passing('network', `${title} refuses connections. Is it running? Check ${addressName}.`)
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN')
    return passing(
      'network',
      `${title} cannot be found: its name is not known (${code}). Check ${addressName}.`,
    )
  return passing(
    'network',
    `${title} cannot be reached (${code ?? heard(words, endpoint)}). Check ${addressName}.`,
  )
}

function unfinished(contentType: string | undefined, { title, addressName }: Endpoint): Judged {
  if (contentType === undefined || contentType.includes('event-stream'))
    return passing('torn', `The answer ended before it was complete. ${title} closed the stream early.`)
  const what = contentType.split(';')[0]
  return passing('protocol', `${title} answered with ${what} and not with a stream. Check ${addressName}.`)
}

const UNKNOWN_MODEL =
  /model_not_found|models?\b.{0,120}(not found|not exist|not loaded|not available)|(unknown|no such) model|not a valid model id|invalid model (id|name)|not_found_error .*\bmodel: /is
const QUOTA =
  /insufficient_quota|billing_error|credit balance is too low|exceeded your current quota|insufficient (credits|balance)|API usage limits/i
const WRONG_KEY = /API_KEY_INVALID|API key (not valid|expired)/i
const OVERLOADED = /overloaded|at capacity/i

type Refused = { status: number | undefined; said: Said; headers: Record<string, string> }

/** One rule a line; the first that holds wins. */
function refused({ status, said, headers }: Refused, endpoint: Endpoint): Judged {
  const { title, addressName, model } = endpoint
  const all = `${said.codes.join(' ')} ${said.words}`
  const code = status === undefined ? '' : ` (${status})`
  const quote = quoted(said.words, endpoint)
  if (isOverflow(status, said))
    return final('overflow', `The conversation is longer than ${model} can read.${quote}`)
  if (status === 402 || (QUOTA.test(all) && said.waitMs === undefined))
    return final(
      'quota',
      `${title} says that the account has no credit left${code}. Check its billing.${quote}`,
    )
  if (status === 401 || status === 403) return unauthorised(status, said.words, endpoint)
  if (status === 400 && WRONG_KEY.test(all)) return unauthorised(status, said.words, endpoint)
  if (status === 429)
    return passing('rate_limited', `${title} allows no more requests just now${code}.${quote}`)
  if ((status === 404 || status === 400) && UNKNOWN_MODEL.test(all))
    return final('unknown_model', `${title} has no model named ${model}${code}. Choose another one.${quote}`)
  if (status === 404)
    return final('bad_request', `${title} has nothing at this address${code}. Check ${addressName}.${quote}`)
  if (status !== undefined && status >= 300 && status < 400)
    return final('bad_request', redirected(status, headers.location, endpoint))
  if (status === 529 || OVERLOADED.test(all))
    return passing('unavailable', `${title} is overloaded${code}.${quote}`)
  if (status === undefined || status >= 500 || status === 408 || status === 409)
    return passing('unavailable', `${title} failed${code}.${quote}`)
  return final('bad_request', `${title} refused the request${code}.${quote}`)
}

const quoted = (words: string, endpoint: Endpoint): string =>
  words ? ` It said: “${heard(words, endpoint)}”` : ''

function unauthorised(status: number, words: string, endpoint: Endpoint): Judged {
  const { title, keyName, key } = endpoint
  const quote = quoted(withoutMaskedKeys(words), endpoint)
  if (!key) return final('auth', `${title} wants a key (${status}). Set ${keyName}.${quote}`)
  if (status !== 403)
    return final('auth', `${title} did not accept the key (${status}). Check ${keyName}.${quote}`)
  return final('auth', `${title} does not allow this with the key given (403). Check ${keyName}.${quote}`)
}

/** What is shorter is a placeholder, such as local servers want, and an ordinary word. */
const KEY_CHARS = 8

/** Words from outside. Servers like to echo the key, whole or with its middle masked: neither is repeated. */
const heard = (words: string, { key = '' }: Endpoint): string =>
  excerpt(key.length >= KEY_CHARS ? words.replaceAll(key, '⟦key⟧') : words)

const withoutMaskedKeys = (words: string): string =>
  words.replace(/[^\s"'“”]*(?:\*{3,}|\.{3}(?=\w))[^\s"'“”]*/g, '⟦key⟧')

function redirected(status: number, location: string | undefined, endpoint: Endpoint): string {
  const { title, addressName } = endpoint
  const where = location ? ` to ${heard(location, endpoint)}` : ''
  return `${title} redirects${where} (${status}). Redirects are not followed, since the key and the conversation would go there: set ${addressName} to the right address.`
}

/** The HTTP status that an error within a stream would have had. */
function statusFrom({ codes, words }: Said): number | undefined {
  const text = codes.join(' ')
  const number = codes.map(Number).find(code => code >= 400 && code <= 599)
  if (number !== undefined) return number
  if (/rate_limit|too_many_requests/i.test(text)) return 429
  if (/authentication|invalid_api_key|permission/i.test(text)) return 401
  if (/not_found/i.test(text)) return 404
  if (/invalid_request|bad_?request|invalid_prompt/i.test(text)) return 400
  return /rate limit/i.test(words) ? 429 : undefined
}
