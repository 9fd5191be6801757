import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import * as z from 'zod'
import { type ServerOptions, startServer } from '@/test/http/server-process'
import type { ModelEnv } from './model'
import { post } from './post'
import type { Side } from './side'

const Created = z.object({ id: z.string() })
const Waiting = z.object({ call: z.object({ id: z.string(), setId: z.string(), digest: z.string() }) })
const Ended = z.object({ run: z.object({ stopReason: z.string() }) })

/** More iterations than by default, and all of them sent to the model. */
const SETTINGS = {
  limits: { requests: 1000, activeMs: 172_800_000 },
  compaction: { enabled: false, messages: 1_000, chars: 10_000_000 },
}

/** The production server over the build that is there; with `workers` it serves, and so many processes run the loop. */
export async function startProduct(
  model: { env: ModelEnv },
  { workers = 0, ...options }: ServerOptions & { workers?: number },
): Promise<Side & { workspace: string }> {
  const start = (role: string) =>
    startServer({ ...options, env: { ...model.env, COUNTERSIGN_ROLE: role, ...options.env } })
  const server = await start(workers === 0 ? 'all' : 'web')
  const others = await Promise.all(Array.from({ length: workers }, () => start('worker')))
  const headers = { authorization: `Bearer ${server.token}` }
  return {
    name: options.root ? 'before' : 'product',
    workspace: join(options.dataDir, 'workspace'),
    url: server.url,
    pid: server.pid,
    headers,
    create: async folder => {
      const body = { key: randomUUID(), model: model.env.COUNTERSIGN_MODEL, workspace: folder, ...SETTINGS }
      return Created.parse(await post({ url: `${server.url}/api/sessions`, headers, body })).id
    },
    say: (sessionId, text) => ({ path: `/api/sessions/${sessionId}/messages`, body: { text } }),
    events: sessionId => `/api/sessions/${sessionId}/events`,
    hear: (event, data) => {
      if (event === 'text.delta') return { kind: 'text' }
      if (event === 'run.ended') return { kind: 'ended', how: Ended.parse(JSON.parse(data)).run.stopReason }
      if (event !== 'call.waiting') return null
      const { call } = Waiting.parse(JSON.parse(data))
      const decisions = [{ callId: call.id, kind: 'approve', digest: call.digest }]
      return { kind: 'paused', pause: { path: `/api/sets/${call.setId}/decisions`, body: { decisions } } }
    },
    death: server.death,
    stop: () => Promise.all([server, ...others].map(each => each.stop())),
  }
}
