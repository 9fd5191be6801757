import {
  type AuthProvider,
  type JSONRPCMessage,
  StreamableHTTPClientTransport,
  type TransportSendOptions,
} from '@modelcontextprotocol/client'
import { Agent, type Dispatcher, fetch as send } from 'undici'
import { MOST_MESSAGE_BYTES } from './process-transport'
import { ServerRefused } from './server-program'

const CONNECT_MS = 10_000

/** A tool may take its time: how long a Call may wait is not decided here. */
const agent = new Agent({ headersTimeout: 0, bodyTimeout: 0, connect: { timeout: CONNECT_MS } })

type Hooks = {
  /** Called before a message is sent, in the same breath; what it throws keeps the message from being sent. */
  beforeSending: ((message: JSONRPCMessage) => void) | undefined
  /** The stream of a message's answers has ended; one that has not come by then will not come. */
  onStreamEnd: ((message: JSONRPCMessage) => void) | undefined
}

type HttpPlace = {
  url: string
  headers: Record<string, string>
  authProvider?: AuthProvider | undefined
}

/** Messages to and from a server at an address. Redirects are followed within its origin. */
export class HttpTransport extends StreamableHTTPClientTransport {
  readonly #hooks: Hooks

  constructor({ url, headers, authProvider }: HttpPlace) {
    const hooks: Hooks = { beforeSending: undefined, onStreamEnd: undefined }
    const address = webAddress(url)
    super(address, {
      fetch: async (target, init = {}) => {
        const isServer = new URL(target).origin === address.origin
        return exchange(hooks, target, isServer ? withHeaders(init, headers) : init)
      },
      ...(authProvider ? { authProvider } : {}),
    })
    this.#hooks = hooks
  }

  set beforeSending(hook: Hooks['beforeSending']) {
    this.#hooks.beforeSending = hook
  }

  set onStreamEnd(hook: Hooks['onStreamEnd']) {
    this.#hooks.onStreamEnd = hook
  }

  /** Tells the server that it can forget this client. One that does not hear it forgets by itself. */
  async leave(patienceMs: number): Promise<void> {
    const over = Promise.withResolvers<void>()
    const timer = setTimeout(over.resolve, patienceMs)
    await Promise.race([this.terminateSession().catch(() => undefined), over.promise])
    clearTimeout(timer)
  }

  override send(message: JSONRPCMessage, options?: TransportSendOptions): Promise<void> {
    return super.send(message, { ...options, onRequestStreamEnd: () => this.#hooks.onStreamEnd?.(message) })
  }
}

function webAddress(url: string): URL {
  const address = new URL(url)
  if (address.protocol === 'http:' || address.protocol === 'https:') return address
  throw new ServerRefused(
    `A server is reached by http or https, not by ${address.protocol.replace(':', '')}.`,
  )
}

/** What the owner configured goes to the server alone, and to nobody whom it names (for signing in, or otherwise). */
function withHeaders(init: RequestInit, headers: HttpPlace['headers']): RequestInit {
  const all = new Headers(init.headers)
  for (const [name, value] of Object.entries(headers)) if (!all.has(name)) all.set(name, value)
  return { ...init, headers: all }
}

/** One exchange of any kind, bounded. The library's own types of the same things are not Node's. */
export async function plainFetch(
  target: string | URL,
  init: RequestInit,
  dispatcher: Dispatcher = agent,
): Promise<Response> {
  const options = { ...init, dispatcher } as unknown as Parameters<typeof send>[1]
  return bounded((await send(target, options)) as unknown as Response)
}

async function exchange(
  { beforeSending }: Hooks,
  target: string | URL,
  init: RequestInit,
): Promise<Response> {
  if (beforeSending && typeof init.body === 'string') beforeSending(JSON.parse(init.body))
  return plainFetch(target, init)
}

/** An answer whose messages are of no more bytes than one may have. */
function bounded(response: Response): Response {
  if (!response.body) return response
  const isStream = response.headers.get('content-type')?.includes('text/event-stream') === true
  const { status, statusText, headers } = response
  return new Response(response.body.pipeThrough(limit(isStream)), { status, statusText, headers })
}

/** Events are separated by an empty line. */
function limit(isStream: boolean): TransformStream<Uint8Array, Uint8Array> {
  let bytes = 0
  let isLineEmpty = true
  return new TransformStream({
    transform: (chunk, controller) => {
      for (const byte of chunk) {
        bytes += 1
        if (!isStream || byte === 13) continue
        if (byte === 10 && isLineEmpty) bytes = 0
        isLineEmpty = byte === 10
      }
      if (bytes > MOST_MESSAGE_BYTES) {
        controller.error(
          new Error(`The server sent a message of more than ${MOST_MESSAGE_BYTES / 1024 / 1024} MB.`),
        )
      } else controller.enqueue(chunk)
    },
  })
}
