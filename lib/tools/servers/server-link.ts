import { ProtocolError, SdkHttpError, UnauthorizedError } from '@modelcontextprotocol/client'
import { CodedError } from '@/lib/messages/phrase'
import { canonicalJson } from '@/lib/text/json/json-text'
import { isObject } from '@/lib/text/json/json-value'
import type { PerformContext, ToolOutcome } from '../define-tool'
import { CatalogRefused, readTool } from './read-catalog'
import { readResult } from './read-result'
import type { ServerCall, ServerConfig, ServerTool } from './server-config'
import { type CallAnswer, ServerConnection } from './server-connection'
import { errorText } from './server-fault'
import { type ListingParts, ServerListing } from './server-listing'
import { ownFiles, type ServerHost } from './server-program'
import { orAborted, SessionConnections, TooManySessions } from './session-connections'
import type { ServerSignIn } from './sign-in'

type LinkParts = Omit<ListingParts, 'open'> & {
  host: ServerHost
  onRewrite: () => Promise<void>
  signIn: ServerSignIn | undefined
}

/** Whoever could write its files may have made another program of them. */
const REWRITTEN = new CodedError({ code: 'toolServer.rewritten' })

/** One server as this process reaches it: a connection that lists what it has, and one for each session. */
export class ServerLink {
  readonly listing: ServerListing
  readonly config: ServerConfig
  readonly signIn: ServerSignIn | undefined
  readonly #parts: LinkParts
  readonly #end = new AbortController()
  readonly #sessions: SessionConnections<ServerConnection>
  #era: 'legacy' | 'modern' | undefined
  #rewriting = Promise.resolve()

  constructor(parts: LinkParts) {
    this.#parts = parts
    this.config = parts.config
    this.signIn = parts.signIn
    this.#sessions = new SessionConnections({
      open: () => this.#open(this.#end.signal, this.#era),
      idleMs: parts.times.idle,
    })
    this.listing = new ServerListing({ ...parts, open: signal => this.#open(signal, undefined) })
  }

  get count(): number {
    return this.#sessions.count
  }

  async close(): Promise<void> {
    this.#end.abort(new Error('The server is no longer used.'))
    await Promise.all([this.listing.close(), this.#sessions.close()])
  }

  /** Calls a tool on the connection of its session, if it is there still what it was when the Call was shown. */
  async call(call: ServerCall, context: PerformContext): Promise<ToolOutcome> {
    const { args } = call
    if (!isObject(args)) return { kind: 'error', text: 'The arguments of a tool of a server are an object.' }
    let answer: CallAnswer | 'drifted'
    try {
      answer = await this.#sessions.use(context.sessionId, context.signal, async (first, renew) => {
        await this.#assertAsAccepted()
        this.listing.release()
        const { connection, tool } = await this.#tool(call, { connection: first, renew }, context.signal)
        if (!isSame(tool, call.tool)) return 'drifted'
        return connection.call({ tool: call.tool, args }, context)
      })
    } catch (error) {
      await this.#rewriting
      if (error === REWRITTEN) return { kind: 'drifted' }
      answer = { kind: 'failed', isSent: false, error }
    }
    return answer === 'drifted' ? orAborted(this.#drifted(call), context.signal) : outcomeOf(answer, context)
  }

  async #open(signal: AbortSignal, era: 'legacy' | 'modern' | undefined): Promise<ServerConnection> {
    await this.#assertAsAccepted()
    const onListChanged = (): void => void this.listing.check()
    const connection = await ServerConnection.open({
      ...this.#parts,
      authProvider: this.signIn,
      onListChanged,
      signal,
      era,
    })
    this.#era = connection.era
    return connection
  }

  /** Before each start and each Call: where its files have changed, its Tools are made anew, and it is held. */
  async #assertAsAccepted(): Promise<void> {
    const { reach } = this.config
    if (reach.kind === 'http') return
    if (canonicalJson(await ownFiles(reach, this.#parts.host)) === canonicalJson(reach.files ?? {})) return
    this.#rewriting = this.#parts.onRewrite()
    throw REWRITTEN
  }

  /** Where the connection turns out to be of no use (the server forgot it), another is made: nothing was sent by then. */
  async #tool(
    { tool: { name } }: ServerCall,
    { connection, renew }: { connection: ServerConnection; renew: () => Promise<ServerConnection> },
    signal: AbortSignal,
  ): Promise<{ connection: ServerConnection; tool: ServerTool | undefined }> {
    try {
      return { connection, tool: await readTool(connection.source(signal), name) }
    } catch (error) {
      if (signal.aborted || error instanceof CatalogRefused) throw error
      const renewed = await renew()
      void this.listing.check()
      return { connection: renewed, tool: await readTool(renewed.source(signal), name) }
    }
  }

  /** What the server has now is told first, so that the Call is shown anew as it is. */
  async #drifted(call: ServerCall): Promise<ToolOutcome> {
    await this.listing.check()
    await this.listing.change
    const { catalog } = this.listing
    const isAsShown = isSame(
      catalog?.tools.find(({ name }) => name === call.tool.name),
      call.tool,
    )
    if (!isAsShown && !this.listing.isRestless(call.tool.name)) return { kind: 'drifted' }
    return {
      kind: 'error',
      text: `Nothing was sent: the server ${this.config.name} describes ${call.tool.name} in another way whenever it is asked.`,
    }
  }
}

const isSame = (a: ServerTool | undefined, b: ServerTool): boolean =>
  canonicalJson(a ?? null) === canonicalJson(b)

/** @throws why it might not be sent, where it was not */
function outcomeOf(answer: CallAnswer, { signal }: PerformContext): ToolOutcome {
  if (answer.kind === 'answered') return readResult(answer.result)
  if (answer.kind === 'refused') throw answer.reason
  const { error, isSent } = answer
  if (!isSent) {
    signal.throwIfAborted()
    if (error instanceof TooManySessions) return { kind: 'error', text: error.message }
    return { kind: 'error', text: `Nothing was sent: the server cannot be used. ${errorText(error)}` }
  }
  if (signal.aborted)
    return { kind: 'unknown', text: `It was stopped while the server worked on it. ${MAYBE}` }
  if (error instanceof ProtocolError)
    return { kind: 'error', text: `The server answered with an error (${error.code}): ${errorText(error)}` }
  if (error instanceof UnauthorizedError || (error instanceof SdkHttpError && isRefusal(error.status)))
    return { kind: 'error', text: `The server refused the call. ${errorText(error)}` }
  return { kind: 'unknown', text: `The call came to no result. ${errorText(error)} ${MAYBE}` }
}

const MAYBE = 'It may or may not have taken effect.'

/** What is refused for its form or for who sends it was not done. */
const isRefusal = (status: number): boolean => status >= 400 && status < 500 && status !== 408
