import { ToolName } from '@/lib/domain/call/tool'
import type { McpCatalog } from '@/lib/domain/mcp/mcp-server'
import { isObject } from '@/lib/json/json-value'
import { oneLine } from '@/lib/text/truncate'
import type { RiskReason, ToolDefinition } from '../define-tool'
import type { ServerConfig, ServerConnections, ServerTool } from './server-config'

/** Tools of a server, and those that it has but that cannot be offered. */
export type ServerTools = { tools: ToolDefinition[]; refused: { name: string; why: string }[] }

/**
 * The Tools of a server, as it last said what it has. What it says of them (that they only read, that they destroy
 * nothing) is shown and never believed: each may do anything.
 */
export function serverTools(
  server: ServerConfig,
  catalog: McpCatalog,
  connections: Pick<ServerConnections, 'call'>,
): ServerTools {
  const names = new Map<string, number>()
  for (const tool of catalog.tools) {
    const name = nameOf(server, tool)
    names.set(name, (names.get(name) ?? 0) + 1)
  }
  const tools: ToolDefinition[] = []
  const refused: ServerTools['refused'] = []
  for (const tool of catalog.tools) {
    const name = nameOf(server, tool)
    const why = whyRefused(name, tool, names.get(name) ?? 0)
    if (why === undefined) tools.push(toolOf(name, { server, tool, connections }))
    else refused.push({ name: tool.name, why })
  }
  return { tools, refused }
}

/** Models take few characters in a name; the others become underscores. */
const nameOf = (server: ServerConfig, tool: ServerTool): string =>
  `${server.name}__${tool.name.replace(/[^A-Za-z0-9_-]/g, '_')}`

function whyRefused(name: string, tool: ServerTool, count: number): string | undefined {
  if (tool.name === '') return 'It has no name.'
  if (count > 1) return `${count} tools would be named ${oneLine(name)}.`
  return ToolName.safeParse(name).success
    ? undefined
    : 'Its name is too long: with that of its server it may have 64 characters.'
}

type ToolParts = { server: ServerConfig; tool: ServerTool; connections: Pick<ServerConnections, 'call'> }

function toolOf(name: string, { server, tool, connections }: ToolParts): ToolDefinition {
  const { risks, place } = runsAt(server)
  const summary = `Call ${oneLine(tool.name)} of the server ${server.name}, ${place}.${hintsOf(tool)}`
  return {
    name,
    title: tool.title || titleHint(tool) || tool.name,
    description: tool.description ?? '',
    source: `mcp:${server.name}`,
    origin: originOf(server),
    schema: tool.inputSchema,
    risk: isTrusted(server) ? 'high' : 'medium',
    readOnly: false,
    idempotent: false,
    paths: () => [],
    preview: async () => ({ kind: 'preview', preview: { kind: 'mcp', summary, preconditions: [] }, risks }),
    perform: (args, context) => connections.call({ server, tool, args }, context),
  }
}

/** Whether nothing keeps a server from what it wants to do. */
const isTrusted = ({ reach }: ServerConfig): boolean => reach.kind === 'http' || reach.sandbox === false

/** What a Tool's definition hash covers beside what the server says of it: what is started, and in what. */
function originOf({ reach }: ServerConfig): string {
  if (reach.kind === 'http')
    return JSON.stringify({ url: reach.url, headers: Object.keys(reach.headers).sort() })
  const { command, args, env, sandbox } = reach
  return JSON.stringify({ command: [command, ...args], env: Object.keys(env).sort(), sandbox })
}

function runsAt({ reach }: ServerConfig): { place: string; risks: RiskReason[] } {
  if (reach.kind === 'http') {
    return {
      place: `at ${oneLine(reach.url)}`,
      risks: [{ level: 'high', reason: `Its arguments go to ${new URL(reach.url).host}` }],
    }
  }
  if (reach.sandbox === false) {
    const reason = 'Its server runs without a sandbox, with all that this one can reach'
    return { place: 'without a sandbox', risks: [{ level: 'high', reason }] }
  }
  if (!reach.sandbox.network) return { place: 'in a sandbox without network', risks: [] }
  const reason = 'Its server reaches everything this machine reaches, its own services included'
  return { place: 'in a sandbox with network', risks: [{ level: 'high', reason }] }
}

function titleHint({ annotations }: ServerTool): string | undefined {
  const title = annotations?.title
  return typeof title === 'string' && title !== '' ? title : undefined
}

const HINTS = [
  { key: 'readOnlyHint', yes: 'it only reads', no: 'it changes something' },
  { key: 'destructiveHint', yes: 'it may destroy something', no: 'it destroys nothing' },
]

/** In words, as what they are: what the server says of its own tool. */
function hintsOf({ annotations }: ServerTool): string {
  if (!isObject(annotations)) return ''
  const words = HINTS.flatMap(({ key, yes, no }) => {
    const hint = annotations[key]
    return typeof hint === 'boolean' ? [hint ? yes : no] : []
  })
  return words.length === 0 ? '' : ` It says that ${words.join(' and that ')}; nobody checked that.`
}
