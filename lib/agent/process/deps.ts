import type { Environment } from '@/lib/domain/environment'
import type { Compute } from '@/lib/domain/job'
import type { McpServer } from '@/lib/domain/servers/mcp-server'
import type { CodedText } from '@/lib/messages/phrase'
import type { KeyFile } from '@/lib/models/key-file'
import type { Models } from '@/lib/models/models'
import type { Signer } from '@/lib/record/signer'
import type { Database } from '@/lib/store/connection/database'
import type { Sql } from '@/lib/store/connection/sql'
import type { ProcessLock } from '@/lib/store/installation/lease'
import type { McpServerRow } from '@/lib/store/servers/mcp-server'
import type { SessionSnapshot } from '@/lib/store/session/session-work'
import type { Registry } from '@/lib/tools/registry'
import type { ServerConnections } from '@/lib/tools/servers/server-config'
import type { ClosedPath } from '@/lib/tools/workspace/platform-folders'
import type { Bus } from './bus'
import type { Cores } from './cores'
import type { DatabaseTime } from './database-time'
import type { LeaseClock } from './lease-clock'
import type { LeaseRenewals } from './lease-renewals'
import type { LeaseWatch } from './lease-watch'
import type { Observers } from './observers'
import type { Orphans } from './orphans'
import type { RecentHistories } from './recent-histories'
import type { RecentSessions } from './recent-sessions'
import type { Redaction } from './redaction'
import type { DiskFull } from './unavailable'

/** What people ask of a server of tools. */
export type ServerDoor = Pick<ServerConnections, 'readResource' | 'getPrompt' | 'beginSignIn' | 'endSignIn'>

/** Everything that the verbs need and do not decide themselves. Built once, in lib/server. */
export type Deps = {
  db: Database
  /** The same connections, for statements in SQL, each a transaction of its own. */
  sql: Sql
  /** Renews the leases of this process, however busy its other connections are. */
  renewals: LeaseRenewals
  bus: Bus
  models: Models
  keys: Pick<KeyFile, 'fault' | 'change' | 'isKept'>
  tools: Registry
  /** Where more of them come from. */
  servers: {
    refresh: () => Promise<void>
    describe: (row: McpServerRow) => McpServer
    /** Whether a server runs what is at a path of the workspace. */
    owns: (path: string) => boolean
    /** What people ask of a server themselves; null in a process that connects to none. */
    reached: () => ServerDoor | null
  }
  signer: Signer
  redaction: Redaction
  /** Runs what may take long in a thread of its own. In the loop it waits its turn; a request may be refused. */
  compute: Compute
  /** Added to the database's time; only tests set it. */
  clock: { offsetMs: number }
  time: Pick<DatabaseTime, 'ask' | 'take' | 'offsetMs'>
  /** What environment variables hold that people name for secrets. */
  environment: Environment
  address: string
  newId: () => string
  /** 0 ≤ x < 1, for jitter. */
  random: () => number
  /** The advisory lock that this process holds as long as it lives. */
  processLock: Pick<ProcessLock, 'holder'>
  /** By which this process knows for how long it may act under a lease. */
  leaseClock: LeaseClock
  cores: Cores
  recentSessions: RecentSessions
  recentHistories: RecentHistories
  /** Hooks that are told of what has happened. */
  observers: Observers
  /** Writes that were given up and may still act. */
  orphans: Orphans
  /** When it may take what others hold. */
  leases: Pick<LeaseWatch, 'see' | 'mayTake'>
  /** Whether the database had no space left a moment ago. */
  diskFull: DiskFull
  /** After an abort, an Activity that does not end in this time is given up; its outcome is unknown. */
  graceMs: number
  /** A commit that takes longer than this, while leases are renewed, will never end: its session is stuck. */
  hungMs: number
  /** At the latest after this long the rows are looked through for what is due. */
  sweepMs: number
  /** Absolute path of the data directory, where there is one: the owner's skills lie there. */
  dataDir: string | undefined
  /** Absolute path of the folder that sessions work in. */
  workspaceRoot: string
  /** Files and folders that no tool may name, wherever they lie: what the installation lives by. */
  closed: readonly ClosedPath[]
  /** A place to work on a session at once, where this process has one and does not work on it already. */
  reserve: (sessionId: string) => Slot | null
  /** Why no session may be worked on by this process (another workspace, an older program), or null. */
  whyNotReady: () => CodedText | null
  log: Log
  /** Tests make sure that what is known of a session is what is stored. */
  comparesKnown?: (sql: Sql, snapshot: SessionSnapshot) => Promise<void>
}

export type Log = (
  level: 'info' | 'warn' | 'error',
  message: string,
  fields?: Record<string, unknown>,
) => void

/**
 * Works on a session until it is set down; tells in how many milliseconds it is to wake, where that is known. `deps`
 * are those of the loop, whoever put in what it begins with.
 */
export type SlotWork = (deps: Deps, ending: AbortSignal) => Promise<number | undefined>

/** A place to work on one session: taken before a fact is written, used once or given back. */
export type Slot = { begin: (work: SlotWork) => void; release: () => void }
