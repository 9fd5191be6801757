import type { McpCatalog } from '@/lib/domain/servers/mcp-server'
import type { ProcessConfig } from '@/lib/server/process-config'
import type {
  ServerCall,
  ServerConfig,
  ServerConnections,
  ServerNews,
} from '@/lib/tools/servers/server-config'

/** A tool as a server describes it. */
export const described = (name: string, description: string): McpCatalog['tools'][number] => ({
  name,
  description,
  inputSchema: { type: 'object', properties: { text: { type: 'string' } }, required: ['text'] },
})

/** Servers of tools on no wire: what they have is said by the test, and every call is noted. */
export class FakeServers {
  readonly calls: string[] = []
  /** What every call fails with from now on. */
  fault: string | undefined
  readonly reached: ServerConfig[][] = []
  readonly reconnected: string[] = []
  readonly #tools = new Map<string, McpCatalog['tools']>()
  readonly #tellers = new Set<(news: ServerNews) => void>()
  #configs: ServerConfig[] = []

  /** What a server has from now on; who connects to it hears of it. */
  has(name: string, ...tools: McpCatalog['tools']): void {
    this.#tools.set(name, tools)
    for (const config of this.#configs) if (config.name === name) this.#tell(config)
  }

  open: NonNullable<ProcessConfig['openServers']> = ({ onNews }): ServerConnections => {
    this.#tellers.add(onNews)
    return {
      configure: async servers => {
        const before = this.#configs
        this.#configs = servers
        this.reached.push(servers)
        for (const config of servers) if (!before.some(one => one.id === config.id)) this.#tell(config)
      },
      reconnect: async id => void this.reconnected.push(id),
      count: () => 0,
      call: (call, { beforeEffect }) => this.#perform(call, beforeEffect),
      readResource: async () => [],
      getPrompt: async () => [],
      beginSignIn: async () => ({ url: '' }),
      endSignIn: async () => undefined,
      close: async () => void this.#tellers.delete(onNews),
    }
  }

  async #perform({ tool, args }: ServerCall, beforeEffect: () => void) {
    beforeEffect()
    this.calls.push(`${tool.description} ${JSON.stringify(args)}`)
    if (this.fault !== undefined) return { kind: 'error' as const, text: this.fault }
    return { kind: 'ok' as const, text: 'Done.' }
  }

  #tell({ id, name }: ServerConfig): void {
    const catalog = { tools: this.#tools.get(name) ?? [], resources: [], prompts: [] }
    for (const tell of this.#tellers) tell({ id, status: 'connected', catalog })
  }
}
