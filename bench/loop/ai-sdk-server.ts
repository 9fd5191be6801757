import { createOpenAICompatible } from '@ai-sdk/openai-compatible'
import { type ModelMessage, streamText, type ToolModelMessage, tool } from 'ai'
import pg from 'pg'
import * as z from 'zod'
import { type Asked, config, die, perform, serve, tell } from './plain-server'

/**
 * The AI SDK as its own guides set it up: `streamText` with tools that ask for approval. All messages of a session are
 * one row, rewritten at the end of each response; an approval is one more message, and kept only then.
 */
const pool = new pg.Pool({ connectionString: config.databaseUrl, max: 10 })
const provider = createOpenAICompatible({
  name: 'compatible',
  baseURL: config.modelUrl,
  apiKey: config.modelKey,
})

const toolsOf = (session: string) => ({
  write_file: tool({
    description: 'write_file',
    inputSchema: z.object({ path: z.string(), content: z.string() }),
    execute: args => perform(session, 'write_file', args),
  }),
  read_file: tool({
    description: 'read_file',
    inputSchema: z.object({ path: z.string() }),
    execute: args => perform(session, 'read_file', args),
  }),
})

async function load(session: string): Promise<ModelMessage[]> {
  const text = 'SELECT messages FROM chat WHERE id = $1'
  const { rows } = await pool.query<{ messages: ModelMessage[] }>({ name: 'load', text, values: [session] })
  return rows[0]?.messages ?? []
}

async function save(session: string, messages: ModelMessage[]): Promise<void> {
  const text = `INSERT INTO chat (id, messages) VALUES ($1, $2)
    ON CONFLICT (id) DO UPDATE SET messages = excluded.messages`
  await pool.query({ name: 'save', text, values: [session, JSON.stringify(messages)] })
}

/** Approves all that waits. */
function approval(messages: ModelMessage[]): ToolModelMessage {
  const content = messages.at(-1)?.content
  const parts = typeof content === 'object' ? content : []
  return {
    role: 'tool',
    content: parts.flatMap(part =>
      part.type === 'tool-approval-request'
        ? { type: 'tool-approval-response' as const, approvalId: part.approvalId, approved: true }
        : [],
    ),
  }
}

async function accept({ session, what, body }: Asked): Promise<() => Promise<void>> {
  const before = await load(session)
  const messages = [
    ...before,
    what === 'messages' ? { role: 'user' as const, content: body.text } : approval(before),
  ]
  return async () => {
    const result = streamText({
      model: provider(config.model),
      messages,
      tools: toolsOf(session),
      toolApproval: { write_file: 'user-approval', read_file: 'user-approval' },
      onError: ({ error }) => die(error),
    })
    for await (const text of result.textStream) tell(session, 'delta', text)
    const said = await result.responseMessages
    await save(session, [...messages, ...said])
    const isWaiting = approval(said).content.length > 0
    tell(session, isWaiting ? 'waiting' : 'ended', { session })
  }
}

await pool.query('CREATE TABLE chat (id text PRIMARY KEY, messages json NOT NULL)')
serve(accept)
