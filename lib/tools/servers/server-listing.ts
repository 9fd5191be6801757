import { UnauthorizedError } from '@modelcontextprotocol/client'
import type { McpCatalog } from '@/lib/domain/servers/mcp-server'
import { type CodedText, phrase } from '@/lib/messages/phrase'
import { canonicalJson } from '@/lib/text/json/json-text'
import { oneLine } from '@/lib/text/truncate'
import { readCatalog } from './read-catalog'
import type { ServerConfig, ServerNews } from './server-config'
import type { ServerConnection, ServerTimes } from './server-connection'
import { errorWords } from './server-fault'

/** A line for the operator. */
export type ServerLog = (
  level: 'info' | 'warn' | 'error',
  message: string,
  fields?: Record<string, unknown>,
) => void

/** Resolves when the news are what is known of the server here. */
export type TellNews = (change: ServerNews) => Promise<void> | void

export type ListingParts = {
  config: ServerConfig
  times: ServerTimes
  log: ServerLog
  onNews: TellNews
  open: (signal: AbortSignal) => Promise<ServerConnection>
}

/** A tool that is described in another way so often in a row is left out: nobody could say what it is. */
const MOST_CHANGES = 2

/**
 * The connection that a server is listed by, as long as it is configured: made anew when it ends, later each time that
 * it does not last. What the server has is read again when any connection hears that it changed.
 */
export class ServerListing {
  /** What the server last said that it has. */
  catalog: McpCatalog | undefined
  /** Settles when that is known here. Nothing that a server is closed by may wait for it. */
  change: Promise<void> | void = undefined
  readonly #parts: ListingParts
  readonly #end = new AbortController()
  readonly #keeping: Promise<void>
  #connection: ServerConnection | undefined
  /** Why the connection is of no use, where that is not that it ended. */
  #trouble: unknown
  /** How each tool was last described, and how often in a row in another way than before. */
  #tellings = new Map<string, { text: string; changes: number }>()
  #wake = Promise.withResolvers<void>()
  #look: Promise<void> | undefined
  #looksAgain = false
  #isHeld: boolean

  constructor(parts: ListingParts) {
    this.#parts = parts
    this.#isHeld = parts.config.isHeld === true
    this.#keeping = this.#keep()
  }

  /** @throws if there is none */
  get connection(): ServerConnection {
    if (this.#connection && !this.#connection.isEnded) return this.#connection
    throw new Error(`The server ${this.#parts.config.name} is not connected.`)
  }

  /** Whether a tool is left out, since it is described in another way at every listing. */
  isRestless(name: string): boolean {
    return (this.#tellings.get(name)?.changes ?? 0) >= MOST_CHANGES
  }

  /** Somebody has accepted its files as they are: it may start. */
  release(): void {
    if (this.#isHeld) this.#wake.resolve()
    this.#isHeld = false
  }

  async reconnect(): Promise<void> {
    this.release()
    this.#wake.resolve()
    await this.#connection?.close()
  }

  async close(): Promise<void> {
    this.#end.abort(new Error('The server is no longer used.'))
    this.#wake.resolve()
    await this.#connection?.close()
    await this.#keeping
  }

  /** Reads what the server has and tells it, once for all who ask in the meantime; those who ask during it get another. */
  check(): Promise<void> {
    if (this.#look) this.#looksAgain = true
    this.#look ??= this.#looks().finally(() => {
      this.#look = undefined
    })
    return this.#look
  }

  async #looks(): Promise<void> {
    do {
      this.#looksAgain = false
      await this.#lookOnce()
      if (this.#looksAgain) await this.#pause(this.#parts.times.pause)
    } while (this.#looksAgain && !this.#end.signal.aborted)
  }

  /** A server that cannot tell what it has is connected anew. */
  async #lookOnce(): Promise<void> {
    const connection = this.#connection
    if (!connection || connection.isEnded) return
    try {
      await this.#list(connection)
    } catch (error) {
      this.#trouble = error
      await connection.close()
    }
  }

  async #list(connection: ServerConnection): Promise<void> {
    const { catalog: all, notes } = await readCatalog(connection.source(this.#end.signal))
    for (const tool of all.tools) {
      const [text, last] = [canonicalJson(tool), this.#tellings.get(tool.name)]
      const changes = last === undefined || last.text === text ? 0 : last.changes + 1
      this.#tellings.set(tool.name, { text, changes })
    }
    const { log, config } = this.#parts
    const files = config.reach.kind === 'stdio' && config.reach.files
    const tools = all.tools.filter(({ name }) => !this.isRestless(name))
    const catalog = { ...all, tools, ...(files ? { files } : {}) }
    this.catalog = catalog
    for (const { name } of all.tools.filter(tool => !catalog.tools.includes(tool)))
      notes.push({ code: 'toolServer.restless', params: { name: oneLine(name) } })
    for (const note of notes)
      log('warn', 'A server of tools has something that cannot be used', {
        server: config.name,
        note: phrase(note),
      })
    const error: CodedText = { code: 'plain.lines', parts: notes, joint: 'lines' }
    this.#tell({ status: 'connected', catalog, ...(notes.length > 0 ? { error } : {}) })
  }

  async #keep(): Promise<void> {
    if (this.#isHeld) {
      this.#tell({ status: 'failed', error: { code: 'toolServer.held' } })
      await this.#wake.promise
    }
    for (let failures = 0; !this.#end.signal.aborted; ) {
      this.#wake = Promise.withResolvers<void>()
      this.#tell({ status: 'connecting' })
      const since = performance.now()
      const ending = await this.#connected().catch(error => error)
      if (this.#end.signal.aborted) return
      if (performance.now() - since > this.#parts.times.health) failures = 0
      this.#tell(newsOf(this.#trouble ?? ending))
      const needsPerson = (this.#trouble ?? ending) instanceof UnauthorizedError
      await (needsPerson ? this.#wake.promise : this.#pause(this.#waitMs(failures)))
      failures += 1
    }
  }

  /** Connects, lists, and waits for the end of the connection. */
  async #connected(): Promise<unknown> {
    this.#trouble = undefined
    const connection = await this.#parts.open(this.#end.signal)
    this.#connection = connection
    const looking = this.#looksNowAndThen()
    try {
      await this.#list(connection)
      return await connection.ended
    } finally {
      clearInterval(looking)
      this.#connection = undefined
      await connection.close()
    }
  }

  /** Over HTTP nobody says that a server is gone, and not all say that they changed. */
  #looksNowAndThen(): NodeJS.Timeout | undefined {
    const { config, times } = this.#parts
    return config.reach.kind === 'http'
      ? setInterval(() => void this.check(), times.checkMs).unref()
      : undefined
  }

  /** Twice as long each time, and not for all servers at the same moment. */
  #waitMs(failures: number): number {
    const { retry, longestRetry } = this.#parts.times
    return Math.min(longestRetry, retry * 2 ** Math.min(failures, 20)) * (0.75 + Math.random() / 2)
  }

  async #pause(ms: number): Promise<void> {
    const over = Promise.withResolvers<void>()
    const timer = setTimeout(over.resolve, ms)
    timer.unref()
    await Promise.race([over.promise, this.#wake.promise])
    clearTimeout(timer)
  }

  #tell(change: Omit<ServerNews, 'id'>): void {
    if (!this.#end.signal.aborted) this.change = this.#parts.onNews({ id: this.#parts.config.id, ...change })
  }
}

const newsOf = (ending: unknown): Omit<ServerNews, 'id'> => ({
  status: ending instanceof UnauthorizedError ? 'sign_in' : 'failed',
  error: errorWords(ending),
})
