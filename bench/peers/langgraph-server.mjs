/**
 * LangGraph.js as its own guides set it up, behind the HTTP of the benchmark: an agent of `langchain` that asks before
 * each tool (its human-in-the-loop middleware), its state in Postgres by its saver, with the default durability.
 */
import { Command } from '@langchain/langgraph'
import { PostgresSaver } from '@langchain/langgraph-checkpoint-postgres'
import { ChatOpenAI } from '@langchain/openai'
import { createAgent, humanInTheLoopMiddleware, tool } from 'langchain'
import * as z from 'zod'
import { config, perform, serve, tell } from '../loop/plain-server.ts'

const toolOf = (name, schema) =>
  tool((args, { configurable }) => perform(configurable.thread_id, name, args), {
    name,
    description: name,
    schema,
  })

const writeFile = toolOf('write_file', z.object({ path: z.string(), content: z.string() }))
const readFile = toolOf('read_file', z.object({ path: z.string() }))

const checkpointer = PostgresSaver.fromConnString(config.databaseUrl)
await checkpointer.setup()

const agent = createAgent({
  model: new ChatOpenAI({
    model: config.model,
    apiKey: config.modelKey,
    streaming: true,
    configuration: { baseURL: config.modelUrl },
  }),
  tools: [writeFile, readFile],
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

serve(async ({ session, what, body }) => {
  const input =
    what === 'messages'
      ? { messages: [{ role: 'user', content: body.text }] }
      : new Command({ resume: { decisions: [{ type: 'approve' }] } })
  return () => run(session, input)
})
