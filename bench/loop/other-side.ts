import { fork } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import * as z from 'zod'
import type { BenchModel } from './model'
import type { Side } from './side'

const Listening = z.object({ port: z.int() })
const at = (path: string): string => fileURLToPath(new URL(path, import.meta.url))
const PEERS = at('../peers')

/** The programs that the product is compared with; all speak the same HTTP. */
const PROGRAMS = {
  /** The least server that makes every decision, result and reply durable. */
  floor: { file: at('floor-server.ts'), execArgv: ['--import', at('../../scripts/typescript-hooks.mjs')] },
  langgraph: { file: at('../peers/langgraph-server.mjs'), execArgv: [] },
}

export type Other = keyof typeof PROGRAMS

/** Peers are installed by hand: `npm --prefix bench/peers install`. */
export const hasPeers = (): boolean => existsSync(`${PEERS}/node_modules`)

/** One of them, in a process of its own. */
export async function startOther(
  name: Other,
  model: BenchModel,
  options: { databaseUrl: string; workspace: string },
): Promise<Side> {
  const config = JSON.stringify({ ...options, modelUrl: model.url, modelKey: model.key, model: model.name })
  const { file, execArgv } = PROGRAMS[name]
  const env = { ...process.env, NODE_ENV: 'production' as const }
  const child = fork(file, [config], { execArgv, env })
  const exit = once(child, 'exit')
  const [message] = await Promise.race([
    once(child, 'message'),
    exit.then(() => Promise.reject(new Error(`${name} did not start: what it printed stands above.`))),
  ])
  return {
    name,
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
      const { session } = z.object({ session: z.string() }).parse(JSON.parse(data))
      return { kind: 'paused', pause: { path: `/${session}/decisions`, body: { approved: true } } }
    },
    death: () =>
      child.exitCode === null && child.signalCode === null
        ? null
        : `${name} died (${child.signalCode ?? child.exitCode}): what it printed stands above.`,
    stop: async () => {
      child.kill('SIGKILL')
      await exit
    },
  }
}
