import type { Bus } from '@/lib/live/bus'
import type { Models } from '@/lib/model/models'
import type { Signer } from '@/lib/record/signer'
import type { Database } from '@/lib/store/database'
import type { Presence } from '@/lib/store/presence'
import type { Registry } from '@/lib/tools/registry'
import type { Redaction } from './redaction'
import type { Slot } from './slot'

/** Everything that the verbs need and do not decide themselves. Built once, in lib/server. */
export type Deps = {
  db: Database
  /** The same database by a connection of its own: leases are renewed however busy the others are. */
  renewals: Database
  bus: Bus
  models: Models
  tools: Registry
  signer: Signer
  redaction: Redaction
  /** Added to the database's time; only tests set it. */
  clock: { offsetMs: number }
  /** A fresh UUIDv7. */
  newId: () => string
  /** 0 ≤ x < 1, for jitter. */
  random: () => number
  /** The advisory lock that this process holds as long as it lives, and news of its loss. */
  presence: Pick<Presence, 'holder' | 'onLost'>
  /** Absolute path of the data directory, where there is one: the owner's skills lie there. */
  dataDir: string | undefined
  /** Absolute path of the folder that sessions work in. */
  workspaceRoot: string
  /** A place to work on a session at once, where this process has one and does not work on it already. */
  reserve: (sessionId: string) => Slot | null
  /** Why no session may be worked on by this process (another workspace, an older program), or null. */
  unfit: () => string | null
  log: Log
}

export type Log = (
  level: 'info' | 'warn' | 'error',
  message: string,
  fields?: Record<string, unknown>,
) => void
