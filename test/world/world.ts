import { lstat, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { onTestFinished } from 'vitest'
import type { Bus } from '@/lib/agent/process/bus'
import type { TakeoverTimes } from '@/lib/agent/process/lease-watch'
import { openPostgresBus } from '@/lib/server/live/postgres-bus'
import type { ProcessConfig } from '@/lib/server/process-config'
import { knownMigrations } from '@/lib/server/settings'
import { type Process, startProcess } from '@/lib/server/start-process'
import { THREAD_POOL, type ThreadPoolOptions, Threads } from '@/lib/server/threads/thread-pool'
import { type Database, openConnections } from '@/lib/store/connection/database'
import { Rows } from '@/lib/store/connection/rows'
import type { Sql } from '@/lib/store/connection/sql'
import { compareKnown } from '../database/compare-known'
import { createTestDatabase, type TestDatabase } from '../database/database'
import { ENDS_OTHERS, KEPT } from '../database/ends-connections'
import { PATIENCE_MS } from '../timeouts'
import { layCable } from './cable'
import { checkEffects } from './check-effects'
import { createGates, type Gates } from './gate-tools'
import { createJumpingClock } from './jumping-clock'

/** A process as the tests see it. `errors`: what it logged as such; a test that expects some takes them. */
export type Server = Process & {
  kill9: () => void
  /** As by SIGSTOP and SIGCONT, as far as the database and other processes can tell. */
  freezes: () => void
  thaws: () => void
  errors: string[]
}

type Look<T> = () => Promise<T | null | undefined | false>

/** What is outside of the processes: the database, the workspace, the gates; and a test's own eyes on it. */
export type World = {
  /** By which servers work, and the administrator's, by which a test looks. */
  url: string
  adminUrl: string
  db: Database
  sql: Sql
  /** Rows that somebody else writes. */
  writes: (gather: (rows: Rows) => void) => Promise<void>
  bus: Bus
  gates: Gates
  workspace: string
  /** What all processes add to the database's time. */
  clock: { offsetMs: number }
  startServer: (more?: Partial<ProcessConfig>) => Promise<Server>
  file: (name: string) => Promise<string>
  files: () => Promise<string[]>
  /** Somebody else than the agent writes a file. */
  puts: (name: string, content: string | Uint8Array) => Promise<void>
  /** Looks again at every note until there is something; fails the test when it takes too long. */
  until: <T>(what: string, look: Look<T>) => Promise<T>
  /** The clock of all processes jumps, and each looks at what that changes. */
  passes: (ms: number) => Promise<void>
  /** Somebody with a database shell changes rows, past all triggers. */
  touches: (...statements: string[]) => Promise<void>
}

/** The holders of all leases are known to be dead, or to do nothing any more: nobody need watch them. */
export const AT_ONCE: TakeoverTimes = { goneMs: 0, silentMs: 0 }

/** What does not listen is given up soon. */
export const IMPATIENT: Partial<ProcessConfig> = { graceMs: 100 }

const HOUR_MS = 3_600_000

export const AUDIT_KEY = '42'.repeat(32)

/** On a database of its own, or on one that somebody else has made. It goes when the test is over. */
export async function createWorld(given?: TestDatabase): Promise<World> {
  const open = given ? await openWorld(given) : await takeOpenWorld()
  const { world } = open
  onTestFinished(async ({ task }) => {
    try {
      await checkEffects(world.db, world.gates.ledger)
    } finally {
      await leaveWorld(open, { isKept: !given && task.result?.state !== 'fail' })
    }
  })
  const startServer: World['startServer'] = async more => {
    const { server, end } = await serve(open, more)
    onTestFinished(end)
    return server
  }
  return Object.defineProperties({ startServer } as World, Object.getOwnPropertyDescriptors(world))
}

/** What a test has of a world, but for servers; how to make it as it was where nothing works in it, and how to be rid of it. */
export type OpenWorld = {
  world: Omit<World, 'startServer'>
  serverUrl: string
  /** False where something may be left that only a new one is without. */
  empties: () => Promise<boolean>
  close: () => Promise<void>
}

/** Emptying a world takes a moment, making one takes longer than many a test: those that were emptied, for the next. */
const spares: OpenWorld[] = []

export const takeOpenWorld = async (): Promise<OpenWorld> =>
  spares.pop() ?? openWorld(await createTestDatabase())

/** Gives a world on to the next test, or closes it. */
export async function leaveWorld(open: OpenWorld, { isKept }: { isKept: boolean }): Promise<void> {
  if (isKept && (await open.empties())) spares.push(open)
  else await open.close()
}

export async function closeSpares(): Promise<void> {
  for (const open of spares.splice(0)) await open.close()
}

async function openWorld(database: TestDatabase): Promise<OpenWorld> {
  const workspace = await mkdtemp(path.join(tmpdir(), 'countersign-workspace-'))
  const folder = await idOf(workspace)
  const own = `${database.adminUrl}?application_name=${KEPT}`
  const { db, sql, close } = openConnections({ url: own, connections: 4 })
  const log = (message: string, error: unknown) => console.warn(message, error)
  const bus = await openPostgresBus({ url: own, origin: 'test', log })
  /** Whoever has the address, or changes tables, does what no deletion undoes. */
  let isForGood = false
  const addressOf = (url: string): string => {
    isForGood = true
    return url
  }
  const { writes, touches } = inDatabase({ db, sql })
  const world: OpenWorld['world'] = {
    db,
    sql,
    bus,
    gates: createGates(),
    clock: { offsetMs: 0 },
    until: lookAtNotes(bus),
    workspace,
    ...inFolder(workspace),
    writes,
    touches: (...statements) => {
      isForGood ||= statements.some(statement => CHANGES_TABLES.test(statement))
      return touches(...statements)
    },
    passes: async ms => {
      world.clock.offsetMs += ms
      const sessions = await db.session.findMany({ select: { id: true } })
      for (const { id } of sessions) bus.publish({ kind: 'wake', sessionId: id })
    },
    get url() {
      return addressOf(database.url)
    },
    get adminUrl() {
      return addressOf(database.adminUrl)
    },
  }
  const empties = async (): Promise<boolean> => {
    if (isForGood || (await idOf(workspace)) !== folder) return false
    await db.$executeRawUnsafe(ENDS_OTHERS)
    await touches(deletesAllBut(FIRST), 'DELETE FROM pgboss.job')
    for (const name of await readdir(workspace))
      await rm(path.join(workspace, name), { recursive: true, force: true })
    Object.assign(world, { gates: createGates(), clock: { offsetMs: 0 } })
    return true
  }
  const closeAll = async (): Promise<void> => {
    await bus.close()
    await close()
    await database.drop()
    await rm(workspace, { recursive: true, force: true })
  }
  return { world, serverUrl: database.url, empties, close: closeAll }
}

const CHANGES_TABLES = /\b(ALTER|CREATE|DROP|TRUNCATE|GRANT|REVOKE)\b/i

const inFolder = (workspace: string): Pick<World, 'file' | 'files' | 'puts'> => ({
  file: name => readFile(path.join(workspace, name), 'utf8'),
  files: async () => (await readdir(workspace)).filter(name => !name.startsWith('.')).sort(),
  puts: async (name, content) => {
    await mkdir(path.dirname(path.join(workspace, name)), { recursive: true })
    await writeFile(path.join(workspace, name), content)
  },
})

const inDatabase = ({ db, sql }: Pick<World, 'db' | 'sql'>): Pick<World, 'writes' | 'touches'> => ({
  writes: async gather => {
    const rows = new Rows()
    gather(rows)
    await rows.write(sql)
  },
  touches: (...statements) =>
    db.$transaction(async tx => {
      await tx.$executeRawUnsafe('SET LOCAL session_replication_role = replica')
      for (const statement of statements) await tx.$executeRawUnsafe(statement)
    }),
})

/** Which folder a path leads to. */
export const idOf = async (folder: string): Promise<number | undefined> =>
  (await lstat(folder).catch(() => undefined))?.ino

/** What is there before any process was. */
const FIRST = ['SearchPlace', '_prisma_migrations']

/** SQL that empties all tables but these. */
export const deletesAllBut = (tables: string[]): string => `DO $$ DECLARE name text; BEGIN
  FOR name IN SELECT tablename FROM pg_tables WHERE schemaname = 'public'
    AND tablename <> ALL ('{${tables}}') LOOP
    EXECUTE format('DELETE FROM %I', name);
  END LOOP;
END $$`

/** A thread takes longer to start than most tests take: the processes of all tests share theirs. */
const threads = new Threads()

/** Threads of one test alone, which it may keep busy. */
export function openThreads(options: Partial<ThreadPoolOptions>): Threads {
  const own = new Threads({ ...THREAD_POOL, ...options })
  onTestFinished(own.close)
  return own
}

/** `end` stops the server for good, and fails where it had reported something. */
export type RunningServer = { server: Server; end: () => Promise<void> }

export async function serve(
  { serverUrl, world }: OpenWorld,
  more: Partial<ProcessConfig> = {},
): Promise<RunningServer> {
  const { workspace, gates, clock } = world
  const cable = await layCable(serverUrl)
  const leaseClock = createJumpingClock(more.leaseClock)
  const errors: string[] = []
  let dead = false
  const server = await startProcess({
    databaseUrl: cable.url,
    role: 'all',
    workspace,
    auditKey: AUDIT_KEY,
    secrets: [],
    models: { compatible: { baseUrl: undefined, apiKey: undefined } },
    migrations: knownMigrations(process.cwd()),
    slots: 8,
    sweepMs: 200,
    tools: gates.tools,
    threads,
    clock,
    comparesKnown: compareKnown,
    log: (level, message, fields) => {
      if (level === 'error' && !dead) errors.push(`${message} ${JSON.stringify(fields)}`)
    },
    ...more,
    leaseClock,
  })
  const kill9 = (): void => {
    dead = true
    cable.cut()
  }
  const end = async (): Promise<void> => {
    const wasDead = dead
    const reported = dead ? [] : [...errors]
    kill9()
    // Whatever it still tries in vain it gives up once its leases have run out, and what waits at a gate goes through.
    leaseClock.stalls(HOUR_MS)
    gates.openAll()
    const stopped = server.stop().catch(() => undefined)
    // Nobody waits for what one that was killed still tries: it reaches nothing any more, and may have no effect.
    if (!wasDead) await stopped
    if (reported.length > 0) throw new Error(`The server reported: ${reported.join('\n')}`)
  }
  return { server: { ...server, kill9, freezes: cable.freeze, thaws: cable.thaw, errors }, end }
}

const lookAtNotes =
  (bus: Bus) =>
  async <T>(what: string, look: Look<T>): Promise<T> => {
    const deadline = performance.now() + PATIENCE_MS
    for (let pauseMs = 20; ; pauseMs = Math.min(2 * pauseMs, 500)) {
      const news = Promise.withResolvers<void>()
      const unsubscribe = bus.subscribe(() => news.resolve())
      try {
        const found = await look()
        if (found) return found
        const left = deadline - performance.now()
        if (left <= 0) throw new Error(`It never came to be: ${what}`)
        const timer = setTimeout(news.resolve, Math.min(left, pauseMs))
        await news.promise
        clearTimeout(timer)
      } finally {
        unsubscribe()
      }
    }
  }
