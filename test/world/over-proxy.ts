import { onTestFinished } from 'vitest'
import type { NewSession } from '@/lib/domain/session/session'
import type { ProcessConfig } from '@/lib/server/process-config'
import { type PostgresProxy, startPostgresProxy } from '../faults/postgres-proxy'
import { type Scenario, scenario } from './scenario'
import { createWorld } from './world'

/** What becomes of a commit, or of the answer to it, that was held up. */
export type Fate = 'forward' | 'drop'

/** A story whose process reaches Postgres through a proxy, which counts the commits that hold all these events. */
export async function overProxy(
  events: string[],
  { settings = {}, server = {} }: { settings?: NewSession; server?: Partial<ProcessConfig> } = {},
): Promise<{ s: Scenario; proxy: PostgresProxy }> {
  const world = await createWorld()
  const proxy = await startPostgresProxy({
    databaseUrl: world.url,
    counts: ({ writes }) => {
      const text = JSON.stringify(writes.map(write => write.parameters))
      return events.every(event => text.includes(event))
    },
  })
  const s = await scenario(settings, { world, server: { ...server, databaseUrl: proxy.through(world.url) } })
  onTestFinished(() => {
    proxy.cutAll()
  })
  return { s, proxy }
}

/** The next commit that counts, or the answer to it, is held up until its fate is known; resolves once it is. */
export function holdsNext(
  proxy: PostgresProxy,
  side: 'before' | 'after',
  fate: Promise<Fate>,
): Promise<void> {
  const held = Promise.withResolvers<void>()
  proxy.startCounting()
  proxy.set({
    number: 1,
    side,
    spring: () => {
      held.resolve()
      return fate
    },
  })
  return held.promise
}

/** The next commit that counts, or the answer to it, is lost, with its connection; resolves when it is. */
export const losesNext = (proxy: PostgresProxy, side: 'before' | 'after'): Promise<void> =>
  holdsNext(proxy, side, Promise.resolve('drop'))
