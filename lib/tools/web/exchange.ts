import type { Dispatcher } from 'undici'
import { CodedError, type CodedText, phrase, type TextCode } from '@/lib/messages/phrase'
import { oneLine } from '@/lib/text/truncate'
import { type ClientLimits, guardedClient, type Network } from './guarded-client'
import { redirectOf, type WebRequest } from './redirect'
import { unpackBody, type WebBody } from './unpack-body'
import { readAddress } from './web-address'

/** `redirects`: the addresses that were asked before the one that answered. `note`: why nothing went on from here. */
export type WebResponse = WebBody & {
  kind: 'response'
  url: string
  status: number
  reason: string
  contentType: string
  redirects: string[]
  note: string | null
}

/** `sent`: how many requests had gone out, whose effects nobody knows. */
type ExchangeFailure = { kind: 'failed'; text: string; codedText: CodedText; sent: number }

export type ExchangeLimits = ClientLimits & { totalMs: number }

type ExchangeOptions = {
  /** Only one request is sent: where an answer leads elsewhere, that is the answer. */
  stays?: true
  /** The most bytes of an answer that are read, unless as many as a page may have. */
  mostBytes?: number
  network: Network
  limits: ExchangeLimits
  internalHosts: readonly string[]
  signal: AbortSignal
  /** Throws where nothing may be done any more. */
  beforeEffect: () => void
}

const MOST_REDIRECTS = 5

/**
 * Sends a request, and on to where it leads as long as that is the same host: to another one a Call of its own may
 * lead, which a person or a rule judges. Each connection is looked at afresh. It throws only where nothing was sent.
 */
export async function exchange(
  first: WebRequest,
  options: ExchangeOptions,
): Promise<WebResponse | ExchangeFailure> {
  const effects = new Effects(options)
  const redirects: string[] = []
  try {
    for (let request = first; ; ) {
      const hop = await ask(request, effects)
      if (hop.kind === 'response') return { ...hop, redirects }
      if (redirects.length === MOST_REDIRECTS) {
        return effects.failure({ code: 'delivery.redirects', params: { count: MOST_REDIRECTS } })
      }
      redirects.push(request.url.href)
      request = hop.request
    }
  } catch (error) {
    if (effects.sent === 0) effects.throwIfForbidden()
    return effects.failure(effects.reasonOf(error))
  }
}

/** What goes out while an exchange lasts, and what ends it. */
class Effects {
  /** Aborted when the Call is, or when the time is over. */
  readonly until: AbortSignal
  sent = 0
  readonly #over: AbortSignal
  #refusal: { error: unknown } | null = null

  constructor(readonly options: ExchangeOptions) {
    this.#over = AbortSignal.timeout(options.limits.totalMs)
    this.until = AbortSignal.any([options.signal, this.#over])
  }

  /** Immediately before a name is looked up, and again before the first byte is written. */
  readonly allow = (): void => {
    try {
      this.options.beforeEffect()
    } catch (error) {
      this.#refusal = { error }
      throw error
    }
  }

  readonly send = (): void => {
    this.allow()
    this.sent += 1
  }

  throwIfForbidden(): void {
    if (this.#refusal) throw this.#refusal.error
    this.options.signal.throwIfAborted()
  }

  failure(reason: CodedText): ExchangeFailure {
    const { sent } = this
    const codedText: CodedText =
      sent === 0
        ? { code: 'delivery.notSent', parts: [reason] }
        : { code: 'delivery.mayHaveArrived', params: { count: sent }, parts: [reason] }
    return { kind: 'failed', text: phrase(codedText), codedText, sent }
  }

  reasonOf(error: unknown): CodedText {
    if (this.#refusal || this.options.signal.aborted) return { code: 'delivery.stopped' }
    if (this.#over.aborted)
      return { code: 'delivery.slow', params: { seconds: this.options.limits.totalMs / 1000 } }
    return connectionFault(error)
  }
}

const FAULTS: Record<string, TextCode> = {
  ENOTFOUND: 'delivery.noHost',
  EAI_AGAIN: 'delivery.noLookUp',
  ECONNREFUSED: 'delivery.refused',
  ECONNRESET: 'delivery.reset',
  UND_ERR_SOCKET: 'delivery.reset',
  UND_ERR_CONNECT_TIMEOUT: 'delivery.silent',
  UND_ERR_HEADERS_TIMEOUT: 'delivery.late',
  UND_ERR_BODY_TIMEOUT: 'delivery.fellSilent',
}

function connectionFault(error: unknown): CodedText {
  if (!(error instanceof Error)) return { code: 'delivery.failed' }
  if (error instanceof CodedError) return error.codedText
  const code = 'code' in error && typeof error.code === 'string' ? error.code : ''
  if (/^(Z_|ERR_+(BROTLI|ZLIB|ZSTD))/.test(code)) return { code: 'delivery.unpackable' }
  const fault = FAULTS[code]
  return fault
    ? { code: fault }
    : { code: 'delivery.failedSaid', params: { reason: oneLine(error.message || code) } }
}

type Hop = WebResponse | { kind: 'redirect'; request: WebRequest }

/** One request, and its answer or where that leads. Nothing of the connection is left. */
async function ask({ method, url, headers, body }: WebRequest, effects: Effects): Promise<Hop> {
  const { internalHosts, network, limits } = effects.options
  const address = readAddress(url.href, internalHosts)
  if (address.kind === 'refused') throw new CodedError(address.codedText)
  effects.allow()
  const reached = { origin: url.origin, isInternal: address.isInternal }
  const client = guardedClient(reached, { network, limits, beforeSending: effects.send })
  const abort = (): void => client.end(effects.until.reason)
  effects.until.addEventListener('abort', abort, { once: true })
  try {
    effects.until.throwIfAborted()
    const response = await client.dispatcher.request({
      method: method as Dispatcher.HttpMethod,
      path: `${url.pathname}${url.search}`,
      headers,
      ...(body === undefined ? {} : { body }),
    })
    const header = (name: string): string => [response.headers[name] ?? ''].flat().join(', ')
    const location = effects.options.stays ? '' : header('location')
    const next = redirectOf({ method, url, headers, body }, response.statusCode, location)
    if (next.kind === 'follow') return { kind: 'redirect', request: next.request }
    const why = (error: unknown): string =>
      phrase({ code: 'delivery.brokeOff', parts: [effects.reasonOf(error)] })
    const { mostBytes } = effects.options
    const content = await unpackBody(response.body, header('content-encoding'), { why, mostBytes })
    effects.options.signal.throwIfAborted()
    return {
      kind: 'response',
      url: url.href,
      status: response.statusCode,
      reason: response.statusText,
      contentType: header('content-type'),
      redirects: [],
      note: next.note,
      ...content,
    }
  } finally {
    effects.until.removeEventListener('abort', abort)
    client.end()
  }
}
