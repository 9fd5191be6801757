import { readdirSync } from 'node:fs'
import http from 'node:http'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { ReadableStream as NodeReadableStream } from 'node:stream/web'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { onTestFinished } from 'vitest'
import type { Route } from '@/lib/http/endpoint'
import { signInBinding } from '@/lib/record/digest'
import { type CurrentProcess, openProcess } from '@/lib/server/current-process'
import type { Role } from '@/lib/server/process-config'
import type { Process } from '@/lib/server/start-process'

const API = fileURLToPath(new URL('../../../app/api', import.meta.url))

/** One route file: its path with names in place of the parts that differ, and its methods. */
type Mounted = { segments: string[]; methods: Record<string, Route> }

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
  workspace?: string
}

/** Serves the route files of app/api over HTTP until the test is over. */
export async function serveApi(options: HttpOptions): Promise<HttpServer> {
  const { server, end } = await openApi(options)
  onTestFinished(end)
  return server
}

/** Serves the route files of app/api over HTTP, each at the path that its folder names, without a build. */
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
      hosts: options.hosts ?? ['127.0.0.1', 'localhost', '[::1]'],
      process: { ...NOT_ASKED, workspace: options.workspace ?? NOT_ASKED.workspace },
    },
    log: (level, message, fields) => {
      if (level === 'error') errors.push(`${message} ${JSON.stringify(fields)}`)
    },
    start: options.start,
  })
  const routes = await mountedRoutes()
  const server = http.createServer((incoming, outgoing) => {
    answer(routes, current, incoming)
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

async function mountedRoutes(): Promise<Mounted[]> {
  const files = readdirSync(API, { recursive: true, encoding: 'utf8' }).filter(file =>
    /route\.ts$/.test(file),
  )
  const mounted = await Promise.all(
    files.map(async file => ({
      segments: path.dirname(file) === '.' ? [] : path.dirname(file).split(path.sep),
      methods: (await import(pathToFileURL(path.join(API, file)).href)) as Record<string, Route>,
    })),
  )
  return mounted.sort((one, other) => rank(one).localeCompare(rank(other)))
}

/** What is written out comes before what is named, and what takes any path comes last. */
const rank = ({ segments }: Mounted): string =>
  segments
    .map(segment => (segment.startsWith('[[...') ? '2' : segment.startsWith('[') ? '1' : `0${segment}`))
    .join('/')

async function answer(routes: Mounted[], current: CurrentProcess, incoming: http.IncomingMessage) {
  const request = toRequest(incoming)
  const parts = new URL(request.url).pathname.split('/').slice(2).map(decodeURIComponent)
  for (const route of routes) {
    const params = paramsOf(route.segments, parts)
    const method = params && route.methods[request.method]
    if (!method) continue
    // Whoever asks first takes the process, at once: so that several can be tested in one.
    globalThis.countersignProcess = current
    return method(request, { params: Promise.resolve(params) })
  }
  return new Response(null, { status: 405 })
}

function paramsOf(segments: string[], parts: string[]): Record<string, string> | null {
  const params: Record<string, string> = {}
  for (const [index, segment] of segments.entries()) {
    if (segment.startsWith('[[...')) return {}
    const part = parts[index]
    if (part === undefined) return null
    if (segment.startsWith('[')) params[segment.slice(1, -1)] = part
    else if (segment !== part) return null
  }
  return segments.length === parts.length ? params : null
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
