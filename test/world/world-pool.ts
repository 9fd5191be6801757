import { readdir, rm } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, onTestFinished } from 'vitest'
import { checkEffects } from './check-effects'
import {
  closeSpares,
  deletesAllBut,
  idOf,
  leaveWorld,
  type OpenWorld,
  type RunningServer,
  type Server,
  serve,
  takeOpenWorld,
  type World,
} from './world'

/** A world, and a server in it as every story has one. */
export type ServedWorld = { world: World; server: Server }

/** What stays when every session is gone, or is known by heart: a server that has seen some is not given on. */
const LASTING = [
  'Rule',
  'Channel',
  'ModelSetting',
  'Setting',
  'Memory',
  'RecordCheck',
  'RecordFault',
  'Runaway',
]

/** What is there before there is any session. */
const FIRST = ['Event', 'Installation', 'Definition', 'SearchPlace', '_prisma_migrations', ...LASTING]

/** All that is of sessions; the chain of the installation goes on. */
const DELETE = [`DELETE FROM "Event" WHERE chain <> 'installation'`, deletesAllBut(FIRST)]

/** For so long a world may take to come to rest. */
const REST_MS = 5_000

let spare: PooledWorld | null = null

/** To be called where the tests of a file are declared, so that the file leaves nothing behind. */
export const endWithFile = (): void =>
  afterAll(async () => {
    await spare?.close({ isKept: false })
    spare = null
    await closeSpares()
  })

/** One for this test: setting it up takes longer than many a test, so the next of the file gets it where it can. */
export async function takeWorld(): Promise<ServedWorld> {
  const pooledWorld = spare ?? (await PooledWorld.open())
  spare = null
  onTestFinished(async ({ task }) => {
    const { world, server } = pooledWorld
    const isPassed = (): boolean => task.result?.state !== 'fail' && server.errors.length === 0
    let isClear = false
    try {
      await checkEffects(world.db, world.gates.ledger)
      isClear = isPassed() && !spare && (await pooledWorld.clear())
    } finally {
      if (isClear) spare = pooledWorld
      else await pooledWorld.close({ isKept: isPassed() })
    }
  })
  return pooledWorld.lend()
}

/** Which folder the workspace is, and what lies in it before anybody works. */
type Beginning = { names: string[]; folder: number | undefined }

class PooledWorld {
  /** As it was begun, but for what can be deleted. */
  #isUntouched = true
  readonly #open: OpenWorld
  readonly #running: RunningServer
  readonly #names: ReadonlySet<string>
  readonly #folder: number | undefined

  private constructor(open: OpenWorld, running: RunningServer, { names, folder }: Beginning) {
    this.#open = open
    this.#running = running
    this.#names = new Set(names)
    this.#folder = folder
  }

  static async open(): Promise<PooledWorld> {
    const open = await takeOpenWorld()
    const running = await serve(open)
    const { workspace } = open.world
    const beginning = { names: await readdir(workspace), folder: await idOf(workspace) }
    return new PooledWorld(open, running, beginning)
  }

  get world(): OpenWorld['world'] {
    return this.#open.world
  }

  get server(): Server {
    return this.#running.server
  }

  /** Whoever does what cannot be undone keeps the server from the next test. */
  lend(): ServedWorld {
    const touch = <A extends unknown[], R>(act: (...args: A) => R) => {
      return (...args: A): R => {
        this.#isUntouched = false
        return act(...args)
      }
    }
    const whole = this.world
    const { passes, writes, touches, gates, db, sql, bus, workspace, clock, until, file, files, puts } = whole
    const { kill9, freezes, thaws, stop } = this.server
    const addressOf = touch((which: 'url' | 'adminUrl') => whole[which])
    const world: World = {
      gates,
      db,
      sql,
      bus,
      workspace,
      clock,
      until,
      file,
      files,
      puts,
      writes: touch(writes),
      touches: touch(touches),
      // A server remembers that the clock went back.
      passes: ms => (ms < 0 ? touch(passes)(ms) : passes(ms)),
      get url() {
        return addressOf('url')
      },
      get adminUrl() {
        return addressOf('adminUrl')
      },
      startServer: touch(async more => {
        const { server, end } = await serve(this.#open, more)
        onTestFinished(end)
        return server
      }),
    }
    const own = { kill9: touch(kill9), freezes: touch(freezes), thaws: touch(thaws), stop: touch(stop) }
    return { world, server: { ...this.server, ...own } }
  }

  async close(more: { isKept: boolean }): Promise<void> {
    let isEnded = false
    try {
      await this.#running.end()
      isEnded = true
    } finally {
      await leaveWorld(this.#open, { isKept: isEnded && more.isKept })
    }
  }

  /** Empties it for the next test. False where something may be left that only a new one is without. */
  async clear(): Promise<boolean> {
    const { gates, workspace } = this.world
    if (!this.#isUntouched || !(await this.#comesToRest())) return false
    if ((await idOf(workspace)) !== this.#folder) return false
    if (await this.#hasLasting()) return false
    await this.world.touches(...DELETE)
    for (const name of await readdir(workspace))
      if (!this.#names.has(name)) await rm(path.join(workspace, name), { recursive: true, force: true })
    gates.clear()
    return true
  }

  /** What has just ended is put away in a moment; what waits for a gate is not. */
  async #comesToRest(): Promise<boolean> {
    const { world, server } = this
    const until = performance.now() + REST_MS
    while (server.pool.active() > 0 && !world.gates.isAnyWaiting() && performance.now() < until)
      await sleep(5)
    return server.pool.active() === 0
  }

  async #hasLasting(): Promise<boolean> {
    const any = LASTING.map(table => `EXISTS (SELECT FROM "${table}")`).join(' OR ')
    const [row] = await this.world.db.$queryRawUnsafe<{ any: boolean }[]>(`SELECT ${any} AS any`)
    return row?.any ?? true
  }
}
