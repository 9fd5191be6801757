/**
 * LangGraph.js as its own guides set it up, behind the HTTP of the benchmark: an agent of `langchain` that asks before
 * each tool (its human-in-the-loop middleware), its state in Postgres by its saver, with the default durability.
 * Nothing is kept between two requests but who watches.
 */
import { open, readFile, rename } from 'node:fs/promises'
import http from 'node:http'
import { dirname, join } from 'node:path'
import { Command } from '@langchain/langgraph'
import { PostgresSaver } from '@langchain/langgraph-checkpoint-postgres'
import { ChatOpenAI } from '@langchain/openai'
import { createAgent, humanInTheLoopMiddleware, ToolMessage, tool } from 'langchain'
import * as z from 'zod'

const config = JSON.parse(process.argv[2])
const watchers = new Map()

const placeOf = (runtime, path) => join(config.workspace, runtime.configurable.thread_id.split('.')[0], path)

/** Without the tool's name, which the model's server of the benchmark does not take beside a result. */
const resultOf = ({ toolCallId }, content) => new ToolMessage({ content, tool_call_id: toolCallId })

/** Flushed and put in its place as a whole, as the other sides write files. */
async function writeWhole(path, content) {
  const file = await open(`${path}.draft`, 'wx')
  await file.write(content)
  await file.sync()
  await file.close()
  await rename(`${path}.draft`, path)
  const folder = await open(dirname(path))
  await folder.sync()
  await folder.close()
}

const writeFile = tool(
  async ({ path, content }, runtime) => {
    await writeWhole(placeOf(runtime, path), content)
    return resultOf(runtime, `Wrote ${path}.`)
  },
  {
    name: 'write_file',
    description: 'write_file',
    schema: z.object({ path: z.string(), content: z.string() }),
  },
)

const readWhole = tool(
  async ({ path }, runtime) => resultOf(runtime, await readFile(placeOf(runtime, path), 'utf8')),
  {
    name: 'read_file',
    description: 'read_file',
    schema: z.object({ path: z.string() }),
  },
)

const checkpointer = PostgresSaver.fromConnString(config.databaseUrl)
await checkpointer.setup()

const agent = createAgent({
  model: new ChatOpenAI({
    model: config.model,
    apiKey: config.modelKey,
    streaming: true,
    configuration: { baseURL: config.modelUrl },
  }),
  tools: [writeFile, readWhole],
  middleware: [humanInTheLoopMiddleware({ interruptOn: { write_file: true, read_file: true } })],
  checkpointer,
})

async function run(session, input) {
  const options = {
    configurable: { thread_id: session },
    streamMode: ['messages', 'updates'],
    recursionLimit: 1000,
  }
  let end = 'ended'
  for await (const [mode, chunk] of await agent.stream(input, options)) {
    if (mode === 'messages' && typeof chunk[0].content === 'string' && chunk[0].content !== '')
      tell(session, 'delta', chunk[0].content)
    if (mode === 'updates' && '__interrupt__' in chunk) end = 'waiting'
  }
  tell(session, end, { session })
}

function tell(session, event, data) {
  const frame = `event: ${event}\ndata: ${JSON.stringify(data)}\n\n`
  for (const response of watchers.get(session) ?? []) response.write(frame)
}

function watch(session, response) {
  response.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-cache' })
  response.flushHeaders()
  const others = watchers.get(session) ?? new Set()
  watchers.set(session, others.add(response))
  response.on('close', () => {
    others.delete(response)
    if (others.size === 0) watchers.delete(session)
  })
}

async function bodyOf(request) {
  const chunks = []
  for await (const chunk of request) chunks.push(chunk)
  return JSON.parse(Buffer.concat(chunks).toString('utf8'))
}

async function serve(request, response) {
  const [, session, what] = request.url.split('/')
  if (what === 'events') return watch(session, response)
  const body = await bodyOf(request)
  response.writeHead(200, { 'content-type': 'application/json' }).end('{}')
  const input =
    what === 'messages'
      ? { messages: [{ role: 'user', content: body.text }] }
      : new Command({ resume: { decisions: [{ type: 'approve' }] } })
  await run(session, input)
}

const server = http.createServer((request, response) => {
  serve(request, response).catch(error => {
    console.error(error)
    process.exit(1)
  })
})
server.listen(0, '127.0.0.1', () => process.send?.(server.address()))
process.on('disconnect', () => process.exit())
