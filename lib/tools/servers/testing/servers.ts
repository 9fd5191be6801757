import { mkdtempSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { onTestFinished } from 'vitest'
import type { McpSandbox } from '@/lib/domain/servers/mcp-server'
import type { ToolOutcome } from '../../define-tool'
import { createRegistry } from '../../registry'
import { openSandbox, type Sandbox } from '../../sandbox/sandbox'
import { hash, type Options, temporaryWorkspace } from '../../testing/temporary-workspace'
import type { ServerConfig, ServerNews } from '../server-config'
import type { ServerTimes } from '../server-connection'
import { serverTools } from '../server-tools'
import { openServers } from '../servers'

const program = (name: string): string => path.resolve('node_modules', name, 'dist/index.js')

/** Servers that others wrote. */
export const EVERYTHING = program('@modelcontextprotocol/server-everything')
export const FILESYSTEM = program('@modelcontextprotocol/server-filesystem')
export const TIME = program('time-mcp')

export const HOSTILE = path.resolve('lib/tools/servers/testing/hostile-server.mjs')

const IN_SANDBOX: McpSandbox = { read: [], write: [], network: false }

type Process = { args: string[]; sandbox?: McpSandbox; env?: Record<string, string>; name?: string }

/** A server that runs in Node. */
export const nodeServer = ({
  args,
  sandbox = IN_SANDBOX,
  env = {},
  name = 'one',
}: Process): ServerConfig => ({
  id: name,
  name,
  reach: { kind: 'stdio', command: process.execPath, args, env, sandbox },
})

export const webServer = (url: string, headers: Record<string, string> = {}): ServerConfig => ({
  id: 'one',
  name: 'one',
  reach: { kind: 'http', url, headers },
})

/** A folder that is gone after the test. */
export function temporaryFolder(): string {
  const folder = realpathSync(mkdtempSync(path.join(tmpdir(), 'countersign-server-')))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

type Setting = {
  sandbox?: Sandbox
  dataDir?: string
  workspace?: string
  hosts?: string[]
  times?: Partial<ServerTimes>
}

/** Servers as a process reaches them, until the test is over; `run` calls a tool of one as it was last described. */
export async function reachServers(
  servers: ServerConfig[],
  { sandbox, dataDir, workspace, hosts = [], times = {} }: Setting = {},
) {
  const news: ServerNews[] = []
  const watchers = new Set<() => void>()
  const connections = openServers({
    sandbox: sandbox ?? (await openSandbox({ kind: 'bubblewrap', read: [] })),
    dataDir,
    workspace,
    hash: String,
    onRewrite: async () => undefined,
    internalHosts: async () => hosts,
    log: () => undefined,
    onNews: each => {
      news.push(each)
      for (const watcher of watchers) watcher()
    },
    times: { retry: 10, close: 100, pause: 1, ...times },
  })
  onTestFinished(() => connections.close())
  /** The first news of this kind, be it there already or to come. */
  const until = (isIt: (each: ServerNews) => boolean, from = 0): Promise<ServerNews> =>
    new Promise(resolve => {
      const look = (): void => {
        const match = news.slice(from).find(isIt)
        if (!match) return
        watchers.delete(look)
        resolve(match)
      }
      watchers.add(look)
      look()
    })
  const catalogOf = (id: string) => news.findLast(each => each.id === id && each.catalog)?.catalog
  const toolsOf = (server: ServerConfig) => {
    const catalog = catalogOf(server.id)
    if (!catalog) throw new Error(`${server.name} has not told what it has`)
    return serverTools(server, catalog, connections)
  }
  const registryOf = (server: ServerConfig) => createRegistry(toolsOf(server).tools, hash)
  /** Calls a tool, of the first server unless its name says otherwise. */
  const run = (name: string, args: object = {}, options: Options = {}): Promise<ToolOutcome> => {
    const [of, tool] = name.includes('__') ? name.split('__') : [servers[0]?.name, name]
    const server = servers.find(each => each.name === of)
    if (!server) throw new Error('There is no such server')
    return temporaryWorkspace(registryOf(server)).runs(`${server.name}__${tool}`, args, options)
  }
  await connections.configure(servers)
  const connected = (id = servers[0]?.id) => until(each => each.id === id && each.catalog !== undefined)
  return { connections, news, until, connected, toolsOf, run }
}
