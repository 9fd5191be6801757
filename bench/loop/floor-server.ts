import { open, readFile, rename } from 'node:fs/promises'
import http from 'node:http'
import { dirname, join } from 'node:path'
import pg from 'pg'
import * as z from 'zod'

/**
 * The floor, as a program: one append-only table is all there is. An approval is one row, its result the next,
 * the model's reply the third, each committed before what follows it; nothing is kept between two requests but
 * who watches. Whoever watches is told by NOTIFY, reads the rows after the last it has, and gets text as it comes.
 */
const config = z
  .object({
    databaseUrl: z.string(),
    workspace: z.string(),
    modelUrl: z.string(),
    modelKey: z.string(),
    model: z.string(),
  })
  .parse(JSON.parse(process.argv[2] ?? ''))

const pool = new pg.Pool({ connectionString: config.databaseUrl, max: 10 })
const listener = new pg.Client({ connectionString: config.databaseUrl })
const watchers = new Map<string, Set<{ wake: () => void; write: (text: string) => void }>>()

const Call = z.object({ id: z.string(), function: z.object({ name: z.string(), arguments: z.string() }) })
type Call = z.infer<typeof Call>
type Row = { seq: number; session: string; kind: string; body: Record<string, unknown> }

const APPEND = `WITH added AS (
    INSERT INTO floor (session, kind, body) VALUES ($1, $2, $3) RETURNING seq)
  SELECT seq, pg_notify('floor', $1) FROM added`
const append = async (session: string, kind: string, body: object): Promise<void> => {
  await pool.query({ name: 'append', text: APPEND, values: [session, kind, JSON.stringify(body)] })
}

const rowsAfter = async (session: string, seq: number): Promise<Row[]> => {
  const text =
    'SELECT seq::int, session, kind, body FROM floor WHERE session = $1 AND seq > $2 ORDER BY floor.seq'
  return (await pool.query({ name: 'after', text, values: [session, seq] })).rows
}

/** The session of a reply, by its number: the path of a decision has no more. */
const sessionOf = async (seq: number): Promise<string> => {
  const text = 'SELECT session FROM floor WHERE seq = $1'
  return (await pool.query({ name: 'session', text, values: [seq] })).rows[0].session
}

async function decide(seq: number): Promise<() => Promise<void>> {
  const session = await sessionOf(seq)
  await append(session, 'decision', { seq, approved: true })
  return async () => {
    const rows = await rowsAfter(session, 0)
    const call = Call.parse(z.array(Call).parse(rows.find(row => row.seq === seq)?.body.tool_calls)[0])
    const content = await perform(session, call)
    await append(session, 'result', { role: 'tool', tool_call_id: call.id, content })
    await ask(session)
  }
}

const Arguments = z.object({ path: z.string(), content: z.string().default('') })

/** Flushed and put in its place as a whole, as the product writes files. */
async function perform(session: string, call: Call): Promise<string> {
  const args = Arguments.parse(JSON.parse(call.function.arguments))
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

async function ask(session: string): Promise<void> {
  const rows = await rowsAfter(session, 0)
  const messages = rows.filter(row => row.kind !== 'decision').map(row => row.body)
  const response = await fetch(`${config.modelUrl}/chat/completions`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${config.modelKey}` },
    body: JSON.stringify({ model: config.model, stream: true, messages, tools: TOOLS }),
  })
  if (!response.ok || !response.body) throw new Error(`The model answered ${response.status}.`)
  const reply = await readReply(response.body, text => tell(session, text))
  await append(session, 'reply', reply)
}

const Delta = z.object({
  content: z.string().nullish(),
  tool_calls: z
    .array(
      z.object({
        index: z.int(),
        id: z.string().optional(),
        function: z.object({ name: z.string().optional(), arguments: z.string().optional() }),
      }),
    )
    .optional(),
})
const Chunk = z.object({ choices: z.array(z.object({ delta: Delta })) })

async function readReply(
  body: ReadableStream<Uint8Array<ArrayBuffer>>,
  onText: (text: string) => void,
): Promise<object> {
  let content = ''
  const calls: { id: string; type: 'function'; function: { name: string; arguments: string } }[] = []
  let rest = ''
  for await (const piece of body.pipeThrough(new TextDecoderStream())) {
    const frames = (rest + piece).split('\n\n')
    rest = frames.pop() ?? ''
    for (const frame of frames) {
      if (frame === 'data: [DONE]') continue
      const delta = Chunk.parse(JSON.parse(frame.slice('data: '.length))).choices[0]?.delta
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

function tell(session: string, text: string): void {
  const frame = `event: delta\ndata: ${JSON.stringify(text)}\n\n`
  for (const watcher of watchers.get(session) ?? []) watcher.write(frame)
}

/** Everything from now on: each row by its kind, a reply as what it means to somebody who decides. */
function stream(session: string, response: http.ServerResponse): void {
  response.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-cache' })
  response.flushHeaders()
  let last = 0
  let reading = Promise.resolve()
  const read = async (): Promise<void> => {
    for (const row of await rowsAfter(session, last)) {
      last = row.seq
      const event = row.kind !== 'reply' ? row.kind : row.body.tool_calls ? 'waiting' : 'ended'
      response.write(`id: ${row.seq}\nevent: ${event}\ndata: ${JSON.stringify(row)}\n\n`)
    }
  }
  const watcher = {
    wake: () => {
      reading = reading.then(read)
    },
    write: (text: string) => void response.write(text),
  }
  const others = watchers.get(session) ?? new Set()
  watchers.set(session, others.add(watcher))
  response.on('close', () => {
    others.delete(watcher)
    if (others.size === 0) watchers.delete(session)
  })
}

async function bodyOf(request: http.IncomingMessage): Promise<unknown> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk)
  return JSON.parse(Buffer.concat(chunks).toString('utf8'))
}

const Said = z.object({ text: z.string() })
const Decided = z.object({ seq: z.int() })

async function serve(request: http.IncomingMessage, response: http.ServerResponse): Promise<void> {
  const [, first = '', second] = (request.url ?? '').split('/')
  if (second === 'events') return stream(first, response)
  const body = await bodyOf(request)
  let goOn = () => ask(first)
  if (second === 'messages') await append(first, 'user', { role: 'user', content: Said.parse(body).text })
  else goOn = await decide(Decided.parse(body).seq)
  response.writeHead(200, { 'content-type': 'application/json' }).end('{}')
  await goOn()
}

await pool.query(`CREATE TABLE IF NOT EXISTS floor (
  seq bigserial PRIMARY KEY, session text NOT NULL, kind text NOT NULL, body json NOT NULL)`)
await pool.query('CREATE INDEX IF NOT EXISTS floor_session ON floor (session, seq)')
await listener.connect()
await listener.query('LISTEN floor')
listener.on('notification', ({ payload = '' }) => {
  for (const watcher of watchers.get(payload) ?? []) watcher.wake()
})
const server = http.createServer((request, response) => {
  serve(request, response).catch(error => {
    console.error(error)
    process.exit(1)
  })
})
server.listen(0, '127.0.0.1', () => process.send?.(server.address()))
process.on('disconnect', () => process.exit())
