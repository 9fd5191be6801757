import {
  type AuthProvider,
  Client,
  type ElicitRequest,
  type ElicitResult,
  type JSONRPCMessage,
  type Progress,
  ProtocolError,
  type RequestId,
} from '@modelcontextprotocol/client'
import * as z from 'zod'
import { CodedError, type CodedText } from '@/lib/messages/phrase'
import type { PerformContext } from '../define-tool'
import { HttpTransport } from './http-transport'
import { ProcessTransport } from './process-transport'
import type { CatalogSource, ListMethod } from './read-catalog'
import type { ServerConfig, ServerTool } from './server-config'
import { errorWords } from './server-fault'
import { type ServerHost, serverProgram } from './server-program'

/** How long things take at most, in milliseconds; tests are less patient. */
export type ServerTimes = {
  /** A request other than a call of a tool. */
  request: number
  /** For a person who wants a resource or a prompt. */
  read: number
  /** To end by itself, once its input has ended. */
  close: number
  /** A connection of a session without a call. */
  idle: number
  /** Between attempts to connect: the first time, and at most. */
  retry: number
  longestRetry: number
  /** A connection that lasts so long was a good one. */
  health: number
  /** Between two looks at the lists of a server that is reached by HTTP, and at least between any two. */
  checkMs: number
  pause: number
}

type ConnectionParts = {
  config: ServerConfig
  host: ServerHost
  times: ServerTimes
  authProvider: AuthProvider | undefined
  /** One of its lists is another now. */
  onListChanged: () => void
  signal: AbortSignal
  /** What the server speaks, where another connection found that out. */
  era: 'legacy' | 'modern' | undefined
}

/** A call of a tool on its way. `request`: the last that was sent for it; a server that asks back is answered by one more. */
type Flight = {
  context: PerformContext
  isSent: boolean
  request: { id: RequestId; isAnswered: boolean; result?: Record<string, unknown> } | undefined
  refusal: { reason: unknown } | undefined
  lost: PromiseWithResolvers<never>
}

/** A client never waits so long: how long a Call may take is its own limit. */
const NEVER_MS = 2 ** 31 - 1

/** How long a server that does not know the newest protocol may stay silent when it is asked for that. */
const PROBE_MS = 10_000

const Anything = z.looseObject({})

/** `refused`: it was not sent, since it might not be at that moment. `failed`: it may have been, and nothing came of it. */
export type CallAnswer =
  | { kind: 'answered'; result: Record<string, unknown> }
  | { kind: 'refused'; reason: unknown }
  | { kind: 'failed'; isSent: boolean; error: unknown }

/** A server of tools as it is connected. One tool runs at a time, so that what it asks is asked for that Call. */
export class ServerConnection {
  /** Resolves to why the connection ended, when it has. */
  readonly ended: Promise<unknown>
  readonly #client: Client
  readonly #transport: ProcessTransport | HttpTransport
  readonly #parts: ConnectionParts
  #flight: Flight | undefined
  #isAsking = false
  #isEnded = false

  private constructor(parts: ConnectionParts) {
    const { config, host, times, authProvider } = parts
    this.#parts = parts
    const beforeSending = (message: JSONRPCMessage): void => this.#beforeSending(message)
    const onStreamEnd = (message: JSONRPCMessage, why?: Error): void => this.#lose(message, why)
    this.#transport =
      config.reach.kind === 'stdio'
        ? new ProcessTransport(serverProgram(config.reach, host), { closeMs: times.close, beforeSending })
        : new HttpTransport({ ...config.reach, authProvider, beforeSending, onStreamEnd })
    this.#transport.onmessage = (message: JSONRPCMessage) => this.#noteAnswer(message)
    const changed = { autoRefresh: false, debounceMs: 0, onChanged: parts.onListChanged }
    this.#client = new Client(
      { name: 'countersign', version: '1' },
      {
        capabilities: { elicitation: { form: {} } },
        versionNegotiation: { mode: 'auto', probe: { timeoutMs: PROBE_MS } },
        listChanged: { tools: changed, prompts: changed, resources: changed },
      },
    )
    this.#client.setRequestHandler('elicitation/create', (request, { mcpReq }) =>
      this.#elicit(request, mcpReq.signal),
    )
    const ended = Promise.withResolvers<unknown>()
    this.ended = ended.promise
    this.#client.onclose = () => {
      this.#isEnded = true
      ended.resolve(this.#explained(new CodedError({ code: 'toolServer.connectionEnded' })))
    }
  }

  /** @throws CodedError, UnauthorizedError, or why the server cannot be reached */
  static async open(parts: ConnectionParts): Promise<ServerConnection> {
    const { era, signal, times } = parts
    signal.throwIfAborted()
    const connection = new ServerConnection(parts)
    try {
      const prior = era === 'legacy' ? { prior: { kind: 'legacy' as const } } : {}
      await connection.#client.connect(connection.#transport, { signal, timeout: times.request, ...prior })
      return connection
    } catch (error) {
      await connection.close()
      const isMute = connection.#transport instanceof ProcessTransport && era === undefined && !signal.aborted
      if (isMute && !connection.#transport.failure) return ServerConnection.open({ ...parts, era: 'legacy' })
      throw connection.#explained(error)
    }
  }

  get isEnded(): boolean {
    return this.#isEnded
  }

  get era(): 'legacy' | 'modern' | undefined {
    return this.#client.getProtocolEra()
  }

  /** What the server has, a page at a time. */
  source(signal: AbortSignal): CatalogSource {
    const capabilities = this.#client.getServerCapabilities() ?? {}
    return {
      instructions: this.#client.getInstructions(),
      has: kind => capabilities[kind] !== undefined,
      page: (method, params) => this.request(method, params, signal),
    }
  }

  /** What a server gives, as it came: what of it can be read is not the library's to say. */
  async request(
    method: ListMethod | 'resources/read' | 'prompts/get',
    params: Record<string, unknown>,
    signal: AbortSignal,
  ): Promise<Record<string, unknown>> {
    try {
      const options = { signal, timeout: this.#parts.times.request }
      return await this.#client.request({ method, params }, Anything, options)
    } catch (error) {
      throw error instanceof ProtocolError ? error : this.#explained(error)
    }
  }

  /** Calls a tool, unless it may not take effect at the moment at which it would be sent. */
  async call(
    { tool, args }: { tool: ServerTool; args: Record<string, unknown> },
    context: PerformContext,
  ): Promise<CallAnswer> {
    const lost = Promise.withResolvers<never>()
    lost.promise.catch(() => undefined)
    const flight: Flight = { context, isSent: false, request: undefined, refusal: undefined, lost }
    this.#flight = flight
    let lines = 0
    try {
      const response = this.#client.callTool(
        { name: tool.name, arguments: args },
        {
          signal: context.signal,
          timeout: NEVER_MS,
          onprogress: at => {
            lines += 1
            if (lines <= MOST_LINES) context.onOutput(progressLine(at))
          },
          toolDefinition: {
            name: tool.name,
            inputSchema: { type: 'object', ...tool.inputSchema } as { type: 'object' },
          },
        },
      )
      return { kind: 'answered', result: await Promise.race([response, lost.promise]) }
    } catch (error) {
      // The library takes an answer as a whole or not at all.
      const { result } = flight.request ?? {}
      if (result && result.resultType !== 'input_required') return { kind: 'answered', result }
      if (flight.refusal && !flight.isSent) return { kind: 'refused', reason: flight.refusal.reason }
      return { kind: 'failed', isSent: flight.isSent, error: this.#isEnded ? this.#explained(error) : error }
    } finally {
      this.#flight = undefined
    }
  }

  async close(): Promise<void> {
    this.#isEnded = true
    if (this.#transport instanceof HttpTransport) await this.#transport.leave(this.#parts.times.close)
    await this.#client.close()
    await this.#transport.close()
  }

  /** A request to run a tool is an effect: it is permitted in the same breath in which it is sent. */
  #beforeSending(message: JSONRPCMessage): void {
    if (!('method' in message && 'id' in message) || message.method !== 'tools/call') return
    const flight = this.#flight
    if (!flight) throw new Error('Nothing runs on this connection.')
    try {
      flight.context.beforeEffect()
    } catch (reason) {
      flight.refusal = { reason }
      throw reason
    }
    flight.isSent = true
    flight.request = { id: message.id, isAnswered: false }
  }

  #noteAnswer(message: JSONRPCMessage): void {
    const request = this.#flight?.request
    if (!request || request.isAnswered || 'method' in message || Number(message.id) !== request.id) return
    request.isAnswered = true
    if ('result' in message) request.result = message.result
  }

  #lose(message: JSONRPCMessage, why?: Error): void {
    const flight = this.#flight
    if (!flight?.request || !('id' in message) || message.id !== flight.request.id) return
    if (flight.request.isAnswered) return
    flight.lost.reject(why ?? new CodedError({ code: 'toolServer.halfAnswer' }))
  }

  /** A question of the server is one of the Call that runs on this connection, one after the other. */
  async #elicit({ params }: ElicitRequest, signal: AbortSignal): Promise<ElicitResult> {
    const flight = this.#flight
    if (!flight?.isSent || params.mode === 'url') return { action: 'decline' }
    if (this.#isAsking) return { action: 'cancel' }
    this.#isAsking = true
    try {
      const question = {
        server: this.#parts.config.name,
        message: params.message,
        schema: { ...params.requestedSchema },
      }
      const until = AbortSignal.any([signal, flight.context.signal])
      return (await flight.context.elicit(question, until)) as ElicitResult
    } finally {
      this.#isAsking = false
    }
  }

  /** With what the server wrote to its standard error, which tells more than that it has ended. */
  #explained(error: unknown): unknown {
    if (!(this.#transport instanceof ProcessTransport)) return error
    const { failure, stderr } = this.#transport
    const codedText = errorWords(failure ?? error)
    const text = stderr.trim()
    const problem: CodedText =
      text === '' ? codedText : { code: 'toolServer.lastWrote', params: { text }, parts: [codedText] }
    return new CodedError(problem, { cause: error })
  }
}

/** Of what a server says of its progress, so much is shown. */
const MOST_LINES = 1_000
const MOST_PROGRESS_CHARS = 1_000

function progressLine({ progress, total, message }: Progress): string {
  const amount = total === undefined ? String(progress) : `${progress} of ${total}`
  return `${message === undefined ? amount : `${amount}: ${message.slice(0, MOST_PROGRESS_CHARS)}`}\n`
}
