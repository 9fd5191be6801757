import * as z from 'zod'
import { CodedTextSchema, OptionalText } from '../coded-text'
import { Instant } from '../instant'
import { WorkState } from '../run/work-state'
import { BrokenRecord } from './record-operations'

const Part = z.object({ ok: z.boolean() })

/** What anybody is told. `instance` names the process that answers. */
export const Liveness = z.object({
  status: z.enum(['ok', 'degraded']),
  instance: z.string(),
  version: z.string(),
  role: z.enum(['all', 'web', 'worker']),
  database: Part,
  queue: Part,
  workspace: Part,
})
export type Liveness = z.infer<typeof Liveness>

const ActiveSession = z.object({
  sessionId: z.string(),
  title: z.string(),
  runId: z.string(),
  state: WorkState,
  since: Instant,
})
export type ActiveSession = z.infer<typeof ActiveSession>

/**
 * What people are told who are signed in. `problems` say what is wrong and what to do. A record that is not protected is
 * one of them, but nothing works any worse for it: `status` stays `ok`.
 */
export const Health = Liveness.extend({
  database: Part.extend({ latencyMs: z.number().optional(), version: z.string().optional() }),
  queue: Part.extend({ dueSessions: z.int(), oldestDueMs: z.int() }),
  /** Sessions that this process works on, and how many it may at a time. */
  lanes: z.object({ taken: z.int(), limit: z.int() }),
  /** Those with an active Run, of all processes, those that go on for longest first. */
  sessions: z.array(ActiveSession),
  /** Of sessions that this process works on; `lapsed` and `lost` since it started. */
  leases: z.object({ active: z.int(), lapsed: z.int(), lost: z.int() }).optional(),
  streams: z.int(),
  /** Whether the record is known to be whole; `checkedAt`: when all of it was last verified. */
  record: Part.extend({
    checkedAt: Instant.optional(),
    /** Whether the server's database role can only append to it. */
    protected: z.boolean(),
    broken: z.array(BrokenRecord),
    /** Where signed heads are written outside of the database, if anywhere. */
    headsFile: Part.extend({ path: z.string() }).optional(),
  }),
  /** What commands run in; `reason` says why there is none, or what it does not limit, and what to do. Absent in a process that has no such tool. */
  sandbox: Part.extend({
    kind: z.enum(['bubblewrap', 'none', 'unavailable']),
    reason: z.string().optional(),
    codedText: OptionalText,
  }).optional(),
  /** Whether the account that the server runs as is one to run it as; `reason` says why not. */
  account: Part.extend({ reason: z.string().optional() }).optional(),
  /** Of the data directory or the workspace, whichever has less. */
  disk: z.object({ freeBytes: z.int() }).optional(),
  eventLoop: z.object({ p99Ms: z.number() }),
  /** Providers of models, and `mcp:` servers, that failed in the last hour, in any process. */
  providers: z.array(
    z.object({
      provider: z.string(),
      errors: z.int(),
      lastError: z.object({ at: Instant, text: z.string(), codedText: OptionalText }).optional(),
    }),
  ),
  problems: z.array(z.string()),
  /** The problems in words that can be said in other languages, in their order; null for one that has none. */
  codedText: z.array(CodedTextSchema.nullable()).optional(),
})
export type Health = z.infer<typeof Health>
