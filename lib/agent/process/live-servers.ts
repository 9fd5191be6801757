import type { Environment } from '@/lib/domain/environment'
import type { McpCatalog, McpServer } from '@/lib/domain/servers/mcp-server'
import { type CodedText, inEnglish, plain } from '@/lib/messages/phrase'
import { sha256 } from '@/lib/record/digest'
import { inSnapshot } from '@/lib/store/connection/database'
import { databaseNow } from '@/lib/store/connection/sql'
import { insertDefinitions } from '@/lib/store/servers/definition'
import { lockServer, type McpServerRow, saveServerState, serverRows } from '@/lib/store/servers/mcp-server'
import { insertPins, toolPins } from '@/lib/store/servers/tool-pin'
import { canonicalJson } from '@/lib/text/json/json-text'
import { storable } from '@/lib/text/json/json-value'
import type { ToolDefinition } from '@/lib/tools/define-tool'
import { CHECK_SCHEMAS } from '@/lib/tools/read-arguments'
import { createRegistry } from '@/lib/tools/registry'
import type { ServerConfig, ServerConnections, ServerNews } from '@/lib/tools/servers/server-config'
import { ownFiles, ownPaths } from '@/lib/tools/servers/server-program'
import { serverTools } from '@/lib/tools/servers/server-tools'
import type { Deps } from './deps'
import { errorFields } from './error-fields'

type Parts = Pick<
  Deps,
  'db' | 'bus' | 'tools' | 'redaction' | 'environment' | 'clock' | 'log' | 'compute' | 'workspaceRoot'
>

type Options = {
  /** Connects to servers and tells of them, once there are any; without it their Tools are only described here. */
  open: ((onNews: (change: ServerNews) => Promise<void>) => Promise<ServerConnections>) | undefined
}

/** The Tools of a server as they were made of its row, and those that were left out. */
type ServerEntry = { key: string; definitions: ToolDefinition[]; faults: CodedText[] }

/**
 * The servers of tools as rows have them, in this process: whenever one of them changes, their Tools take the place of
 * those before, and what works on sessions connects to them.
 */
export class LiveServers {
  readonly #parts: Parts
  readonly #open: Options['open']
  #connections: ServerConnections | undefined
  readonly #subscriptions: (() => void)[]
  #entries = new Map<string, ServerEntry>()
  #sources = new Set<string>()
  /** What of each server lies in the workspace, and the hashes of the files among it. */
  #own = new Map<string, { paths: string[]; files: Record<string, string> }>()
  #last: Promise<void> = Promise.resolve()
  #next: Promise<void> | undefined
  #storing: Promise<void> = Promise.resolve()
  #isClosed = false

  constructor(parts: Parts, { open }: Options) {
    this.#parts = parts
    this.#open = open
    this.#subscriptions = [
      parts.bus.subscribe(note => {
        if (note.kind === 'tools') void this.#again(note.reconnect)
      }),
      parts.bus.onGap(() => void this.#again(undefined)),
    ]
  }

  /** The rows as they are, or become while somebody waits for this. */
  refresh(): Promise<void> {
    this.#next ??= this.#last.then(() => {
      this.#next = undefined
      this.#last = this.#take().catch(error => this.#report('Servers of tools could not be read', error))
      return this.#last
    })
    return this.#next
  }

  /** Whether a server runs what is at a path of the workspace, below it, or around it. */
  owns(path: string): boolean {
    const isWithin = (inner: string, outer: string): boolean => `${inner}/`.startsWith(`${outer}/`)
    const paths = [...this.#own.values()].flatMap(own => own.paths)
    return paths.some(ownPath => isWithin(path, ownPath) || isWithin(ownPath, path))
  }

  /** A server as people are told of it. */
  describe(row: McpServerRow): McpServer {
    const { id, name, command, args, env, url, headers, enabled, sandbox, status, catalog } = row
    const own = row.error === undefined ? [] : [row.errorMessage ?? plain(row.error)]
    const parts = [...own, ...(this.#entries.get(id)?.faults ?? [])]
    const errorMessage = { code: 'plain.lines', parts, joint: 'lines' as const }
    const tools = this.#parts.tools.list().filter(tool => tool.source === sourceOf(row))
    return {
      id,
      name,
      enabled,
      sandbox,
      status,
      tools: tools.map(tool => tool.name),
      ...(command === undefined ? { url, headers } : { command, args, env }),
      ...(parts.length === 0 ? {} : { error: inEnglish(errorMessage), errorMessage }),
      ...(this.#own.get(id)?.paths.length ? { inWorkspace: this.#own.get(id)?.paths } : {}),
      ...(row.fromFile ? { fromFile: true } : {}),
      resources: catalog?.resources ?? [],
      prompts: catalog?.prompts ?? [],
      connections: this.#connections?.count(id) ?? 0,
    }
  }

  reached(): ServerConnections | null {
    return this.#connections ?? null
  }

  /** Nothing of what was heard is lost. */
  async close(): Promise<void> {
    for (const unsubscribe of this.#subscriptions) unsubscribe()
    this.#isClosed = true
    await this.#connections?.close()
    await this.#storing
    await (this.#next ?? this.#last)
  }

  async #again(reconnect: string | undefined): Promise<void> {
    await this.refresh()
    if (reconnect === undefined) return
    const again = this.#connections?.reconnect(reconnect)
    await again?.catch(error => this.#report('A server of tools could not be connected anew', error))
  }

  async #take(): Promise<void> {
    const { db, tools } = this.#parts
    const { rows, pins } = await inSnapshot(db, async tx => ({
      rows: await serverRows(tx),
      pins: await toolPins(tx),
    }))
    if (rows.length > 0) this.#connections ??= await this.#open?.(change => this.#onNews(change))
    this.#own = new Map(await Promise.all(rows.map(async row => [row.id, await this.#ownOf(row)] as const)))
    const entries = new Map<string, ServerEntry>()
    for (const row of rows) entries.set(row.id, await this.#make(row))
    const enabled = rows.filter(row => row.enabled)
    const removed = [...this.#sources].filter(source => !enabled.some(row => sourceOf(row) === source))
    for (const source of removed) tools.replace(source, [])
    for (const row of enabled)
      tools.replace(sourceOf(row), entries.get(row.id)?.definitions ?? [], pins.get(row.id) ?? new Map())
    this.#entries = entries
    this.#sources = new Set(enabled.map(sourceOf))
    await this.#connect(enabled)
  }

  async #ownOf({ command, args, sandbox }: McpServerRow) {
    if (command === undefined) return { paths: [], files: {} }
    const workspace = this.#parts.workspaceRoot
    const reach = { command, args, sandbox }
    return { paths: ownPaths(reach, workspace), files: await ownFiles(reach, { workspace, hash: sha256 }) }
  }

  /** What is made of an unchanged row stays the same; every definition is stored before a Call can be bound to it. */
  async #make(row: McpServerRow): Promise<ServerEntry> {
    const { name, command, args, env, url, headers, sandbox, catalog } = row
    const { files } = this.#own.get(row.id) ?? {}
    const key = canonicalJson({ name, command, args, env, url, headers, sandbox, catalog, files })
    const cached = this.#entries.get(row.id)
    if (cached?.key === key) return cached
    const { definitions: tools, faults } = this.#toolsOf(row, catalog)
    const schemas = tools.map(({ name, schema }) => ({ name, schema }))
    const schemaFaults = await this.#parts.compute(CHECK_SCHEMAS, schemas).catch(() => [])
    // A Tool whose arguments nobody can check is listed with the reason, and not offered.
    const definitions = tools.map((tool, index) => {
      const unavailable = schemaFaults[index]
      return unavailable === undefined ? tool : { ...tool, unavailable }
    })
    const texts = hashesOf(definitions).map(({ hash, text }) => ({ hash, text }))
    await insertDefinitions(this.#parts.db, texts)
    return { key, definitions, faults }
  }

  /** Its Tools, without those whose name is one of ours. */
  #toolsOf(row: McpServerRow, catalog: McpCatalog | undefined): Omit<ServerEntry, 'key'> {
    if (!catalog) return { definitions: [], faults: [] }
    const source = sourceOf(row)
    const { config } = this.#configOf(row)
    const { tools, refused } = serverTools(config, catalog, this.#connections ?? UNCONNECTED)
    const sameNames = tools.filter(({ name }) => (this.#parts.tools.tool(name)?.source ?? source) !== source)
    const faults = [
      ...refused.map(({ name, why }) => leftOut(name, why)),
      ...sameNames.map(({ name }) => leftOut(name, { code: 'toolServer.nameTaken' })),
    ]
    return { definitions: tools.filter(tool => !sameNames.includes(tool)), faults }
  }

  #configOf(row: McpServerRow): ConfigParts {
    const parts = configOf(row, this.#parts.environment)
    const { reach } = parts.config
    const files = this.#own.get(row.id)?.files ?? {}
    if (reach.kind === 'http' || Object.keys(files).length === 0) return parts
    const before = row.catalog?.files
    const isHeld = before !== undefined && canonicalJson(before) !== canonicalJson(files)
    return { ...parts, config: { ...parts.config, reach: { ...reach, files }, isHeld } }
  }

  async #connect(rows: McpServerRow[]): Promise<void> {
    if (!this.#connections || this.#isClosed) return
    const reached: ServerConfig[] = []
    for (const row of rows) {
      const { config, missing, secrets } = this.#configOf(row)
      this.#parts.redaction.learn(secrets)
      const error: CodedText = { code: 'toolServer.unset', params: { names: missing.join(', ') } }
      if (missing.length === 0) reached.push(config)
      else void this.#onNews({ id: row.id, status: 'failed', error })
    }
    await this.#connections.configure(reached)
  }

  /** Resolves when a new catalog is what its Tools are made of. */
  async #onNews(change: ServerNews): Promise<void> {
    const stored = this.#storing.then(() => this.#store(change))
    const isNew = stored.catch(error => {
      this.#report('What a server of tools said could not be stored', error)
      return false
    })
    this.#storing = isNew.then(() => undefined)
    if ((await isNew) && !this.#isClosed) await this.refresh()
  }

  /** A catalog that is new is told to all processes; the first one of a server is accepted with it. */
  async #store({ catalog: listed, ...state }: ServerNews): Promise<boolean> {
    const { db, bus, clock } = this.#parts
    const isNew = await db.$transaction(async tx => {
      const row = await lockServer(tx, state.id)
      const catalog = listed && storable(listed)
      const changes = row && catalog && canonicalJson(catalog) !== canonicalJson(row.catalog)
      await saveServerState(tx, changes ? { ...state, catalog } : state)
      if (!changes) return false
      if (row.catalog) return true
      const { definitions } = this.#toolsOf(row, catalog)
      const at = await databaseNow(tx, clock.offsetMs)
      const pins = hashesOf(definitions).map(({ name: tool, hash: definitionHash }) => ({
        tool,
        definitionHash,
        at,
        by: { type: 'first', server: row.name },
      }))
      await insertPins(tx, row.id, pins)
      return true
    })
    if (isNew) bus.publish({ kind: 'tools' })
    return isNew
  }

  #report(message: string, error: unknown): void {
    this.#parts.log('warn', message, errorFields(error))
  }
}

const sourceOf = ({ name }: Pick<McpServerRow, 'name'>): string => `mcp:${name}`

const hashesOf = (definitions: ToolDefinition[]): { name: string; hash: string; text: string }[] => {
  const tools = createRegistry(definitions, sha256)
  return tools
    .list()
    .map(({ name, definitionHash: hash }) => ({ name, hash, text: tools.definitionText(name) ?? '' }))
}

const leftOut = (name: string, why: CodedText): CodedText => ({
  code: 'toolServer.leftOut',
  params: { kind: 'tool', name },
  parts: [why],
})

/** Describes Tools in a process that runs none. */
const UNCONNECTED: Pick<ServerConnections, 'call'> = {
  call: async ({ server }) => ({
    kind: 'error',
    text: `Nothing was sent: this process does not connect to ${server.name}.`,
  }),
}

type ConfigParts = { config: ServerConfig; missing: string[]; secrets: string[] }

/** A server with the values that its row only names; those are secrets. */
function configOf(row: McpServerRow, environment: Environment): ConfigParts {
  const missing: string[] = []
  const secrets: string[] = []
  const resolve = (values: McpServerRow['env']): Record<string, string> =>
    Object.fromEntries(
      Object.entries(values).map(([key, value]) => {
        if (typeof value === 'string') return [key, value]
        const secret = environment(value.fromEnv)
        if (secret === undefined) missing.push(value.fromEnv)
        else secrets.push(secret)
        return [key, secret ?? '']
      }),
    )
  const { id, name, command, args, url, sandbox } = row
  const reach: ServerConfig['reach'] =
    command === undefined
      ? { kind: 'http', url: url ?? '', headers: resolve(row.headers) }
      : { kind: 'stdio', command, args, env: resolve(row.env), sandbox }
  return { config: { id, name, reach }, missing, secrets }
}
