import type { Deps, Log } from '@/lib/agent/process/deps'
import type { LeaseClock } from '@/lib/agent/process/lease-clock'
import type { TakeoverTimes } from '@/lib/agent/process/lease-watch'
import type { Redaction } from '@/lib/agent/process/redaction'
import type { Environment } from '@/lib/domain/environment'
import type { ModelsConfig } from '@/lib/models/models'
import type { Threads } from '@/lib/server/threads/thread-pool'
import type { ToolDefinition } from '@/lib/tools/define-tool'
import type { SandboxChoice } from '@/lib/tools/sandbox/sandbox'
import type { LiveServersConfig } from './open-live-servers'

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
  /** What finds them, where somebody else uses it as well. */
  redaction?: Redaction | undefined
  /** What environment variables hold that people name; nothing unless it is said. */
  environment?: Environment | undefined
  /** Tells a collector what was done, and with content also what was said. */
  traces?: { withContent: boolean } | undefined
  /** The address that people use, where it is known. */
  address?: string | undefined
  models: ModelsConfig
  /** Names of the migrations that this program knows. */
  migrations: string[]
  slots: number
  log: Log
  /** What large work is computed in, where somebody else uses it as well. */
  threads?: Threads
  /** More tools, other clocks, an earlier takeover: for tests. */
  tools?: ToolDefinition[]
  clock?: Deps['clock']
  leaseClock?: LeaseClock
  takeover?: TakeoverTimes
  graceMs?: number
  hungMs?: number
  cores?: number
  sweepMs?: number
  comparesKnown?: Deps['comparesKnown']
}

export const runsLoops = ({ role }: ProcessConfig): boolean => role !== 'web'
