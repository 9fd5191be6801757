import { open, readFile, rename } from 'node:fs/promises'
import http from 'node:http'
import { dirname, join } from 'node:path'
import pg from 'pg'

/**
 * The floor, as a program: one append-only table is all there is. A decision reads the session's rows once; the
 * decision is one row, its result the next, the model's reply the third, each committed before what follows it, and
 * whoever watches is told once. Nothing is checked, and nothing is kept between two requests but who watches.
 */
type Config = { databaseUrl: string; workspace: string; modelUrl: string; modelKey: string; model: string }
type Call = { id: string; type: 'function'; function: { name: string; arguments: string } }
type Message = { role: string; content: string | null; tool_calls?: Call[]; tool_call_id?: string }

const config: Config = JSON.parse(process.argv[2] ?? '')
const pool = new pg.Pool({ connectionString: config.databaseUrl, max: 10 })
const watchers = new Map<string, Set<http.ServerResponse>>()

async function append(session: string, kind: string, body: object): Promise<void> {
  const text = 'INSERT INTO floor (session, kind, body) VALUES ($1, $2, $3)'
  await pool.query({ name: 'append', text, values: [session, kind, JSON.stringify(body)] })
}

async function messagesOf(session: string): Promise<Message[]> {
  const text = `SELECT body FROM floor WHERE session = $1 AND kind <> 'decision' ORDER BY seq`
  const { rows } = await pool.query<{ body: Message }>({ name: 'messages', text, values: [session] })
  return rows.map(({ body }) => body)
}

async function say(session: string, text: string): Promise<() => Promise<void>> {
  const messages = [...(await messagesOf(session)), { role: 'user', content: text }]
  await append(session, 'message', messages.at(-1) ?? {})
  return () => ask(session, messages)
}

async function decide(session: string): Promise<() => Promise<void>> {
  await append(session, 'decision', { approved: true })
  return async () => {
    const messages = await messagesOf(session)
    const call = messages.at(-1)?.tool_calls?.[0]
    if (!call) throw new Error('Nothing waits.')
    const result = { role: 'tool', tool_call_id: call.id, content: await perform(session, call) }
    await append(session, 'result', result)
    await ask(session, [...messages, result])
  }
}

/** Flushed and put in its place as a whole, as the product writes files. */
async function perform(session: string, call: Call): Promise<string> {
  const args: { path: string; content: string } = JSON.parse(call.function.arguments)
  const path = join(config.workspace, session.split('.')[0] ?? '', args.path)
  if (call.function.name === 'read_file') return readFile(path, 'utf8')
  const file = await open(`${path}.draft`, 'wx')
  await file.write(args.content)
  await file.sync()
  await file.close()
  await rename(`${path}.draft`, path)
  const folder = await open(dirname(path))
  await folder.sync()
  await folder.close()
  return `Wrote ${args.path}.`
}

const path = { type: 'string' }
const TOOLS = [tool('write_file', { path, content: { type: 'string' } }), tool('read_file', { path })]

function tool(name: string, properties: Record<string, object>) {
  const parameters = { type: 'object', properties, required: Object.keys(properties) }
  return { type: 'function', function: { name, description: name, parameters } }
}

async function ask(session: string, messages: Message[]): Promise<void> {
  const response = await fetch(`${config.modelUrl}/chat/completions`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${config.modelKey}` },
    body: JSON.stringify({ model: config.model, stream: true, messages, tools: TOOLS }),
  })
  if (!response.ok || !response.body) throw new Error(`The model answered ${response.status}.`)
  const reply = await readReply(response.body, text => tell(session, 'delta', text))
  await append(session, 'reply', reply)
  tell(session, reply.tool_calls ? 'waiting' : 'ended', { session })
}

type Part = { index: number; id?: string; function: { name?: string; arguments?: string } }
type Chunk = { choices: { delta: { content?: string | null; tool_calls?: Part[] } }[] }

async function readReply(
  body: ReadableStream<Uint8Array<ArrayBuffer>>,
  onText: (text: string) => void,
): Promise<Message> {
  let content = ''
  const calls: Call[] = []
  let rest = ''
  for await (const piece of body.pipeThrough(new TextDecoderStream())) {
    const frames = (rest + piece).split('\n\n')
    rest = frames.pop() ?? ''
    for (const frame of frames) {
      if (frame === 'data: [DONE]') continue
      const chunk: Chunk = JSON.parse(frame.slice('data: '.length))
      const delta = chunk.choices[0]?.delta
      if (delta?.content) onText(delta.content)
      content += delta?.content ?? ''
      for (const { index, id, function: part } of delta?.tool_calls ?? []) {
        calls[index] ??= { id: id ?? '', type: 'function', function: { name: '', arguments: '' } }
        calls[index].function.name += part.name ?? ''
        calls[index].function.arguments += part.arguments ?? ''
      }
    }
  }
  return { role: 'assistant', content: content || null, ...(calls.length > 0 ? { tool_calls: calls } : {}) }
}

function tell(session: string, event: string, data: unknown): void {
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

async function bodyOf(request: http.IncomingMessage): Promise<{ text: string }> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk)
  return JSON.parse(Buffer.concat(chunks).toString('utf8'))
}

async function serve(request: http.IncomingMessage, response: http.ServerResponse): Promise<void> {
  const [, session = '', what] = (request.url ?? '').split('/')
  if (what === 'events') return watch(session, response)
  const { text } = await bodyOf(request)
  const goOn = what === 'messages' ? await say(session, text) : await decide(session)
  response.writeHead(200, { 'content-type': 'application/json' }).end('{}')
  await goOn()
}

await pool.query(`CREATE TABLE IF NOT EXISTS floor (
  seq bigserial PRIMARY KEY, session text NOT NULL, kind text NOT NULL, body json NOT NULL)`)
await pool.query('CREATE INDEX IF NOT EXISTS floor_session ON floor (session, seq)')
const server = http.createServer((request, response) => {
  serve(request, response).catch(error => {
    console.error(error)
    process.exit(1)
  })
})
server.listen(0, '127.0.0.1', () => process.send?.(server.address()))
process.on('disconnect', () => process.exit())
