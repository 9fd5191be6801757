import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buildConnector } from 'undici'
import { onTestFinished } from 'vitest'
import type { PerformContext, ToolOutcome } from '../../define-tool'
import { createRegistry } from '../../registry'
import { perform } from '../../run-tool'
import { hash, performContext, previewCall } from '../../testing/temporary-workspace'
import { createFetchUrl, type FetchOptions } from '../fetch-url'
import type { Network } from '../guarded-client'

/** What a server was asked, in order: its ledger. */
export type Request = { method: string; path: string; headers: IncomingMessage['headers']; body: string }

export type WebServer = {
  port: number
  /** `127.0.0.1:port`, as the owner would open it. */
  host: string
  url: string
  ledger: Request[]
  /** Connections, whether anything came by them or not. */
  connections: () => number
  /** Resolves when every connection is closed again. */
  isLeft: () => Promise<void>
}

/** A server on loopback, gone after the test. */
export async function serveWeb(
  answer: (response: ServerResponse, request: Request) => void = response => response.end('hello'),
): Promise<WebServer> {
  const ledger: Request[] = []
  let count = 0
  const open = new Set<unknown>()
  let left = Promise.withResolvers<void>()
  const server = createServer(async (message, response) => {
    response.on('error', () => undefined)
    const chunks: Buffer[] = []
    for await (const chunk of message) chunks.push(chunk)
    const request = {
      method: message.method ?? '',
      path: message.url ?? '',
      headers: message.headers,
      body: Buffer.concat(chunks).toString(),
    }
    ledger.push(request)
    answer(response, request)
  })
  server.on('connection', socket => {
    count += 1
    open.add(socket)
    if (open.size === 1) left = Promise.withResolvers()
    socket.on('close', () => {
      open.delete(socket)
      if (open.size === 0) left.resolve()
    })
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  const { port } = server.address() as AddressInfo
  const host = `127.0.0.1:${port}`
  return {
    port,
    host,
    url: `http://${host}`,
    ledger,
    connections: () => count,
    isLeft: () => (open.size === 0 ? Promise.resolve() : left.promise),
  }
}

/**
 * A public internet on loopback: names, the addresses that they stand for (for each look-up the next), and which
 * server is at an address. `dialled`: what was connected to.
 */
export function publicNetwork(
  names: Record<string, string[][]>,
  places: Record<string, number> = {},
): { network: Network; dialled: string[]; lookups: string[] } {
  const dialled: string[] = []
  const lookups: string[] = []
  const left = structuredClone(names)
  const network: Network = {
    resolve: async host => {
      lookups.push(host)
      const next = left[host]
      const addresses = next && next.length > 1 ? next.shift() : next?.[0]
      if (!addresses) throw Object.assign(new Error(`getaddrinfo ENOTFOUND ${host}`), { code: 'ENOTFOUND' })
      return addresses
    },
    connector: (addresses, { connectMs }) => {
      const connect = buildConnector({ timeout: connectMs, allowH2: false })
      return (where, callback) => {
        const [address = ''] = addresses
        dialled.push(address)
        const port = places[address]
        if (port === undefined) callback(Object.assign(new Error('refused'), { code: 'ECONNREFUSED' }), null)
        else connect({ ...where, hostname: '127.0.0.1', port: `${port}` }, callback)
      }
    },
  }
  return { network, dialled, lookups }
}

type Options = FetchOptions & Partial<PerformContext> & { hosts?: string[] }

const tools = (options: FetchOptions) => createRegistry([createFetchUrl(options)], hash)

const contextOf = ({ hosts = [], ...options }: Options): PerformContext =>
  performContext({ internalHosts: async () => hosts, ...options })

type Args = { url: string; method?: string; headers?: Record<string, string>; body?: string }

const invocation = (args: Args) => ({ tool: 'fetch_url', argumentsText: JSON.stringify(args) })

export const fetches = (args: Args, options: Options = {}): Promise<ToolOutcome> =>
  perform(tools(options), invocation(args), contextOf(options))

export const previews = (args: Args, options: Options = {}) =>
  previewCall(tools(options), invocation(args), contextOf(options))

/** The text of what was fetched; it fails where nothing was. */
export async function fetched(args: Args, options: Options = {}): Promise<string> {
  const outcome = await fetches(args, options)
  if (outcome.kind !== 'ok') throw new Error(JSON.stringify(outcome))
  return outcome.text
}
