import { afterAll, beforeAll, onTestFinished } from 'vitest'
import type { NewSession } from '@/lib/domain/session/session'
import { startWireServer, type WireServer } from '../wire/start-wire-server'
import { checkEffects } from './check-effects'
import { type Scenario, startsSession } from './scenario'
import { type Server, serve, takeOpenWorld, type World } from './world'

type Story = { s: Scenario; wire: WireServer; web: Server }

/** One world for all tests of a file, in which every provider is at one model server; `web` is another process in it. */
export function providerWorld(): (settings: NewSession) => Promise<Story> {
  const opened = new AsyncDisposableStack()
  let shared: { world: World; server: Server; web: Server; wire: WireServer }
  beforeAll(async () => {
    const wire = await startWireServer({ key: 'wire-key-0123456789' })
    opened.defer(wire.close)
    const open = await takeOpenWorld()
    const { world, close } = open
    opened.defer(close)
    const start = async (more: { role: 'all' | 'web' }): Promise<Server> => {
      const { server, end } = await serve(open, { models: wire.accounts, ...more })
      opened.defer(end)
      return server
    }
    const [server, web] = [await start({ role: 'all' }), await start({ role: 'web' })]
    shared = { world: { ...world, startServer: () => start({ role: 'web' }) }, server, web, wire }
  })
  afterAll(() => opened.disposeAsync())
  return async settings => {
    const { world, server, web, wire } = shared
    wire.clear()
    onTestFinished(() => checkEffects(world.db, world.gates.ledger))
    return { s: await startsSession(world, server, settings), wire, web }
  }
}
