import type { FailureReason, ModelFailure } from '@/lib/domain/call/solution'
import { type CodedText, phrase } from '@/lib/messages/phrase'
import { type ErrorBody, excerpt, type Fault } from './fault'

/** As it is called everywhere, or in each language. */
type Name = string | CodedText

/** The recipient of a request, for messages. `key` is only here to be kept out of them. */
export type ModelEndpoint = {
  /** Begins a sentence: "The server at http://127.0.0.1:11434/v1". */
  title: Name
  model: Name
  keyName: Name
  addressName: Name
  key: string | undefined
  /** The names of the tools that it was told of. */
  tools?: string[]
}

/** Judges a fault: whether the request may be retried, and what people read about it. */
export function failureOf(
  fault: Fault,
  at: { endpoint: ModelEndpoint; text: string; now: number },
): ModelFailure {
  const { reason, retryable, codedText, waitMs } = judge(fault, at.endpoint, at.now)
  const counts = reason === 'overflow' && 'errorBody' in fault ? countsIn(fault.errorBody) : undefined
  return {
    reason,
    retryable,
    ...(retryable && waitMs !== undefined ? { retryAfterMs: waitMs } : {}),
    message: phrase(codedText),
    codedText,
    text: at.text,
    ...(counts ? { counts } : {}),
  }
}

type FailureJudgement = { reason: FailureReason; retryable: boolean; codedText: CodedText; waitMs?: number }

function judge(fault: Fault, endpoint: ModelEndpoint, now: number): FailureJudgement {
  const who = endpoint.title
  switch (fault.kind) {
    case 'not_configured':
      return final('no_key', fault.why)
    case 'no_model':
      return final('unknown_model', fault.why)
    case 'unsendable':
      return final('bad_request', {
        code: 'failure.unsendable',
        params: { reason: withoutKey(fault.words, endpoint) },
      })
    case 'unreachable':
      return unreachable(fault.code, fault.words, endpoint)
    case 'refused':
      return {
        ...refused(fault, endpoint),
        waitMs: retryAfterMs(fault.headers, now) ?? fault.errorBody.waitMs,
      }
    case 'error_frame':
      return {
        ...refused({ ...fault, status: fault.status ?? statusFrom(fault.errorBody), headers: {} }, endpoint),
        waitMs: fault.errorBody.waitMs,
      }
    case 'broken_off':
      return passing('torn', { code: 'failure.brokenOff', params: { who } })
    case 'unfinished':
      return unfinished(fault.contentType, endpoint)
    case 'unreadable':
      return passing('protocol', {
        code: 'failure.notAnAnswer',
        params: { who, reason: withoutKey(fault.words, endpoint) },
      })
    case 'window_full':
      return final('overflow', { code: 'failure.overflow', params: { model: endpoint.model } })
    case 'silence':
      return passing('idle', {
        code: 'failure.silence',
        params: { who, seconds: String(Math.round(fault.ms / 100) / 10) },
      })
    case 'aborted':
      return final('aborted', { code: 'failure.stopped' })
  }
}

const judged =
  (retryable: boolean) =>
  (reason: FailureReason, codedText: CodedText): FailureJudgement => ({ reason, retryable, codedText })
const final = judged(false)
const passing = judged(true)

const CERTIFICATE = /CERT|SELF_SIGNED|UNABLE_TO_VERIFY|ERR_TLS/

function unreachable(code: string | undefined, words: string, endpoint: ModelEndpoint): FailureJudgement {
  const { title: who, addressName: address } = endpoint
  if (code === 'UND_ERR_HEADERS_TIMEOUT' || code === 'UND_ERR_BODY_TIMEOUT')
    return passing('idle', { code: 'failure.gaveUp', params: { who } })
  if (code && CERTIFICATE.test(code))
    return final('network', { code: 'failure.certificate', params: { who, code, address } })
  if (code?.startsWith('ERR_SSL'))
    return passing('network', { code: 'failure.noHttps', params: { who, code, address } })
  if (code === 'ECONNREFUSED')
    return passing('network', { code: 'failure.refusesConnections', params: { who, address } })
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN')
    return passing('network', { code: 'failure.notFound', params: { who, code, address } })
  const reason = code ?? withoutKey(words, endpoint)
  return passing('network', { code: 'failure.unreachable', params: { who, reason, address } })
}

function unfinished(
  contentType: string | undefined,
  { title: who, addressName: address }: ModelEndpoint,
): FailureJudgement {
  if (contentType === undefined || contentType.includes('event-stream'))
    return passing('torn', { code: 'failure.endedEarly', params: { who } })
  const [type = ''] = contentType.split(';')
  return passing('protocol', { code: 'failure.noStream', params: { who, type, address } })
}

const UNKNOWN_MODEL =
  /model_not_found|models?\b.{0,120}(not found|not exist|not loaded|not available)|(unknown|no such) model|not a valid model id|invalid model (id|name)|not_found_error .*\bmodel: /is
const QUOTA =
  /insufficient_quota|billing_error|credit balance is too low|exceeded your current quota|insufficient (credits|balance)|API usage limits/i
const WRONG_KEY = /API_KEY_INVALID|API key (not valid|expired)/i
const TOO_MANY_TOOLS = /\btools\b.{0,20}(array too long|too big|too many)|too many (tools|functions)/is
const OVERLOADED = /overloaded|at capacity/i

type RefusalDetails = { status: number | undefined; errorBody: ErrorBody; headers: Record<string, string> }

/** One rule a line; the first that holds wins. */
function refused({ status, errorBody, headers }: RefusalDetails, endpoint: ModelEndpoint): FailureJudgement {
  const { title: who, addressName: address, model } = endpoint
  const all = `${errorBody.codes.join(' ')} ${errorBody.words}`
  const quoting = (codedText: CodedText): CodedText => quoted(codedText, errorBody.words, endpoint)
  const params = { who, status: status ?? 'none' }
  if (isOverflow(status, errorBody))
    return final('overflow', quoting({ code: 'failure.overflow', params: { model } }))
  if (status === 402 || (QUOTA.test(all) && errorBody.waitMs === undefined))
    return final('quota', quoting({ code: 'failure.quota', params }))
  if (status === 401 || status === 403) return unauthorised(status, errorBody.words, endpoint)
  if (status === 400 && WRONG_KEY.test(all)) return unauthorised(status, errorBody.words, endpoint)
  if (status === 429) return passing('rate_limited', quoting({ code: 'failure.rateLimited', params }))
  if ((status === 404 || status === 400) && UNKNOWN_MODEL.test(all))
    return final('unknown_model', quoting({ code: 'failure.noSuchModel', params: { ...params, model } }))
  if (status === 400 && TOO_MANY_TOOLS.test(all))
    return final('bad_request', quoting({ code: 'failure.tooManyTools', params: { model, status } }))
  const [server = '', tool] = refusedTool(errorBody.words, endpoint.tools) ?? []
  if (tool && (status === 400 || status === 422))
    return final('bad_request', quoting({ code: 'failure.refusedTool', params: { ...params, server, tool } }))
  if (status === 404)
    return final('bad_request', quoting({ code: 'failure.nothingThere', params: { ...params, address } }))
  if (status !== undefined && status >= 300 && status < 400) {
    const where = headers.location ? withoutKey(headers.location, endpoint) : 'none'
    return final('bad_request', { code: 'failure.redirects', params: { ...params, where, address } })
  }
  if (status === 529 || OVERLOADED.test(all))
    return passing('unavailable', quoting({ code: 'failure.overloaded', params }))
  if (status === undefined || status >= 500 || status === 408 || status === 409)
    return passing('unavailable', quoting({ code: 'failure.failed', params }))
  return final('bad_request', quoting({ code: 'failure.refused', params }))
}

/** Providers name a tool that they refuse, or its place in the list. */
function refusedTool(words: string, tools: string[] = []): [server: string, tool: string] | undefined {
  const [, index] = /.*(?:function_declarations\[|\btools[.[])(\d+)/.exec(words) ?? []
  const names = tools.filter(name => name.includes('__') && words.includes(name))
  const name = names.sort((a, b) => b.length - a.length)[0] ?? tools[Number(index)]
  const end = name?.indexOf('__') ?? -1
  return name && end > 0 ? [name.slice(0, end), name.slice(end + 2)] : undefined
}

const quoted = (codedText: CodedText, quote: string, endpoint: ModelEndpoint): CodedText =>
  quote === ''
    ? codedText
    : { code: 'failure.said', params: { quote: withoutKey(quote, endpoint) }, parts: [codedText] }

function unauthorised(status: number, words: string, endpoint: ModelEndpoint): FailureJudgement {
  const { title: who, keyName, key } = endpoint
  const code = key ? (status === 403 ? 'failure.keyNotAllowed' : 'failure.wrongKey') : 'failure.wantsKey'
  const text: CodedText = { code, params: { who, status, key: keyName } }
  return final('auth', quoted(text, withoutMaskedKeys(words), endpoint))
}

/** A shorter key is a placeholder for a local server and may be an ordinary word. */
const KEY_CHARS = 8

/** A message from outside. Servers like to echo the key, whole or partly masked: neither is repeated. */
const withoutKey = (words: string, { key = '' }: ModelEndpoint): string =>
  excerpt(key.length >= KEY_CHARS ? words.replaceAll(key, '⟦key⟧') : words)

const withoutMaskedKeys = (words: string): string =>
  words.replace(/[^\s"'“”]*(?:\*{3,}|\.{3}(?=\w))[^\s"'“”]*/g, '⟦key⟧')

/** The HTTP status that an error inside a stream would have had. */
function statusFrom({ codes, words }: ErrorBody): number | undefined {
  const text = codes.join(' ')
  const number = codes.map(Number).find(code => code >= 400 && code <= 599)
  if (number !== undefined) return number
  if (/rate_limit|too_many_requests/i.test(text)) return 429
  if (/authentication|invalid_api_key|permission/i.test(text)) return 401
  if (/not_found/i.test(text)) return 404
  if (/invalid_request|bad_?request|invalid_prompt/i.test(text)) return 400
  return /rate limit/i.test(words) ? 429 : undefined
}

/**
 * How long a server asks to wait, in milliseconds: `retry-after-ms`, or `retry-after` as seconds or as a date. A date
 * is compared with the server's own clock if it sends that.
 */
export function retryAfterMs(headers: Record<string, string>, now: number): number | undefined {
  const ms = amount(headers['retry-after-ms'])
  if (ms !== undefined) return Math.round(ms)
  const value = headers['retry-after']
  const seconds = amount(value)
  if (seconds !== undefined) return Math.round(seconds * 1000)
  // Date.parse accepts nearly anything; dates in HTTP begin with the day of the week.
  const until = Date.parse(/^[a-z]{3}/i.test(value ?? '') ? (value ?? '') : '')
  if (Number.isNaN(until)) return undefined
  const sent = Date.parse(headers.date ?? '')
  return Math.max(0, until - (Number.isNaN(sent) ? now : sent))
}

const amount = (text: string | undefined): number | undefined =>
  text !== undefined && /^\s*\d+(\.\d+)?\s*$/.test(text) ? Number(text) : undefined

const OVERFLOW_CODES = /context_length_exceeded|exceed_context_size_error|request_too_large/

const OVERFLOW_WORDS = new RegExp(
  [
    'context.{0,12}(length|window|size|limit)',
    'maximum context',
    'too large for model',
    'prompt is too long',
    'input token count.{0,200}exceeds',
    'exceed_context_size',
    'context_length_exceeded',
    'tokens? to keep from the initial prompt',
    'keep the first \\d{1,15} tokens',
    'request_too_large',
    'reduce the length of the (messages|prompt)',
    'input (is )?too long',
  ].join('|'),
  'i',
)

const OTHER_LIMIT = /rate limit|tokens per min|TPM|quota/i

/** How servers say what was too long, and for what. */
const COUNTS = [
  /(?<tokens>[\d,]{1,15}) tokens > (?<window>[\d,]{1,15}) maximum/,
  /exceeds? context limit: (?<tokens>[\d,]{1,15}) \+ [\d,]{1,15} > (?<window>[\d,]{1,15})/,
  /context length is (?<window>[\d,]{1,15}) tokens.{0,200}?(?<tokens>[\d,]{1,15}) in the messages/s,
  /context length is (?<window>[\d,]{1,15}) tokens.{0,100}?(resulted in|requested) (?<tokens>[\d,]{1,15}) tokens/s,
  /token count \((?<tokens>[\d,]{1,15})\) exceeds.{0,60}\((?<window>[\d,]{1,15})\)/,
  /request \((?<tokens>[\d,]{1,15}) tokens\) exceeds.{0,60}\((?<window>[\d,]{1,15}) tokens\)/,
  /"n_prompt_tokens":\s{0,9}(?<tokens>\d{1,15}).{0,60}"n_ctx":\s{0,9}(?<window>\d{1,15})/s,
]

/** The counts in such an error: the tokens of the conversation and the model's window. */
export function countsIn({ words, body }: ErrorBody): { tokens: number; window: number } | undefined {
  const texts = [words, body.slice(0, 2000)]
  const named = COUNTS.flatMap(form => texts.map(text => form.exec(text)?.groups)).find(Boolean)
  const [tokens, window] = [named?.tokens, named?.window].map(text => Number(text?.replaceAll(',', '')))
  return tokens && window ? { tokens, window } : undefined
}

/**
 * Whether an error says that the conversation is longer than the model can read. Few servers have a code for it, so
 * their messages count too, or, if there is none, the beginning of the body. The body is not searched further, since
 * some servers echo the conversation in it.
 */
export function isOverflow(status: number | undefined, errorBody: ErrorBody): boolean {
  if (status === 413) return true
  if (status !== undefined && ![400, 422, 500].includes(status)) return false
  if (errorBody.codes.some(code => OVERFLOW_CODES.test(code))) return true
  const words = errorBody.words || errorBody.body.slice(0, 2000)
  return OVERFLOW_WORDS.test(words) && !OTHER_LIMIT.test(words)
}
