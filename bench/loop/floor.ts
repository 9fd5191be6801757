import { fork } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import * as z from 'zod'
import type { BenchModel } from './model'
import type { Side } from './side'

const Data = z.object({ seq: z.int() })
const Listening = z.object({ port: z.int() })
const HOOKS = fileURLToPath(new URL('../../scripts/typescript-hooks.mjs', import.meta.url))

/** The least server that makes every decision, result and reply durable, in a process of its own. */
export async function startFloor(
  model: BenchModel,
  options: { databaseUrl: string; workspace: string },
): Promise<Side> {
  const config = JSON.stringify({ ...options, modelUrl: model.url, modelKey: model.key, model: model.name })
  const child = fork(fileURLToPath(new URL('floor-server.ts', import.meta.url)), [config], {
    execArgv: ['--import', HOOKS],
  })
  const [message] = await Promise.race([
    once(child, 'message'),
    once(child, 'exit').then(() => Promise.reject(new Error('The floor did not start.'))),
  ])
  return {
    name: 'floor',
    url: `http://127.0.0.1:${Listening.parse(message).port}`,
    pid: child.pid ?? 0,
    headers: {},
    create: async folder => `${folder}.${randomUUID()}`,
    say: (sessionId, text) => ({ path: `/${sessionId}/messages`, body: { text } }),
    events: sessionId => `/${sessionId}/events`,
    hear: (event, data) => {
      if (event === 'ended') return { kind: 'ended', how: 'final_text' }
      if (event !== 'waiting') return null
      const { seq } = Data.parse(JSON.parse(data))
      return { kind: 'paused', pause: { path: '/decisions', body: { seq } } }
    },
    stop: async () => {
      child.kill('SIGKILL')
      await once(child, 'exit')
    },
  }
}
