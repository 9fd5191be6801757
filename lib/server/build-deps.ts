import { existsSync, realpathSync } from 'node:fs'
import { availableParallelism, tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { Cores } from '@/lib/agent/process/cores'
import { DatabaseTime } from '@/lib/agent/process/database-time'
import type { Deps } from '@/lib/agent/process/deps'
import { machineClock } from '@/lib/agent/process/lease-clock'
import { LeaseRenewals } from '@/lib/agent/process/lease-renewals'
import { LeaseWatch, TAKEOVER } from '@/lib/agent/process/lease-watch'
import { Observers } from '@/lib/agent/process/observers'
import { Orphans } from '@/lib/agent/process/orphans'
import { RecentHistories } from '@/lib/agent/process/recent-histories'
import { RecentSessions } from '@/lib/agent/process/recent-sessions'
import { Redaction } from '@/lib/agent/process/redaction'
import { DiskFull } from '@/lib/agent/process/unavailable'
import { patientFetch } from '@/lib/models/ai-sdk/provider'
import { KeyFile } from '@/lib/models/key-file'
import { createModels } from '@/lib/models/models'
import { sha256 } from '@/lib/record/digest'
import { createSigner } from '@/lib/record/signer'
import type { Sql } from '@/lib/store/connection/sql'
import { BUILTIN_TOOLS } from '@/lib/tools/builtin-tools'
import { runCommandIn } from '@/lib/tools/command/run-command'
import { createRegistry } from '@/lib/tools/registry'
import type { Sandbox } from '@/lib/tools/sandbox/sandbox'
import type { ClosedPath } from '@/lib/tools/workspace/platform-folders'
import { newId } from './new-id'
import type { ProcessConfig } from './process-config'

/** After an abort, an Activity that does not end in this time is given up. */
const GRACE_MS = 5_000
/** A commit that takes longer, while leases are renewed, is not waited for; what is computed in one has 60 s. */
const HUNG_MS = 90_000
/** At the latest after this long the rows are looked through for what is due. */
const SWEEP_MS = 2_000

/** Where the embedded Postgres of root lives if its account cannot enter the data directory. */
const POSTGRES_ELSEWHERE = '/var/lib/countersign'

/** What was opened before the deps are there. */
type Opened = { sandbox: Sandbox | undefined; renewalSql: Sql } & Pick<
  Deps,
  'db' | 'sql' | 'bus' | 'compute' | 'workspaceRoot' | 'whyNotReady' | 'processLock' | 'reserve' | 'servers'
>

/** What the verbs need, built once. */
export function buildDeps(config: ProcessConfig, { sandbox, renewalSql, ...opened }: Opened): Deps {
  const { monotonic } = machineClock
  const clock = config.clock ?? { offsetMs: 0 }
  const takeover = config.takeover ?? TAKEOVER
  const leaseClock = config.leaseClock ?? machineClock
  const time = new DatabaseTime(clock, monotonic)
  const keys = new KeyFile(config.dataDir)
  const redaction = config.redaction ?? new Redaction(config.secrets, config.auditKey)
  redaction.learnFrom(keys.secrets)
  return {
    ...opened,
    keys,
    redaction,
    models: createModels(config.models, {
      keys,
      fetch: patientFetch,
      now: Date.now,
      sleep: (ms, signal) => sleep(ms, undefined, { signal }),
    }),
    tools: createRegistry(
      [
        ...BUILTIN_TOOLS,
        ...(sandbox ? [runCommandIn(sandbox, copiesOf(config))] : []),
        ...(config.tools ?? []),
      ],
      sha256,
    ),
    signer: createSigner(config.auditKey),
    environment: config.environment ?? (() => undefined),
    address: config.address ?? 'http://127.0.0.1:3000',
    dataDir: config.dataDir && path.resolve(config.dataDir),
    closed: closedTo(config, opened.workspaceRoot),
    clock,
    time,
    leaseClock,
    renewals: new LeaseRenewals({
      sql: renewalSql,
      leaseClock,
      time,
      clock,
      warn: config.log.bind(null, 'warn'),
    }),
    diskFull: new DiskFull(monotonic),
    leases: new LeaseWatch(monotonic, takeover),
    graceMs: config.graceMs ?? GRACE_MS,
    hungMs: config.hungMs ?? HUNG_MS,
    sweepMs: config.sweepMs ?? SWEEP_MS,
    cores: new Cores(config.cores ?? availableParallelism(), sessionId =>
      opened.bus.tell({ kind: 'wake', sessionId }),
    ),
    recentSessions: new RecentSessions(),
    recentHistories: new RecentHistories(),
    observers: new Observers(config.log),
    orphans: new Orphans({
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

/** Where the workspace is copied before a command. */
export const copiesOf = ({ dataDir }: ProcessConfig): string => (dataDir ? path.resolve(dataDir) : tmpdir())

/** What the installation lives by is nobody's to read or write by a tool, wherever it lies. */
const closedTo = ({ dataDir, headsFile }: ProcessConfig, root: string): ClosedPath[] =>
  [dataDir, headsFile, POSTGRES_ELSEWHERE]
    .flatMap(each => (each === undefined ? [] : path.resolve(each)))
    .map(each => ({ path: each, stays: realPath(each).startsWith(`${root}/`) }))

/** Also of what is not there yet. */
const realPath = (file: string): string =>
  existsSync(file) ? realpathSync(file) : path.join(realPath(path.dirname(file)), path.basename(file))

export const warner =
  ({ log }: Pick<ProcessConfig, 'log'>) =>
  (message: string, error: unknown): void =>
    log('warn', message, { error: String(error) })
