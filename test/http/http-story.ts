import { mkdir, rm } from 'node:fs/promises'
import { afterAll, beforeAll, expect, onTestFinished } from 'vitest'
import type { Call, CallSet } from '@/lib/domain/call/call'
import { OPERATIONS } from '@/lib/domain/contract/contract'
import type { SessionView } from '@/lib/domain/session/view'
import type { ProcessConfig } from '@/lib/server/process-config'
import type { Scripted } from '../world/scenario'
import { type Server, serve, takeOpenWorld, type World } from '../world/world'
import { takeWorld } from '../world/world-pool'
import { agreed, ask, type Operations, operations, partsOf } from './http-client'
import { type HttpOptions, type HttpServer, openApi, serveApi } from './http-server'

/** A world, and a server in it that is asked over HTTP. */
export type HttpWorld = HttpServer & Operations & { world: World; server: Server }

/** A session that is driven from outside, over HTTP. */
export type HttpStory = HttpServer & {
  world: World
  sessionId: string
  /** By the names of operations; the session is this one where none is named. */
  does: Operations['does']
  tries: Operations['tries']
  /** Sends a script to the model that reads scripts. */
  plays: (turns: Scripted[]) => Promise<{ runId: string }>
  view: () => Promise<SessionView>
  /** The set that waits, once it does. */
  waits: () => Promise<CallSet>
  ends: (runId: string) => Promise<unknown>
  /** Rules about the Calls of a set in their order; approves what waits of it where nothing is said. */
  decides: (set: CallSet, rulings?: Ruled[], more?: Record<string, unknown>) => Promise<CallSet>
}

type Ruled = Record<string, unknown>

export async function httpStory(settings: Record<string, unknown> = {}): Promise<HttpStory> {
  return anotherStory(await httpWorld(), settings)
}

/** The world of this test, and its server as it is asked with these options. */
export async function httpWorld(options: Partial<HttpOptions> = {}): Promise<HttpWorld> {
  const { world, server } = await takeWorld()
  const served = await serveApi({ start: goingOn(server), ...options })
  return { ...served, ...operations(served.url), world, server }
}

/** What serves ends with the story; the world goes on. */
const goingOn = (server: Server) => async () => ({ ...server, stop: async () => undefined })

/** One world for all tests of a file, which leave each other's things alone; in its data directory a server keeps files. */
export type FileWorld = HttpWorld & {
  dataDir: string
  /** Another server, which goes with the file as well. */
  keeps: (more?: Partial<ProcessConfig>) => Promise<Server>
}

/** To be called where the tests of a file are declared: what a server knows by heart keeps a world from being given on. */
export function fileWorld(config: Partial<ProcessConfig> = {}): () => FileWorld {
  let opened: FileWorld | undefined
  const ends: (() => Promise<unknown>)[] = []
  beforeAll(async () => {
    const open = await takeOpenWorld()
    const { world: own, close } = open
    ends.unshift(close)
    const dataDir = `${own.workspace}-data`
    await mkdir(dataDir)
    ends.unshift(() => rm(dataDir, { recursive: true, force: true }))
    const { server, end } = await serve(open, { dataDir, ...config })
    ends.unshift(end)
    const api = await openApi({ start: goingOn(server) })
    ends.unshift(api.end)
    const opens = (more?: Partial<ProcessConfig>) => serve(open, { dataDir, ...config, ...more })
    const startServer: World['startServer'] = async more => {
      const other = await opens(more)
      onTestFinished(other.end)
      return other.server
    }
    const keeps: FileWorld['keeps'] = async more => {
      const other = await opens(more)
      ends.unshift(other.end)
      return other.server
    }
    const { url } = api.server
    opened = { ...api.server, ...operations(url), world: { ...own, startServer }, server, dataDir, keeps }
  })
  afterAll(async () => {
    for (const end of ends) await end()
  })
  return () => {
    if (!opened) throw new Error('The world of this file is not open yet.')
    return opened
  }
}

/** Another session of the same server. */
export async function anotherStory(
  { world, url, current, errors }: HttpServer & Pick<HttpStory, 'world'>,
  settings: Record<string, unknown> = {},
): Promise<HttpStory> {
  const body = { model: 'scripted:replay', ...settings }
  const made = agreed('createSession', await ask(url, 'POST /api/sessions', { body })) as { id: string }
  const { does: doesAt, tries: triesAt } = operations(url)
  const own = (name: keyof typeof OPERATIONS, at: string | string[] = []): string[] => {
    const ids = [at].flat()
    return ids.length < partsOf(OPERATIONS[name].endpoint).length ? [made.id, ...ids] : ids
  }
  const does: Operations['does'] = (name, asking = {}) =>
    doesAt(name, { ...asking, at: own(name, asking.at) })
  const tries: Operations['tries'] = (name, asking = {}) =>
    triesAt(name, { ...asking, at: own(name, asking.at) })
  const view = (): Promise<SessionView> => does('readSession')
  return {
    world,
    url,
    current,
    errors,
    sessionId: made.id,
    view,
    does,
    tries,
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
    decides: (set, rulings, more = {}) => {
      const waiting = set.calls.filter(({ state }) => state === 'waiting')
      const decisions =
        rulings?.map((ruled, at) => about(set.calls[at], ruled)) ??
        waiting.map(one => about(one, { kind: 'approve' }))
      return does('decide', { at: set.id, body: { decisions, ...more } })
    },
  }
}

/** A Decision about a Call as it is shown. */
export const about = (call: Call | undefined, ruling: Record<string, unknown>) => ({
  callId: call?.id,
  digest: call?.digest,
  ...ruling,
})
