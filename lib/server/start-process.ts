import { randomBytes, randomUUID } from 'node:crypto'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Bus } from '@/lib/live/bus'
import { openPostgresBus } from '@/lib/live/postgres-bus'
import { patientFetch } from '@/lib/model/ai-sdk/patient-fetch'
import { createModels, type ModelsConfig } from '@/lib/model/models'
import { startQueue } from '@/lib/queue/queue'
import { sha256 } from '@/lib/record/digest'
import { createSigner } from '@/lib/record/signer'
import type { Deps, Log } from '@/lib/run/deps'
import { createRedaction } from '@/lib/run/redaction'
import { createWaker, startSweep, type Waker } from '@/lib/run/wake'
import { openDatabase } from '@/lib/store/database'
import { insertDefinitions } from '@/lib/store/definition'
import { ensureInstallation, type InstallationRow } from '@/lib/store/installation'
import { openPresence } from '@/lib/store/presence'
import { orderRestored } from '@/lib/store/restored-order'
import { BUILTIN_TOOLS } from '@/lib/tools/builtin-tools'
import type { ToolDefinition } from '@/lib/tools/define-tool'
import { createRegistry, type Registry } from '@/lib/tools/registry'
import { watchFitness } from './fitness'
import { startHousekeeping } from './housekeeping'
import { newId } from './new-id'
import { openWorkspace, workspaceId } from './workspace-marker'

export type Role = 'all' | 'web' | 'worker'

export type ProcessConfig = {
  databaseUrl: string
  role: Role
  workspace: string
  /** The data directory, where there is one. */
  dataDir?: string | undefined
  auditKey: string
  /** Everything secret that the server holds. */
  secrets: readonly string[]
  models: ModelsConfig
  /** Names of the migrations that this program knows. */
  migrations: string[]
  slots: number
  log: Log
  /** More tools, another clock: for tests. */
  tools?: ToolDefinition[]
  clock?: Deps['clock']
}

/** One process of an installation, working. */
export type Process = {
  deps: Deps
  role: Role
  installation: InstallationRow
  waker: Waker
  slots: number
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
  const { log, databaseUrl: url } = config
  const warn = (message: string, error: unknown) => log('warn', message, { error: String(error) })
  const db = openDatabase({ url, connections: 10 })
  opened.push(() => db.$disconnect())
  const renewals = openDatabase({ url, connections: 1 })
  opened.push(() => renewals.$disconnect())
  const workspaceRoot = await openWorkspace(config.workspace)
  const fresh = { databaseId: randomUUID(), workspace: await workspaceId(workspaceRoot) }
  await ensureInstallation(db, fresh)
  await orderRestored(db, fresh.databaseId)
  const installation = await ensureInstallation(db, fresh)
  const fitness = await watchFitness({ db, workspaceRoot, installation, migrations: config.migrations, log })
  opened.push(fitness.stop)
  const holder = randomBytes(8).readBigUInt64BE() >> 2n
  const presence = await openPresence({ url, holder, log: warn })
  opened.push(presence.close)
  const bus = await openPostgresBus({ url, origin: holder.toString(36), log: warn })
  opened.push(bus.close)
  const place: { waker?: Waker } = {}
  const reserve: Deps['reserve'] = id => (runsLoops(config) ? (place.waker?.reserve(id) ?? null) : null)
  const deps = buildDeps(config, {
    db,
    renewals,
    bus,
    workspaceRoot,
    unfit: fitness.unfit,
    presence,
    reserve,
  })
  await insertDefinitions(db, definitionsOf(deps.tools))
  opened.push(startHousekeeping(deps))
  const waker = createWaker(deps, { slots: config.slots })
  place.waker = waker
  const work = await startWork(config, deps, waker)
  opened.push(work.stop)
  return { deps, role: config.role, installation, waker, slots: config.slots }
}

function buildDeps(
  config: ProcessConfig,
  opened: Pick<Deps, 'db' | 'renewals' | 'bus' | 'workspaceRoot' | 'unfit' | 'presence' | 'reserve'>,
): Deps {
  return {
    ...opened,
    models: createModels(config.models, {
      fetch: patientFetch,
      now: Date.now,
      sleep: (ms, signal) => sleep(ms, undefined, { signal }),
    }),
    tools: createRegistry([...BUILTIN_TOOLS, ...(config.tools ?? [])], sha256),
    signer: createSigner(config.auditKey),
    redaction: createRedaction(config.secrets, config.auditKey),
    dataDir: config.dataDir && path.resolve(config.dataDir),
    clock: config.clock ?? { offsetMs: 0 },
    newId,
    random: Math.random,
    log: config.log,
  }
}

/** Calls are bound to a Tool's definition by its hash: each is stored before any Call is. */
const definitionsOf = (tools: Registry): { hash: string; text: string }[] =>
  tools.list().map(({ name, definitionHash: hash }) => ({ hash, text: tools.definitionText(name) ?? '' }))

const runsLoops = ({ role }: ProcessConfig): boolean => role !== 'web'

/** Runs loops, unless this process only serves. The sweep runs everywhere: it only gives on. */
async function startWork(
  config: ProcessConfig,
  deps: Deps,
  waker: Waker,
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

const onWake = (bus: Bus, waker: Waker): (() => void) =>
  bus.subscribe(note => {
    if (note.kind === 'wake') waker.tryAdvance(note.sessionId)
  })
