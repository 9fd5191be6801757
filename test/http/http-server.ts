import http from 'node:http'
import { tmpdir } from 'node:os'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { ReadableStream as NodeReadableStream } from 'node:stream/web'
import { onTestFinished } from 'vitest'
import type { Env } from '@/lib/env'
import { signInBinding } from '@/lib/record/digest'
import { dispatch } from '@/lib/server/api/dispatch'
import { type CurrentProcess, openProcess } from '@/lib/server/current-process'
import type { Role } from '@/lib/server/process-config'
import type { Process } from '@/lib/server/start-process'

export type HttpServer = {
  url: string
  current: CurrentProcess
  /** What was logged as an error: a test that expects some takes them. */
  errors: string[]
}

export const TOKEN = 'the-token-of-the-tests-and-of-nothing-else'

export type HttpOptions = {
  start: () => Promise<Process>
  role?: Role
  hosts?: string[]
  token?: string
  origin?: string
  issuer?: Env['issuer']
  workspace?: string
}

/** Serves the API over HTTP until the test is over. */
export async function serveApi(options: HttpOptions): Promise<HttpServer> {
  const { server, end } = await openApi(options)
  onTestFinished(end)
  return server
}

/** Serves the API over HTTP, without a build. */
export async function openApi(
  options: HttpOptions,
): Promise<{ server: HttpServer; end: () => Promise<void> }> {
  const errors: string[] = []
  const token = options.token ?? TOKEN
  const current = openProcess({
    settings: {
      role: options.role ?? 'all',
      instance: 'tested',
      version: '0.0.0',
      token,
      signInBinding: signInBinding(token, NOT_ASKED.auditKey),
      origin: options.origin,
      issuer: options.issuer ?? { url: undefined, clientId: '', clientSecret: undefined, roles: [] },
      hosts: options.hosts ?? ['127.0.0.1', 'localhost', '[::1]'],
      process: {
        ...NOT_ASKED,
        workspace: options.workspace ?? NOT_ASKED.workspace,
        address: options.origin,
      },
    },
    log: (level, message, fields) => {
      if (level === 'error') errors.push(`${message} ${JSON.stringify(fields)}`)
    },
    start: options.start,
  })
  const server = http.createServer((incoming, outgoing) => {
    answer(current, incoming)
      .then(response => send(response, outgoing))
      .catch(error => outgoing.destroy(error))
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('The server has no port.')
  const end = async (): Promise<void> => {
    server.closeAllConnections()
    server.close()
    await current.end()
    if (errors.length > 0) throw new Error(`The server reported: ${errors.join('\n')}`)
  }
  return { server: { url: `http://127.0.0.1:${address.port}`, current, errors }, end }
}

/** Starting is the test's own business. */
const NOT_ASKED = {
  secrets: [],
  databaseUrl: '',
  role: 'all' as const,
  workspace: tmpdir(),
  auditKey: '',
  migrations: [],
  slots: 1,
  models: { compatible: { baseUrl: undefined, apiKey: undefined } },
}

async function answer(current: CurrentProcess, incoming: http.IncomingMessage) {
  const request = toRequest(incoming)
  const [, api, ...path] = new URL(request.url).pathname.split('/').map(decodeURIComponent)
  return api === 'api' ? dispatch(current, request, path) : new Response(null, { status: 404 })
}

function toRequest(incoming: http.IncomingMessage): Request {
  const gone = new AbortController()
  incoming.socket.once('close', () => gone.abort())
  const headers = new Headers()
  for (const [name, value] of Object.entries(incoming.headers)) {
    for (const one of [value ?? []].flat()) headers.append(name, one)
  }
  const method = incoming.method ?? 'GET'
  const hasBody = method !== 'GET' && method !== 'HEAD'
  return new Request(`http://server.invalid${incoming.url}`, {
    method,
    headers,
    signal: gone.signal,
    ...(hasBody ? { body: Readable.toWeb(incoming) as ReadableStream<Uint8Array>, duplex: 'half' } : {}),
  })
}

async function send(response: Response, outgoing: http.ServerResponse): Promise<void> {
  outgoing.writeHead(response.status, [...response.headers].flat())
  outgoing.flushHeaders()
  if (!response.body) return void outgoing.end()
  const sent = pipeline(Readable.fromWeb(response.body as NodeReadableStream<Uint8Array>), outgoing)
  await sent.catch((error: NodeJS.ErrnoException) => {
    // A client may go away at any time.
    if (error.code !== 'ERR_STREAM_PREMATURE_CLOSE') throw error
  })
}
