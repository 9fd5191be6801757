import { ReadableStream as Pulled } from 'node:stream/web'
import {
  type AuthProvider,
  type JSONRPCMessage,
  StreamableHTTPClientTransport,
  type TransportSendOptions,
} from '@modelcontextprotocol/client'
import { EventSourceParserStream, ParseError } from 'eventsource-parser/stream'
import { Agent, type Dispatcher, fetch as send } from 'undici'
import { CodedError } from '@/lib/messages/phrase'
import { MessageBytes, MessageRefused, MOST_MESSAGE_BYTES, readMessages, tooLarge } from './read-messages'
import { orAborted } from './session-connections'

const CONNECT_MS = 10_000

/** A tool may take its time: how long a Call may wait is not decided here. */
const agent = new Agent({ headersTimeout: 0, bodyTimeout: 0, connect: { timeout: CONNECT_MS } })

type Hooks = {
  /** Called before a message is sent, in the same breath; what it throws keeps the message from being sent. */
  beforeSending: (message: JSONRPCMessage) => void
  /** The stream of a message's answers has ended; one that has not come by then will not come. `why`: it is not read. */
  onStreamEnd: (message: JSONRPCMessage, why?: MessageRefused) => void
}

type HttpReach = Hooks & {
  url: string
  headers: Record<string, string>
  authProvider: AuthProvider | undefined
}

/** Messages to and from a server at an address. Redirects are followed within its origin. */
export class HttpTransport extends StreamableHTTPClientTransport {
  readonly #hooks: Hooks

  constructor({ url, headers, authProvider, ...hooks }: HttpReach) {
    const address = new URL(url)
    if (!/^https?:$/.test(address.protocol)) throw new CodedError({ code: 'fault.noWebAddress' })
    super(address, {
      fetch: async (target, init = {}) => {
        const isServer = new URL(target).origin === address.origin
        return exchange(hooks, target, isServer ? withHeaders(init, headers) : init)
      },
      ...(authProvider ? { authProvider } : {}),
    })
    this.#hooks = hooks
  }

  /** Tells the server that it can forget this client. One that does not hear it forgets by itself. */
  async leave(patienceMs: number): Promise<void> {
    await orAborted(this.terminateSession(), AbortSignal.timeout(patienceMs)).catch(() => undefined)
  }

  override send(message: JSONRPCMessage, options?: TransportSendOptions): Promise<void> {
    return super.send(message, { ...options, onRequestStreamEnd: () => this.#hooks.onStreamEnd(message) })
  }
}

/** What the owner configured goes to the server alone, and to nobody whom it names (for signing in, or otherwise). */
function withHeaders(init: RequestInit, headers: HttpReach['headers']): RequestInit {
  const all = new Headers(init.headers)
  for (const [name, value] of Object.entries(headers)) if (!all.has(name)) all.set(name, value)
  return { ...init, headers: all }
}

type Exchange = { dispatcher?: Dispatcher; onRefusal?: (why: MessageRefused) => void }

/** One exchange of any kind, bounded. The library's own types of the same things are not Node's. */
export async function plainFetch(
  target: string | URL,
  init: RequestInit,
  { dispatcher = agent, onRefusal }: Exchange = {},
): Promise<Response> {
  const options = { ...init, dispatcher } as unknown as Parameters<typeof send>[1]
  const response = (await send(target, options)) as unknown as Response
  if (!response.body) return response
  const { status, statusText, headers } = response
  const texts = headers.get('content-type')?.includes('text/event-stream')
    ? eventsOf(response.body)
    : bodyOf(response.body)
  return new Response(Pulled.from(bytesOf(texts, onRefusal)) as BodyInit, { status, statusText, headers })
}

async function exchange(hooks: Hooks, target: string | URL, init: RequestInit): Promise<Response> {
  const { body } = init
  const message: JSONRPCMessage | undefined =
    typeof body === 'string' && body.startsWith('{') ? JSON.parse(body) : undefined
  if (message) hooks.beforeSending(message)
  return plainFetch(target, init, { onRefusal: why => message && hooks.onStreamEnd(message, why) })
}

async function* bytesOf(texts: AsyncIterable<string>, onRefusal: Exchange['onRefusal']) {
  try {
    for await (const text of texts) yield Buffer.from(text)
  } catch (error) {
    // Of what is no event, the parser refuses only what is too large for its buffer.
    const refusal = error instanceof ParseError ? tooLarge() : error
    if (refusal instanceof MessageRefused) onRefusal?.(refusal)
    throw refusal
  }
}

async function* bodyOf(stream: ReadableStream<Uint8Array>): AsyncGenerator<string> {
  const body = new MessageBytes()
  for await (const bytes of stream) body.add(bytes)
  const texts = textsIn(body.take())
  yield texts.length === 1 ? texts.join() : `[${texts.join()}]`
}

async function* eventsOf(stream: ReadableStream<Uint8Array>): AsyncGenerator<string> {
  let retry = ''
  const parser = new EventSourceParserStream({
    maxBufferSize: MOST_MESSAGE_BYTES,
    onRetry: ms => {
      retry = `retry: ${ms}\n`
    },
  })
  for await (const { id = '', event = 'message', data } of stream
    .pipeThrough(new TextDecoderStream() as ReadableWritablePair<string, Uint8Array>)
    .pipeThrough(parser))
    for (const text of textsIn(data))
      yield `${retry}id: ${id}\nevent: ${event}\ndata: ${text.replaceAll('\n', ' ')}\n\n`
}

/** Messages as the library takes them; what is none (an error page, or what is said of signing in) stays as it is. */
function textsIn(text: string): string[] {
  try {
    return readMessages(text).map(message => JSON.stringify(message))
  } catch (error) {
    if (error instanceof MessageRefused) throw error
    return [text]
  }
}
