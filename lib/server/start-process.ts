import { randomBytes, randomUUID } from 'node:crypto'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Bus } from '@/lib/live/bus'
import { openPostgresBus } from '@/lib/live/postgres-bus'
import { patientFetch } from '@/lib/model/ai-sdk/provider'
import { createModels, type ModelsConfig } from '@/lib/model/models'
import { startQueue } from '@/lib/queue/queue'
import { sha256 } from '@/lib/record/digest'
import { createSigner } from '@/lib/record/signer'
import { createWorkerPool, startSweep, type WorkerPool } from '@/lib/run/loop/worker-pool'
import { DatabaseTime } from '@/lib/run/process/database-time'
import type { Deps, Log } from '@/lib/run/process/deps'
import { type LeaseClock, machineClock } from '@/lib/run/process/lease-clock'
import { LeaseWatch, TAKEOVER, type TakeoverTimes } from '@/lib/run/process/lease-watch'
import type { LiveServers } from '@/lib/run/process/live-servers'
import { createRedaction, type Redaction } from '@/lib/run/process/redaction'
import { Runaways } from '@/lib/run/process/runaways'
import { DiskFull } from '@/lib/run/process/unavailable'
import { keepSearchItems } from '@/lib/run/queries/search-history'
import { insertDefinitions } from '@/lib/store/call/definition'
import { removeExpiredAuthSessions } from '@/lib/store/connection/auth-session'
import { type Database, openConnections } from '@/lib/store/connection/database'
import { forgetOldKeys } from '@/lib/store/connection/idempotency-key'
import { ensureInstallation, type InstallationRow, orderRestored } from '@/lib/store/connection/installation'
import { openProcessLock } from '@/lib/store/connection/process-lock'
import { THREAD_POOL, type ThreadPoolOptions, Threads } from '@/lib/threads/thread-pool'
import { BUILTIN_TOOLS } from '@/lib/tools/builtin-tools'
import { runCommandIn } from '@/lib/tools/command/run-command'
import type { ToolDefinition } from '@/lib/tools/define-tool'
import { createRegistry, type Registry } from '@/lib/tools/registry'
import { openSandbox, type Sandbox, type SandboxChoice } from '@/lib/tools/sandbox/sandbox'
import { type HeadsFile, keepHeads } from './heads-file'
import { watchReadiness } from './health/readiness'
import { newId } from './new-id'
import { type LiveServersConfig, laterServers, openLiveServers } from './open-live-servers'
import { folderIdentity, openWorkspace } from './workspace-marker'

export type Role = 'all' | 'web' | 'worker'

export type ProcessConfig = LiveServersConfig & {
  databaseUrl: string
  role: Role
  workspace: string
  /** The data directory, where there is one. */
  dataDir?: string | undefined
  auditKey: string
  /** File to which signed heads are appended after each Run. */
  headsFile?: string | undefined
  /** What commands run in; without it there is no tool that runs any. */
  sandbox?: SandboxChoice | undefined
  /** Everything secret that the server holds. */
  secrets: readonly string[]
  models: ModelsConfig
  /** Names of the migrations that this program knows. */
  migrations: string[]
  slots: number
  log: Log
  /** What hides secrets; it learns those of servers. */
  redaction?: Redaction
  /** More tools, other threads, other clocks, an earlier takeover: for tests. */
  tools?: ToolDefinition[]
  threads?: ThreadPoolOptions
  clock?: Deps['clock']
  leaseClock?: LeaseClock
  takeover?: TakeoverTimes
  graceMs?: number
  comparesKnown?: Deps['comparesKnown']
}

/** After an abort, an Activity that does not end in this time is given up. */
const GRACE_MS = 5_000

/** Where the embedded Postgres of root lives if its account cannot enter the data directory. */
const POSTGRES_ELSEWHERE = '/var/lib/countersign'

/** One process of an installation, working. */
export type Process = {
  deps: Deps
  role: Role
  installation: InstallationRow
  waker: WorkerPool
  slots: number
  headsFile: HeadsFile | undefined
  /** What commands run in, where any may run. */
  sandbox: Sandbox | undefined
  stop: () => Promise<void>
}

/**
 * Builds the deps once and starts what the role asks for: the waker, the sweep, the queue's worker. What was
 * opened is closed again, the last first, when the process stops or its start fails.
 */
export async function startProcess(config: ProcessConfig): Promise<Process> {
  const opened: (() => unknown)[] = []
  const stop = async (): Promise<void> => {
    for (let close = opened.pop(); close; close = opened.pop()) await close()
  }
  try {
    return { ...(await openAll(config, opened)), stop }
  } catch (error) {
    await stop()
    throw error
  }
}

async function openAll(config: ProcessConfig, opened: (() => unknown)[]): Promise<Omit<Process, 'stop'>> {
  const { databaseUrl: url } = config
  const warn = warner(config)
  const { db, sql, close } = openConnections({ url, connections: 10 })
  opened.push(close)
  const renewals = openConnections({ url, connections: 1 })
  opened.push(renewals.close)
  const { workspaceRoot, installation, fitness } = await openInstallation(db, config)
  opened.push(fitness.stop)
  const holder = randomBytes(8).readBigUInt64BE() >> 2n
  const presence = await openProcessLock({ url, holder, log: warn })
  opened.push(presence.close)
  const bus = await openPostgresBus({ url, origin: holder.toString(36), log: warn })
  opened.push(bus.close)
  const place: { waker?: WorkerPool; servers?: LiveServers } = {}
  const threads = new Threads(config.threads ?? THREAD_POOL)
  opened.push(threads.close)
  const sandbox = config.sandbox && (await openSandbox(config.sandbox))
  const deps = buildDeps(config, {
    sandbox,
    db,
    sql,
    compute: threads.computeIfRoom,
    renewals: renewals.sql,
    bus,
    workspaceRoot,
    whyNotReady: fitness.unfit,
    processLock: presence,
    servers: laterServers(place),
    reserve: id => (runsLoops(config) ? (place.waker?.reserve(id) ?? null) : null),
  })
  await insertDefinitions(db, definitionsOf(deps.tools))
  opened.push(() => place.servers?.close())
  await openLiveServers(deps, place, { config, sandbox, connects: runsLoops(config) })
  opened.push(startHousekeeping(deps), keepSearchItems(deps).close)
  const headsFile = config.headsFile === undefined ? undefined : keepHeads(deps, config.headsFile)
  opened.push(() => headsFile?.close())
  const waker = createWorkerPool({ ...deps, compute: threads.compute }, { slots: config.slots })
  place.waker = waker
  const work = await startWork(config, deps, waker)
  opened.push(() => deps.runaways.stop(), work.stop)
  return { deps, role: config.role, installation, waker, slots: config.slots, headsFile, sandbox }
}

const warner =
  ({ log }: Pick<ProcessConfig, 'log'>) =>
  (message: string, error: unknown): void =>
    log('warn', message, { error: String(error) })

/** The one row of the database, the folder that belongs to it, and whether both are for us. */
async function openInstallation(db: Database, { workspace, dataDir, migrations, log }: ProcessConfig) {
  const root = await openWorkspace(workspace)
  const ids = { databaseId: randomUUID(), workspace: randomUUID() }
  const fresh = { ...ids, workspaceFolder: await folderIdentity(root) }
  await ensureInstallation(db, fresh)
  await orderRestored(db, fresh.databaseId)
  const installation = await ensureInstallation(db, fresh)
  const place = { root, dataDir: dataDir && path.resolve(dataDir) }
  const fitness = await watchReadiness({ db, workspace: place, migrations, log })
  return { workspaceRoot: root, installation, fitness }
}

function buildDeps(
  config: ProcessConfig,
  {
    sandbox,
    ...opened
  }: { sandbox: Sandbox | undefined } & Pick<
    Deps,
    | 'db'
    | 'sql'
    | 'renewals'
    | 'bus'
    | 'compute'
    | 'workspaceRoot'
    | 'whyNotReady'
    | 'processLock'
    | 'reserve'
    | 'servers'
  >,
): Deps {
  const { monotonic } = machineClock
  const clock = config.clock ?? { offsetMs: 0 }
  const takeover = config.takeover ?? TAKEOVER
  return {
    ...opened,
    models: createModels(config.models, {
      fetch: patientFetch,
      now: Date.now,
      sleep: (ms, signal) => sleep(ms, undefined, { signal }),
    }),
    tools: createRegistry(toolsOf(config, sandbox), sha256),
    signer: createSigner(config.auditKey),
    redaction: config.redaction ?? createRedaction(config.secrets, config.auditKey),
    dataDir: config.dataDir && path.resolve(config.dataDir),
    closed: closedTo(config),
    clock,
    time: new DatabaseTime(clock, monotonic),
    leaseClock: config.leaseClock ?? machineClock,
    diskFull: new DiskFull(monotonic),
    leases: new LeaseWatch(monotonic, takeover),
    graceMs: config.graceMs ?? GRACE_MS,
    runaways: new Runaways({
      ...opened,
      holder: opened.processLock.holder,
      now: monotonic,
      ...takeover,
      log: warner(config),
    }),
    newId,
    random: Math.random,
    log: config.log,
    ...(config.comparesKnown ? { comparesKnown: config.comparesKnown } : {}),
  }
}

const toolsOf = ({ tools = [] }: ProcessConfig, sandbox: Sandbox | undefined): ToolDefinition[] => [
  ...BUILTIN_TOOLS,
  ...(sandbox ? [runCommandIn(sandbox)] : []),
  ...tools,
]

/** What the installation lives by is nobody's to read or write by a tool, wherever it lies. */
const closedTo = ({ dataDir, headsFile }: ProcessConfig): string[] =>
  [dataDir, headsFile, POSTGRES_ELSEWHERE].flatMap(each => (each === undefined ? [] : path.resolve(each)))

/** Calls are bound to a Tool's definition by its hash: each is stored before any Call is. */
const definitionsOf = (tools: Registry): { hash: string; text: string }[] =>
  tools.list().map(({ name, definitionHash: hash }) => ({ hash, text: tools.definitionText(name) ?? '' }))

const runsLoops = ({ role }: ProcessConfig): boolean => role !== 'web'

/** Runs loops, unless this process only serves. The sweep runs everywhere: it only gives on. */
async function startWork(
  config: ProcessConfig,
  deps: Deps,
  waker: WorkerPool,
): Promise<{ stop: () => Promise<void> }> {
  const works = runsLoops(config)
  const queue = await startQueue({
    url: config.databaseUrl,
    begin: works ? waker.begin : null,
    log: (message, error) => deps.log('warn', message, { error: String(error) }),
  })
  // A job may have been taken by a process that died: what can begin here does, the queue gets the rest.
  const begunHere = (id: string): boolean => works && waker.tryAdvance(id)
  const sweep = startSweep(deps, ids => queue.send(ids.filter(id => !begunHere(id))))
  waker.onRest(sweep.soon)
  const deaf = works ? onWake(deps.bus, waker) : () => undefined
  return {
    stop: async () => {
      deaf()
      sweep.stop()
      await waker.stop()
      await queue.stop()
    },
  }
}

const onWake = (bus: Bus, waker: WorkerPool): (() => void) =>
  bus.subscribe(note => {
    if (note.kind === 'wake') waker.tryAdvance(note.sessionId)
  })

const HOUR_MS = 60 * 60 * 1000

/** Every hour forgets what has had its time: keys of repeated requests, browsers that stayed away. */
function startHousekeeping({
  db,
  clock,
  log,
}: {
  db: Database
  clock: { offsetMs: number }
  log: Log
}): () => void {
  const tidy = async (): Promise<void> => {
    try {
      await forgetOldKeys(db)
      await removeExpiredAuthSessions(db, new Date(Date.now() + clock.offsetMs))
    } catch (error) {
      log('warn', 'Old rows could not be removed', { error: String(error) })
    }
  }
  const timer = setInterval(() => void tidy(), HOUR_MS).unref()
  return () => clearInterval(timer)
}
