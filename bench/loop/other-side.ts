import { fork } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import * as z from 'zod'
import type { BenchModel } from './model'
import type { Config } from './plain-server'
import type { Side } from './side'

const Listening = z.object({ port: z.int() })
const Waiting = z.object({
  session: z.string(),
  callId: z.string().optional(),
  digest: z.string().optional(),
})
const at = (path: string): string => fileURLToPath(new URL(path, import.meta.url))

/** The programs that the product is compared with; all speak the same HTTP. */
const PROGRAMS = {
  /** The least server that makes every decision, result and reply durable. */
  floor: { title: 'floor', file: at('floor-server.ts') },
  /** The least that also guards, chains and signs each of them. */
  kept: { title: 'floor that keeps the record', file: at('floor-server.ts'), keeps: true },
  'ai-sdk': { title: 'AI SDK', file: at('ai-sdk-server.ts') },
  langgraph: { title: 'LangGraph.js', file: at('../peers/langgraph-server.mjs') },
}

export type Other = keyof typeof PROGRAMS

/** Those that can be started: peers are installed by hand, with `npm --prefix bench/peers install`. */
export const OTHERS = (Object.keys(PROGRAMS) as Other[]).filter(
  name => name !== 'langgraph' || existsSync(at('../peers/node_modules')),
)

/** One of them, in a process of its own. */
export async function startOther(
  name: Other,
  model: BenchModel,
  options: { databaseUrl: string; workspace: string },
): Promise<Side> {
  const { title, file, ...more } = PROGRAMS[name]
  const { url: modelUrl, key: modelKey, name: modelName } = model
  const config: Config = { ...options, ...more, modelUrl, modelKey, model: modelName }
  const env = { ...process.env, NODE_ENV: 'production' as const }
  const execArgv = ['--import', at('../../scripts/typescript-hooks.mjs')]
  const child = fork(file, [JSON.stringify(config)], { execArgv, env })
  const exit = once(child, 'exit')
  const [message] = await Promise.race([
    once(child, 'message'),
    exit.then(() => Promise.reject(new Error(`${title} did not start: what it printed stands above.`))),
  ])
  return {
    name: title,
    url: `http://127.0.0.1:${Listening.parse(message).port}`,
    pid: child.pid ?? 0,
    headers: {},
    create: async folder => `${folder}.${randomUUID()}`,
    say: (sessionId, text) => ({ path: `/${sessionId}/messages`, body: { text } }),
    events: sessionId => `/${sessionId}/events`,
    hear: (event, data) => {
      if (event === 'delta') return { kind: 'text' }
      if (event === 'ended') return { kind: 'ended', how: 'final_text' }
      if (event !== 'waiting') return null
      const { session, ...call } = Waiting.parse(JSON.parse(data))
      return { kind: 'paused', pause: { path: `/${session}/decisions`, body: call } }
    },
    death: () =>
      child.exitCode === null && child.signalCode === null
        ? null
        : `${title} died (${child.signalCode ?? child.exitCode}): what it printed stands above.`,
    stop: async () => {
      child.kill('SIGKILL')
      await exit
    },
  }
}
