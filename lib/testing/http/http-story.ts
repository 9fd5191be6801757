import { expect } from 'vitest'
import type { Call, CallSet } from '@/lib/domain/call/call'
import type { SessionView } from '@/lib/domain/session/view'
import type { CurrentProcess } from '@/lib/server/current-process'
import type { Scripted } from '../world/scenario'
import type { World } from '../world/world'
import { takeWorld } from '../world/world-pool'
import { agreed, ask } from './http-client'
import { serveApi } from './http-server'

/** A session that is driven from outside, over HTTP. */
export type HttpStory = {
  world: World
  url: string
  current: CurrentProcess
  errors: string[]
  sessionId: string
  /** Sends a script to the model that reads scripts. */
  plays: (turns: Scripted[]) => Promise<{ runId: string }>
  view: () => Promise<SessionView>
  /** The set that waits, once it does. */
  waits: () => Promise<CallSet>
  ends: (runId: string) => Promise<unknown>
}

export async function httpStory(settings: Record<string, unknown> = {}): Promise<HttpStory> {
  const { world, server } = await takeWorld()
  // What serves ends with the story; the world goes on.
  const start = async () => ({ ...server, stop: async () => undefined })
  return anotherStory({ world, ...(await serveApi({ start })) }, settings)
}

/** Another session of the same server. */
export async function anotherStory(
  { world, url, current, errors }: Pick<HttpStory, 'world' | 'url' | 'current' | 'errors'>,
  settings: Record<string, unknown> = {},
): Promise<HttpStory> {
  const body = { model: 'scripted:replay', ...settings }
  const made = agreed('createSession', await ask(url, 'POST /api/sessions', { body })) as { id: string }
  const view = async () =>
    agreed('readSession', await ask(url, `GET /api/sessions/${made.id}`)) as SessionView
  return {
    ...{ world, url, current, errors, sessionId: made.id, view },
    plays: async turns => {
      const text = JSON.stringify({ turns })
      const answered = await ask(url, `POST /api/sessions/${made.id}/messages`, { body: { text } })
      return agreed('sendMessage', answered) as { runId: string }
    },
    waits: () => world.until('a set that waits', async () => (await view()).pendingSet),
    ends: async runId => {
      const answered = await ask(url, `GET /api/runs/${runId}/wait?timeoutMs=12000`)
      const told = agreed('waitForRun', answered)
      expect(told).not.toMatchObject({ status: 'timeout' })
      return told
    },
  }
}

/** A Decision about a Call as it is shown. */
export const about = (call: Call | undefined, ruling: Record<string, unknown>) => ({
  callId: call?.id,
  digest: call?.digest,
  ...ruling,
})
