import { open, readFile, rename } from 'node:fs/promises'
import http from 'node:http'
import { dirname, join } from 'node:path'

/**
 * What all programs that the product is compared with have in common: a plain HTTP server, streams to those who watch,
 * and the two tools. Nothing is kept between two requests but who watches.
 */
export const config: Config = JSON.parse(process.argv[2] ?? '')

export type Config = {
  databaseUrl: string
  workspace: string
  modelUrl: string
  modelKey: string
  model: string
  keeps?: boolean
}

/** What somebody says, or decides of what waits. `key` is that of the request. */
export type Asked = { session: string; key: string } & (
  | { what: 'messages'; body: { text: string } }
  | { what: 'decisions'; body: { callId?: string; digest?: string } }
)

const watchers = new Map<string, Set<http.ServerResponse>>()

export function tell(session: string, event: 'delta' | 'waiting' | 'ended', data: unknown): void {
  const frame = `event: ${event}\ndata: ${JSON.stringify(data)}\n\n`
  for (const response of watchers.get(session) ?? []) response.write(frame)
}

function watch(session: string, response: http.ServerResponse): void {
  response.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-cache' })
  response.flushHeaders()
  const others = watchers.get(session) ?? new Set()
  watchers.set(session, others.add(response))
  response.on('close', () => {
    others.delete(response)
    if (others.size === 0) watchers.delete(session)
  })
}

async function bodyOf(request: http.IncomingMessage) {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk)
  return JSON.parse(Buffer.concat(chunks).toString('utf8'))
}

/** `accept` resolves when the request may be answered, with what is done after that; nothing goes on where one fails. */
export function serve(accept: (asked: Asked) => Promise<() => Promise<void>>): void {
  const answer = async (request: http.IncomingMessage, response: http.ServerResponse) => {
    const [, session = '', what] = (request.url ?? '').split('/')
    if (what === 'events') return watch(session, response)
    if (what !== 'messages' && what !== 'decisions') return response.writeHead(404).end()
    const key = String(request.headers['idempotency-key'])
    const goOn = await accept({ session, key, what, body: await bodyOf(request) })
    response.writeHead(200, { 'content-type': 'application/json' }).end('{}')
    await goOn()
  }
  const server = http.createServer((request, response) => void answer(request, response).catch(die))
  server.listen(0, '127.0.0.1', () => process.send?.(server.address()))
  process.on('disconnect', () => process.exit())
}

export function die(error: unknown): never {
  console.error(error)
  process.exit(1)
}

/** A file is flushed and put in its place as a whole, as the product writes files. */
export async function perform(
  session: string,
  name: string,
  args: { path: string; content?: string },
): Promise<string> {
  const path = join(config.workspace, session.split('.')[0] ?? '', args.path)
  if (name === 'read_file') return readFile(path, 'utf8')
  const file = await open(`${path}.draft`, 'wx')
  await file.write(args.content ?? '')
  await file.sync()
  await file.close()
  await rename(`${path}.draft`, path)
  const folder = await open(dirname(path))
  await folder.sync()
  await folder.close()
  return `Wrote ${args.path}.`
}
