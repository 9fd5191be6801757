import { readFile, realpath } from 'node:fs/promises'
import path from 'node:path'
import { takeServersOfFile } from '@/lib/agent/actions/servers/mcp-servers'
import type { Deps } from '@/lib/agent/process/deps'
import { LiveServers } from '@/lib/agent/process/live-servers'
import { Refusal } from '@/lib/domain/contract/problem'
import { ServerFile, type ServerSettings, serversIn } from '@/lib/domain/servers/server-input'
import { sha256 } from '@/lib/record/digest'
import { readSettings } from '@/lib/store/installation/setting'
import type { Sandbox } from '@/lib/tools/sandbox/sandbox'
import type { ServerConnections } from '@/lib/tools/servers/server-config'
import type { ServersOptions } from '@/lib/tools/servers/servers'

export type LiveServersConfig = {
  /** A file that names servers of tools. */
  serverFile?: string | undefined
  /** Others than those that can be reached: for tests. */
  openServers?: (options: ServersOptions) => ServerConnections
}

type Surroundings = { config: LiveServersConfig; sandbox: Sandbox | undefined; connects: boolean }

/** They are made of the deps that ask for them. */
export const laterServers = (holder: { servers?: LiveServers }): Deps['servers'] => ({
  refresh: async () => holder.servers?.refresh(),
  describe: row => {
    if (!holder.servers) throw new Error('Nobody is served before the servers of tools are known.')
    return holder.servers.describe(row)
  },
  owns: path => holder.servers?.owns(path) ?? false,
  reached: () => holder.servers?.reached() ?? null,
})

/** Those of the owner's file first. They are connected to where Calls run. */
export async function openLiveServers(
  deps: Deps,
  holder: { servers?: LiveServers },
  { config, sandbox, connects }: Surroundings,
): Promise<void> {
  const { dataDir, workspaceRoot: workspace, log } = deps
  const internalHosts = async () => (await readSettings(deps.db)).internalHosts
  const onRewrite = () => deps.servers.refresh()
  const common = { sandbox, dataDir, workspace, hash: sha256, internalHosts, log, onRewrite }
  const servers = new LiveServers(deps, {
    open: connects
      ? async onNews => {
          const { openServers = (await import('@/lib/tools/servers/servers')).openServers } = config
          return openServers({ ...common, onNews })
        }
      : undefined,
  })
  holder.servers = servers
  const { serverFile: file } = config
  const named = file === undefined ? null : await readServerFile(file, workspace)
  const fileServers = named && (await takeServersOfFile(deps, named))
  if (fileServers instanceof Refusal) throw new Error(`COUNTERSIGN_MCP_CONFIG: ${fileServers.detail}`)
  await servers.refresh()
}

/**
 * The servers of tools that the owner's file names. It must lie where no tool can write it.
 *
 * @throws Error whose one line says what is wrong with the file
 */
async function readServerFile(file: string, workspace: string): Promise<ServerSettings[]> {
  const fault = (what: string): Error => new Error(`COUNTERSIGN_MCP_CONFIG: ${file} ${what}.`)
  const realFile = await realpath(file).catch(() => null)
  if (realFile === null) throw fault('is not there')
  const fromWorkspace = path.relative(await realpath(workspace), realFile)
  if (!fromWorkspace.startsWith('..') && !path.isAbsolute(fromWorkspace))
    throw fault('lies in the workspace, where tools could change it: move it elsewhere')
  const json: unknown = await readFile(realFile, 'utf8')
    .then(JSON.parse)
    .catch(error => {
      throw fault(`is no JSON: ${error.message}`)
    })
  const parsed = ServerFile.safeParse(json)
  if (!parsed.success) {
    const [issue] = parsed.error.issues
    throw fault(`cannot be read: ${issue?.path.join('.')}: ${issue?.message}`)
  }
  const { mcpServers } = parsed.data
  if (Object.keys(mcpServers).length === 0) return []
  const { servers, errors } = serversIn({ mcpServers })
  const [error] = errors
  if (error) throw fault(`is refused: ${error.path}: ${error.message}`)
  return servers
}
