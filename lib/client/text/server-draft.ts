import type { McpServer } from '@/lib/domain/servers/mcp-server'
import type { ServerInput } from '@/lib/domain/servers/server-input'
import { isObject, objectIn } from '@/lib/text/json/json-value'
import { partsIn } from './field-text'

/** An MCP server as a form holds it: lists are lines of text. */
export const EMPTY_SERVER = {
  name: '',
  kind: 'command' as 'command' | 'url',
  command: '',
  args: '',
  env: '',
  url: '',
  headers: '',
  isSandboxed: true,
  hasNetwork: false,
  read: '',
  write: '',
}

export type ServerDraft = typeof EMPTY_SERVER

/**
 * What the form says, as the API takes it: a program with its sandbox, or an address with its headers. Of a server that was
 * so `before`, what nobody changed stays: not every text is the same when it is read again.
 */
export function serverInput(draft: ServerDraft, before?: McpServer): ServerInput {
  const old = before && serverDraft(before)
  const keptIfUnchanged = <V>(field: ListField, stored: V | undefined, read: (text: string) => V): V =>
    stored !== undefined && old?.[field] === draft[field] ? stored : read(draft[field])
  const name = draft.name.trim()
  if (draft.kind === 'url') {
    const headers = keptIfUnchanged('headers', before?.headers, text => valuesIn(text, /^([^:=]+)[:=](.*)$/))
    return { name, url: draft.url.trim(), headers }
  }
  const oldSandbox = before?.sandbox || undefined
  const sandbox = draft.isSandboxed && {
    read: keptIfUnchanged('read', oldSandbox?.read, partsIn),
    write: keptIfUnchanged('write', oldSandbox?.write, partsIn),
    network: draft.hasNetwork,
  }
  const args = keptIfUnchanged('args', before?.args, partsIn)
  const env = keptIfUnchanged('env', before?.env, text => valuesIn(text, /^([^=]+)=(.*)$/))
  return { name, command: draft.command.trim(), args, env, sandbox }
}

type ListField = 'args' | 'env' | 'headers' | 'read' | 'write'

/** What the form says of a server that is there. */
export function serverDraft({ name, sandbox, ...server }: McpServer): ServerDraft {
  const { command = '', args = [], env = {}, url = '', headers = {} } = server
  const { read, write, network } = sandbox || { read: [], write: [], network: false }
  return {
    name,
    kind: server.url === undefined ? 'command' : 'url',
    command,
    args: args.join('\n'),
    env: valueLines(env, '='),
    url,
    headers: valueLines(headers, ': '),
    isSandboxed: sandbox !== false,
    hasNetwork: network,
    read: read.join('\n'),
    write: write.join('\n'),
  }
}

export const valueLines = (values: NonNullable<McpServer['env']>, sign: string): string =>
  Object.entries(values)
    .map(([name, value]) => name + sign + (typeof value === 'string' ? value : `$${value.fromEnv}`))
    .join('\n')

/**
 * What a guide shows, as the API takes it: the address of a server, the file of Claude or Cursor, or what stands in that
 * under `mcpServers`. Whether it is right is for the API to say.
 */
export function pastedServers(text: string): ServerInput | null {
  const url = text.trim()
  if (url === '') return null
  if (/^https?:\/\/\S+$/i.test(url) && URL.canParse(url)) return { name: nameIn(new URL(url)), url }
  // Guides show a part of the file, too.
  const config = objectIn(text) ?? objectIn(`{${text}}`)
  if (!config) return null
  if ('mcpServers' in config) return { mcpServers: config.mcpServers } as ServerInput
  const entries = Object.values(config)
  return entries.length > 0 && entries.every(isObject)
    ? { mcpServers: config as NonNullable<ServerInput['mcpServers']> }
    : config
}

/** `linear` of `mcp.linear.app`; of a host that is a number, all of it. */
function nameIn({ hostname }: URL): string {
  const labels = hostname.split('.').filter(label => !/^(mcp|www|api)$/i.test(label))
  const label = /^[\d.:[\]]+$/.test(hostname) ? hostname : (labels.at(labels.length > 1 ? -2 : -1) ?? '')
  const name = label.replace(/[^A-Za-z0-9]+/g, '-').replace(/^-|-$/g, '')
  return name.slice(0, 30) || 'server'
}

/** `NAME` is a variable of the server's own environment, `NAME=$OTHER` another one, `NAME=text` a text. */
export function valuesIn(text: string, pair: RegExp): Record<string, string | { fromEnv: string }> {
  return Object.fromEntries(
    partsIn(text).map(line => {
      const [, name, value] = pair.exec(line) ?? []
      if (name === undefined || value === undefined) return [line, { fromEnv: line }]
      const trimmed = value.trim()
      const isName = /^\$\{?[A-Za-z_][A-Za-z0-9_]*\}?$/.test(trimmed)
      return [name.trim(), isName ? { fromEnv: trimmed.replace(/[${}]/g, '') } : trimmed]
    }),
  )
}
