import { randomBytes, randomUUID } from 'node:crypto'
import path from 'node:path'
import { tendSchedules } from '@/lib/agent/actions/schedules'
import { sendNotices } from '@/lib/agent/loop/notices'
import { startErrand, startSweep, WorkerPool } from '@/lib/agent/loop/worker-pool'
import type { Deps } from '@/lib/agent/process/deps'
import type { LiveServers } from '@/lib/agent/process/live-servers'
import { keepDerivedRows } from '@/lib/agent/queries/search-history'
import { tellHooks } from '@/lib/agent/write/ask-hooks'
import { openPostgresBus } from '@/lib/server/live/postgres-bus'
import { startQueue } from '@/lib/server/queue'
import { Threads } from '@/lib/server/threads/thread-pool'
import { type Database, openConnections } from '@/lib/store/connection/database'
import { removeExpiredAuthSessions } from '@/lib/store/installation/auth-session'
import { forgetOldKeys } from '@/lib/store/installation/idempotency-key'
import { ensureInstallation, orderRestored } from '@/lib/store/installation/installation'
import { openProcessLock } from '@/lib/store/installation/lease'
import { insertDefinitions } from '@/lib/store/servers/definition'
import { removeDeadCopies } from '@/lib/tools/command/tree-copy'
import { openSandbox } from '@/lib/tools/sandbox/sandbox'
import { findMovedPath } from '@/lib/tools/workspace/platform-folders'
import { buildDeps, copiesOf, warner } from './build-deps'
import { keepHeads } from './heads-file'
import { watchReadiness } from './health/readiness'
import { watchWork } from './health/work-watch'
import { laterServers, openLiveServers } from './open-live-servers'
import { type ProcessConfig, runsLoops } from './process-config'
import { folderIdentity, openWorkspace } from './workspace-marker'

/** One process of an installation, working. `sandbox`: what commands run in, where any may run. */
export type Process = Awaited<ReturnType<typeof startProcess>>

/**
 * Builds the deps once and starts what the role asks for: the pool that wakes sessions, the sweep, the queue's worker.
 * What was opened is closed again, the last first, when the process stops or its start fails.
 */
export async function startProcess(config: ProcessConfig) {
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

async function openAll(config: ProcessConfig, opened: (() => unknown)[]) {
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
  const late: { pool?: WorkerPool; servers?: LiveServers } = {}
  const threads = config.threads ?? new Threads()
  if (!config.threads) opened.push(threads.close)
  // What commands were to be undone by, where their process died, has had its time.
  if (config.sandbox) await removeDeadCopies(copiesOf(config))
  const sandbox = config.sandbox && (await openSandbox(config.sandbox))
  const deps = buildDeps(config, {
    sandbox,
    db,
    sql,
    compute: threads.computeIfRoom,
    renewalSql: renewals.sql,
    bus,
    workspaceRoot,
    whyNotReady: fitness.unfit,
    processLock: presence,
    servers: laterServers(late),
    reserve: id => (runsLoops(config) ? (late.pool?.reserve(id) ?? null) : null),
  })
  if (config.traces) {
    const { openTraces } = await import('./traces/traces')
    opened.push(openTraces({ ...deps, ...config.traces, compute: threads.compute }))
  }
  opened.push(deps.observers.end)
  // The first look is what later ones are compared with.
  await findMovedPath(deps.closed)
  // Calls are bound to a Tool's definition by its hash: each is stored before any Call is.
  const definitions = deps.tools
    .list()
    .map(({ name, definitionHash: hash }) => ({ hash, text: deps.tools.definitionText(name) ?? '' }))
  await insertDefinitions(db, definitions)
  opened.push(() => late.servers?.close())
  await openLiveServers(deps, late, { config, sandbox, connects: runsLoops(config) })
  opened.push(startHousekeeping(deps), keepDerivedRows(deps).close)
  const headsFile = config.headsFile === undefined ? undefined : keepHeads(deps, config.headsFile)
  opened.push(() => headsFile?.close())
  const pool = new WorkerPool({ ...deps, compute: threads.compute }, { slots: config.slots })
  late.pool = pool
  const work = await startWork(config, deps, pool)
  opened.push(() => deps.orphans.stop(), work.stop)
  if (runsLoops(config)) {
    tellHooks(deps, 'gateway_start')
    opened.push(() => tellHooks(deps, 'gateway_stop'))
  }
  const { role, slots } = config
  return { deps, role, installation, pool, slots, headsFile, sandbox, watch: watchWork(bus) }
}

/** The one row of the database, the folder that belongs to it, and whether both are for us. */
async function openInstallation(db: Database, { workspace, dataDir, migrations, log }: ProcessConfig) {
  const root = await openWorkspace(workspace)
  const ids = { databaseId: randomUUID(), workspace: randomUUID() }
  const fresh = { ...ids, workspaceFolder: await folderIdentity(root) }
  await ensureInstallation(db, fresh)
  await orderRestored(db, fresh.databaseId)
  const installation = await ensureInstallation(db, fresh)
  const folders = { root, dataDir: dataDir && path.resolve(dataDir) }
  const fitness = await watchReadiness({ db, workspace: folders, migrations, log })
  return { workspaceRoot: root, installation, fitness }
}

/** Runs loops. A process that only serves gives no session on: the sweeps of the others do. */
async function startWork(config: ProcessConfig, deps: Deps, pool: WorkerPool) {
  const [{ databaseUrl: url }, log] = [config, warner(config)]
  const queue = runsLoops(config) ? await startQueue({ url, begin: pool.begin, log }) : null
  const errands = queue ? [sendNotices, tendSchedules].map(work => startErrand(deps, work)) : []
  // A job may have been taken by a process that died: what can begin here does, the queue gets the rest.
  const giveOn = async (ids: string[]) => queue?.send(ids.filter(id => !pool.offer(id)))
  const sweep = startSweep(deps, giveOn, () => {
    for (const errand of errands) errand.check()
  })
  pool.onRest(sweep.soon)
  const unsubscribe = queue ? deps.bus.subscribe(pool.receive) : () => undefined
  return {
    stop: async (): Promise<void> => {
      unsubscribe()
      sweep.stop()
      await Promise.all(errands.map(errand => errand.stop()))
      await pool.stop()
      await queue?.stop()
    },
  }
}

const HOUR_MS = 60 * 60 * 1000

/** Every hour forgets what has had its time: keys of repeated requests, browsers that stayed away. */
function startHousekeeping({ db, clock, log }: Pick<Deps, 'db' | 'clock' | 'log'>): () => void {
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
