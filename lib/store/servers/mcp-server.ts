import * as z from 'zod'
import { OptionalText } from '@/lib/domain/coded-text'
import { McpCatalog, McpSandbox, McpServerName, McpStatus, McpValue } from '@/lib/domain/servers/mcp-server'
import type { ServerSettings } from '@/lib/domain/servers/server-input'
import { type CodedText, phrase } from '@/lib/messages/phrase'
import { instant, optional } from '../connection/columns'
import { json, jsonValue, type Tx } from '../connection/database'
import { stored } from '../connection/stored'

const McpServerRow = z.object({
  id: z.string(),
  name: McpServerName,
  command: optional(z.string()),
  args: z.array(z.string()),
  env: z.record(z.string(), McpValue),
  url: optional(z.string()),
  headers: z.record(z.string(), McpValue),
  enabled: z.boolean(),
  sandbox: McpSandbox,
  fromFile: z.boolean(),
  status: McpStatus,
  error: optional(z.string()),
  errorMessage: optional(OptionalText),
  /** Of one that cannot be read the server is asked again. */
  catalog: optional(McpCatalog).catch(undefined),
  createdAt: instant,
  updatedAt: instant,
})
export type McpServerRow = z.infer<typeof McpServerRow>

const read = stored(McpServerRow)

/** What cannot be read is not reached: there is no half of a server. */
const rowsOf = (rows: unknown[]): McpServerRow[] => rows.flatMap(row => read(row) ?? [])

type Reader = Pick<Tx, 'mcpServer'>

/** In the order in which they were added. */
export const serverRows = async (tx: Reader): Promise<McpServerRow[]> =>
  rowsOf(await tx.mcpServer.findMany({ orderBy: { id: 'asc' } }))

export async function findServer(tx: Reader, id: string): Promise<McpServerRow | null> {
  const row = await tx.mcpServer.findUnique({ where: { id } })
  return row && (rowsOf([row])[0] ?? null)
}

/** The same, which nobody else changes before this transaction ends. */
export async function lockServer(tx: Tx, id: string): Promise<McpServerRow | null> {
  await tx.$queryRaw`SELECT 1 FROM "McpServer" WHERE id = ${id}::uuid FOR UPDATE`
  return findServer(tx, id)
}

type NewServer = { id: string; settings: ServerSettings; fromFile: boolean; at: string }

/** False where there is one of this name. */
export async function insertServer(tx: Tx, { id, settings, fromFile, at }: NewServer): Promise<boolean> {
  const [createdAt, updatedAt] = [new Date(at), new Date(at)]
  const data = { id, ...columnsOf(settings), fromFile, createdAt, updatedAt }
  return (await tx.mcpServer.createMany({ data: [data], skipDuplicates: true })).count === 1
}

type ServerChange = { id: string; settings: ServerSettings; fromFile?: boolean; at: string }

/** False where another one has this name. */
export async function saveServer(tx: Tx, { id, settings, at, ...more }: ServerChange): Promise<boolean> {
  const { name } = settings
  if ((await tx.mcpServer.count({ where: { name, id: { not: id } } })) > 0) return false
  const data = {
    ...columnsOf(settings),
    error: null,
    errorMessage: json(null),
    ...more,
    updatedAt: new Date(at),
  }
  await tx.mcpServer.update({ where: { id }, data })
  return true
}

const columnsOf = ({ name, command, args, env, url, headers, enabled, sandbox }: ServerSettings) => ({
  name,
  command: command ?? null,
  url: url ?? null,
  args,
  enabled,
  env: jsonValue(env),
  headers: jsonValue(headers),
  sandbox: jsonValue(sandbox),
  status: enabled ? ('connecting' as const) : ('disabled' as const),
})

export async function removeServer(tx: Tx, id: string): Promise<boolean> {
  return (await tx.mcpServer.deleteMany({ where: { id } })).count === 1
}

/** How it is, as a process that connects to it has heard. One that is gone is not missed. */
export async function saveServerState(
  tx: Reader,
  state: Pick<McpServerRow, 'id' | 'status'> & { error?: CodedText | undefined; catalog?: McpCatalog },
): Promise<void> {
  const { id, status, error, catalog } = state
  const data = {
    status,
    error: error ? phrase(error) : null,
    errorMessage: json(error),
    ...(catalog === undefined ? {} : { catalog: json(catalog) }),
  }
  await tx.mcpServer.updateMany({ where: { id, enabled: true }, data })
}
