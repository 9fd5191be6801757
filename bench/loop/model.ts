import { setTimeout as wait } from 'node:timers/promises'
import * as z from 'zod'
import type { Reply } from '@/test/wire/reply'
import { startWireServer } from '@/test/wire/start-wire-server'

/** What a session is to do: so many Calls of one tool, one after the other, then fifty tokens of text. */
export type Work = { tool: 'write_file' | 'read_file'; times: number }

/** The message that makes the model propose it. */
export const textOf = (work: Work): string => `Call ${work.tool} ${work.times} times.`

/** The files that are read, each of as many bytes: another one each time, as by a model that gets somewhere. */
export const SOURCE = { path: (done: number) => `source-${done}.txt`, bytes: 2_000 }

export type ModelEnv = { COUNTERSIGN_MODEL: string } & Record<string, string>

export type BenchModel = {
  url: string
  key: string
  name: string
  env: ModelEnv
  close: () => Promise<void>
}

const Asked = z.looseObject({ messages: z.array(z.looseObject({ role: z.string(), content: z.unknown() })) })

/** A model that answers at once or after `thinkMs`, in pieces, and knows from the history alone how far it has come. */
export async function startModel(
  protocol: 'chat' | 'messages' = 'chat',
  thinkMs?: number,
): Promise<BenchModel> {
  const key = 'bench-key'
  const name = 'wire-model'
  const server = await startWireServer({ key })
  server.answer(({ body }) => {
    // Their number tells replies apart, so they stay where they are, without what was sent.
    const before = server.requests.at(-2)
    if (before) before.body = undefined
    const { messages } = Asked.parse(body)
    const said = JSON.stringify(messages.find(({ role }) => role === 'user')?.content)
    const [, tool = '', times = '0'] = /Call (\w+) (\d+) times/.exec(said) ?? []
    const done = messages.filter(({ role }) => role === 'assistant').length
    const reply = done < Number(times) ? proposal(tool, done) : ANSWER
    return thinkMs ? { ...reply, gates: [{ after: 'start', until: wait(thinkMs) }] } : reply
  })
  const { close } = server
  const url = server.urls[protocol === 'chat' ? 'compatible' : 'anthropic']
  return { url, key, name, close, env: ENV_OF[protocol]({ url, key, name }) }
}

type Place = { url: string; key: string; name: string }

/** What a server of ours reads to find a model, by the protocol that it speaks. */
export const ENV_OF = {
  chat: ({ url, key, name }: Place) => ({
    COMPATIBLE_BASE_URL: url,
    COMPATIBLE_API_KEY: key,
    COUNTERSIGN_MODEL: `compatible:${name}`,
  }),
  messages: ({ url, key, name }: Place) => ({
    ANTHROPIC_BASE_URL: url,
    ANTHROPIC_API_KEY: key,
    COUNTERSIGN_MODEL: `anthropic:${name}`,
  }),
}

const proposal = (tool: string, done: number): Reply => ({
  calls: [
    {
      id: `call_${done}`,
      name: tool,
      arguments:
        tool === 'read_file'
          ? { path: SOURCE.path(done) }
          : { path: `out-${done}.txt`, content: `${'x'.repeat(63)}\n` },
    },
  ],
})

const ANSWER: Reply = { text: 'done '.repeat(50), chunkChars: 5 }
