import { ToolName } from '@/lib/domain/call/tool'
import { type RiskReason, riskReason } from '@/lib/domain/policy/risk-reason'
import type { McpCatalog } from '@/lib/domain/servers/mcp-server'
import type { CodedText } from '@/lib/messages/phrase'
import { isObject, pointerTo } from '@/lib/text/json/json-value'
import { oneLine, startOf } from '@/lib/text/truncate'
import { previewSummary, type ToolDefinition } from '../define-tool'
import type { ServerConfig, ServerConnections, ServerTool } from './server-config'

/** Tools of a server, and those that it has but that cannot be offered. */
type ServerTools = { tools: ToolDefinition[]; refused: { name: string; why: CodedText }[] }

/**
 * The Tools of a server, as it last said what it has. What it says of them (that they only read, that they destroy
 * nothing) is shown and never believed: each may do anything.
 */
export function serverTools(
  server: ServerConfig,
  catalog: McpCatalog,
  connections: Pick<ServerConnections, 'call'>,
): ServerTools {
  const toolsByName = Map.groupBy(catalog.tools, tool => nameOf(server, tool))
  const tools: ToolDefinition[] = []
  const refused: ServerTools['refused'] = []
  for (const tool of catalog.tools) {
    const name = nameOf(server, tool)
    const why = whyRefused(name, tool, toolsByName.get(name)?.length ?? 0)
    if (why === undefined) tools.push(toolOf(name, { server, tool, connections }))
    else refused.push({ name: tool.name, why })
  }
  return { tools, refused }
}

/** Models take few characters in a name; the others become underscores. */
const nameOf = (server: ServerConfig, tool: ServerTool): string =>
  `${server.name}__${tool.name.replace(/[^A-Za-z0-9_-]/g, '_')}`

function whyRefused(name: string, tool: ServerTool, count: number): CodedText | undefined {
  if (tool.name === '') return { code: 'toolServer.noName' }
  if (count > 1) return { code: 'toolServer.sameName', params: { count, name: oneLine(name) } }
  return ToolName.safeParse(name).success ? undefined : { code: 'toolServer.longName' }
}

type ToolParts = { server: ServerConfig; tool: ServerTool; connections: Pick<ServerConnections, 'call'> }

function toolOf(name: string, { server, tool, connections }: ToolParts): ToolDefinition {
  const { risks, ...placeParams } = runsAt(server)
  const params = { tool: oneLine(tool.name), server: server.name, ...placeParams, ...hintsOf(tool) }
  const titleHint = tool.annotations?.title
  const title = tool.title || (typeof titleHint === 'string' && titleHint) || tool.name
  const sentence = (args: unknown): CodedText => ({
    code: 'mcp.does',
    params: { ...params, title: oneLine(title), values: valuesOf(args) },
  })
  return {
    name,
    title,
    description: tool.description ?? '',
    source: `mcp:${server.name}`,
    origin: originOf(server),
    schema: tool.inputSchema,
    risk: isTrusted(server) ? 'high' : 'medium',
    readOnly: false,
    idempotent: false,
    paths: () => [],
    // Nobody knows which of them goes further.
    reach: args => (isObject(args) ? Object.keys(args).map(key => pointerTo(key)) : ['']),
    preview: async args => ({
      kind: 'preview',
      preview: { kind: 'mcp', ...previewSummary(sentence(args)), preconditions: [] },
      risks,
    }),
    perform: (args, context) => connections.call({ server, tool, args }, context),
  }
}

const MOST_CHARS = { value: 60, all: 160 }

/** The arguments in a line, as far as they fit: the card has them whole. */
function valuesOf(args: unknown): string {
  const entries = isObject(args) ? Object.entries(args) : []
  const parts = entries.map(([name, value]) =>
    startOf(`${name} ${typeof value === 'string' ? value : JSON.stringify(value)}`, MOST_CHARS.value),
  )
  return parts.length === 0 ? 'none' : oneLine(startOf(parts.join(', '), MOST_CHARS.all))
}

/** Whether nothing keeps a server from what it wants to do. */
const isTrusted = ({ reach }: ServerConfig): boolean => reach.kind === 'http' || reach.sandbox === false

/** What a Tool's definition hash covers beside what the server says of it: what is started, and in what. */
function originOf({ reach }: ServerConfig): string {
  if (reach.kind === 'http')
    return JSON.stringify({ url: reach.url, headers: Object.keys(reach.headers).sort() })
  const { command, args, env, sandbox, files } = reach
  return JSON.stringify({ command: [command, ...args], env: Object.keys(env).sort(), sandbox, files })
}

function runsAt({ reach }: ServerConfig): { place: string; url: string; risks: RiskReason[] } {
  if (reach.kind === 'http') {
    const risk = riskReason('high', 'argumentsLeave', { host: new URL(reach.url).host })
    return { place: 'http', url: oneLine(reach.url), risks: [risk] }
  }
  const { sandbox } = reach
  if (sandbox === false) return { place: 'open', url: '', risks: [riskReason('high', 'serverNoSandbox')] }
  return sandbox.network
    ? { place: 'network', url: '', risks: [riskReason('high', 'serverReachesAll')] }
    : { place: 'closed', url: '', risks: [] }
}

/** In words, as what they are: what the server says of its own tool. */
function hintsOf({ annotations }: ServerTool): { hints: string; reads: string; destroys: string } {
  const hint = (key: string): string | null => {
    const value = annotations?.[key]
    return typeof value === 'boolean' ? (value ? 'yes' : 'no') : null
  }
  const [reads, destroys] = [hint('readOnlyHint'), hint('destructiveHint')]
  const count = [reads, destroys].filter(each => each !== null).length
  return {
    hints: ['none', 'one', 'both'][count] ?? 'none',
    reads: reads ?? 'unsaid',
    destroys: destroys ?? 'unsaid',
  }
}
