import * as z from 'zod'
import type { CodedText } from '@/lib/messages/phrase'
import { pointerTo } from '@/lib/text/json/json-value'
import { type FieldError, fieldFault, schemaFault } from '../contract/problem'
import { FromEnv } from '../environment'
import { McpSandbox, McpServerName, McpValue } from './mcp-server'

const Values = z.record(z.string().min(1).max(200), McpValue)

const Reach = {
  command: z.string().trim().min(1).max(4096).optional(),
  args: z.array(z.string().max(4096)).max(200).optional(),
  env: Values.optional(),
  url: z.string().trim().min(1).max(4096).optional(),
  headers: Values.optional(),
  enabled: z.boolean().optional(),
  sandbox: McpSandbox.optional(),
}

/** `type` and `disabled` as other programs write them. */
const FileEntry = z.strictObject({
  ...Reach,
  type: z.enum(['stdio', 'http', 'streamable-http', 'streamableHttp']).optional(),
  disabled: z.boolean().optional(),
})

/** The file by which programs share servers. */
export const ServerFile = z.looseObject({ mcpServers: z.record(z.string(), FileEntry) })

/** One server, or several in the shape of that file. */
export const ServerInput = z.strictObject({
  name: McpServerName.optional(),
  ...Reach,
  mcpServers: z.record(z.string(), FileEntry).optional(),
})
export type ServerInput = z.infer<typeof ServerInput>

export const ServerPatch = z.strictObject({ name: McpServerName.optional(), ...Reach })
export type ServerPatch = z.infer<typeof ServerPatch>

/** One of the words that a server sends its owner back with. */
export const SIGN_IN_WORD = z.string().max(8_000)

/** With what a server sent its owner back: a code, or why there is none. */
export const SignInInput = z.union([
  z.strictObject({ state: SIGN_IN_WORD, code: SIGN_IN_WORD, iss: SIGN_IN_WORD.optional() }),
  z.strictObject({ state: SIGN_IN_WORD, error: SIGN_IN_WORD, description: SIGN_IN_WORD.optional() }),
])
export type SignInInput = z.infer<typeof SignInInput>

/** How a server is named and reached, and whether it is to be. */
export type ServerSettings = Pick<ServerPatch, 'command' | 'url'> &
  Required<Omit<ServerPatch, 'command' | 'url'>>

type Outcome = { servers: ServerSettings[]; errors: FieldError[] }

/** The servers that somebody wants to add, or what is wrong with them. */
export function serversIn(input: ServerInput): Outcome {
  const { mcpServers, name, ...reach } = input
  if (!mcpServers) {
    if (name === undefined) return { servers: [], errors: [fieldFault('/name', { code: 'fault.nameIt' })] }
    return withFaults([{ path: '', server: settingsOf(name, reach) }])
  }
  if (name !== undefined || Object.keys(reach).length > 0)
    return { servers: [], errors: [fieldFault('', { code: 'fault.oneOrMany' })] }
  if (Object.keys(mcpServers).length === 0)
    return { servers: [], errors: [fieldFault('/mcpServers', { code: 'fault.noServerInIt' })] }
  return withFaults(
    Object.entries(mcpServers).map(([name, { type: _, disabled, ...entry }]) => ({
      path: pointerTo('mcpServers', name),
      server: settingsOf(name, { enabled: disabled !== true, ...entry }),
    })),
  )
}

/** A server as it will be; another way to reach it takes the place of the one that it had. */
export function withPatch(server: ServerSettings, { name, ...patch }: ServerPatch): Outcome {
  const { command, args, env, url, headers, ...rest } = server
  const isOther =
    (patch.command !== undefined && url !== undefined) || (patch.url !== undefined && command !== undefined)
  const had = isOther ? {} : { command, args, env, url, headers }
  return withFaults([{ path: '', server: settingsOf(name ?? server.name, { ...rest, ...had, ...patch }) }])
}

function settingsOf(name: string, reach: Omit<ServerPatch, 'name'>): ServerSettings {
  return {
    name,
    command: reach.command,
    args: reach.args ?? [],
    env: named(reach.env),
    url: reach.url,
    headers: named(reach.headers),
    enabled: reach.enabled ?? true,
    sandbox: reach.sandbox ?? { read: [], write: [], network: false },
  }
}

const VARIABLE = /^\$\{(?:env:)?([A-Za-z_][A-Za-z0-9_]*)\}$/
const PART = /\$\{(?:env:)?[A-Za-z_][A-Za-z0-9_]*\}/

const named = (values: Record<string, McpValue> = {}): Record<string, McpValue> =>
  Object.fromEntries(
    Object.entries(values).map(([key, value]) => {
      const [, fromEnv] = (typeof value === 'string' && VARIABLE.exec(value)) || []
      return [key, fromEnv === undefined ? value : { fromEnv }]
    }),
  )

function withFaults(servers: { path: string; server: ServerSettings }[]): Outcome {
  const errors = servers.flatMap(({ path, server }) =>
    faultsIn(server).map(fault => ({ ...fault, path: `${path}${fault.path}` })),
  )
  return { servers: errors.length > 0 ? [] : servers.map(({ server }) => server), errors }
}

function faultsIn(server: ServerSettings): FieldError[] {
  const { name, command, args, env, url, headers } = server
  const badName = McpServerName.safeParse(name).error?.issues[0]?.message
  const faults: FieldError[] = badName === undefined ? [] : [schemaFault('/name', badName)]
  if (command === undefined && url === undefined) faults.push(fieldFault('', { code: 'fault.commandOrUrl' }))
  if (command !== undefined && url !== undefined) faults.push(fieldFault('', { code: 'fault.commandAndUrl' }))
  if (url !== undefined) faults.push(...urlFaults(url))
  if (url !== undefined && (args.length > 0 || Object.keys(env).length > 0))
    faults.push(fieldFault(args.length > 0 ? '/args' : '/env', { code: 'fault.ofCommand' }))
  if (command !== undefined && Object.keys(headers).length > 0)
    faults.push(fieldFault('/headers', { code: 'fault.ofUrl' }))
  for (const [index, text] of args.entries())
    if (PART.test(text)) faults.push(fieldFault(`/args/${index}`, { code: 'fault.variableInArgument' }))
  return [...faults, ...valueFaults('/env', env), ...valueFaults('/headers', headers)]
}

const SECRET = /token|key|secret|passw|authorization|credential|cookie/i

const valueFaults = (path: string, values: Record<string, McpValue>): FieldError[] =>
  Object.entries(values).flatMap(([key, value]) => {
    const at = `${path}${pointerTo(key)}`
    if (typeof value !== 'string')
      return (FromEnv.safeParse(value).error?.issues ?? []).map(({ message }) => schemaFault(at, message))
    if (value === '') return []
    if (PART.test(value)) return [fieldFault(at, { code: 'fault.wholeValue' })]
    return SECRET.test(key) ? [fieldFault(at, { code: 'fault.plainValue', params: { key } })] : []
  })

function urlFaults(text: string): FieldError[] {
  const fault = (codedText: CodedText) => [fieldFault('/url', codedText)]
  if (!/^https?:\/\//i.test(text) || !URL.canParse(text)) return fault({ code: 'fault.noWebAddress' })
  const url = new URL(text)
  if (url.username !== '' || url.password !== '') return fault({ code: 'fault.passwordInAddress' })
  const secret = [...url.searchParams.keys()].find(key => SECRET.test(key))
  return secret === undefined ? [] : fault({ code: 'fault.secretInQuery', params: { key: secret } })
}
