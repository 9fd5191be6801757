import * as z from 'zod'
import { DEFAULT_LIMITS, Limits } from '@/lib/domain/run/limits'
import { PastCall } from '@/lib/domain/run/loop-guard'
import { Overrides } from '@/lib/domain/run/message'
import { Briefing } from '@/lib/domain/run/request-record'
import { Course, OpenRequest, Outcome, type RunRow, RunStatus, Stop, StopReason } from '@/lib/domain/run/run'
import { NO_USAGE, Usage } from '@/lib/domain/run/usage'
import { columnsOf, instant, optional } from '../connection/columns'
import type { Tx } from '../connection/database'
import type { Rows } from '../connection/rows'
import { shown, stored, whole, withDefaults } from '../connection/stored'

const Columns = z.object({
  id: z.string(),
  sessionId: z.string(),
  number: z.int(),
  status: RunStatus,
  stopReason: optional(StopReason),
  error: optional(z.string()),
  requests: z.int(),
  limits: withDefaults(Limits, DEFAULT_LIMITS),
  overrides: Overrides,
  usage: withDefaults(Usage, NO_USAGE),
  activeMs: z.int(),
  activeSince: optional(instant),
  openRequest: optional(OpenRequest),
  retryAt: optional(instant),
  lastFailure: optional(z.string()),
  answer: optional(Outcome),
  briefing: optional(Briefing),
  summarised: z.boolean(),
  cutOffs: z.int(),
  malformed: z.int(),
  deeds: z.array(PastCall),
  overflows: z.int(),
  compact: optional(Course.shape.compact.unwrap()),
  stop: optional(Stop),
  continuedFrom: optional(z.string()),
  queuedAt: instant,
  startedAt: optional(instant),
  endedAt: optional(instant),
})

const read = stored(Columns)

/** A row to be shown: `whole` says whether it may be worked on. */
export const parseRun = (row: { id: string }): RunRow => shown(`Run ${row.id}`, read(row))

const NAMES = Object.keys(Columns.shape) as (keyof typeof Columns.shape)[]

const rowOf = (run: RunRow) => Object.fromEntries(NAMES.map(name => [name, run[name]]))

export const insertRun = (rows: Rows, run: RunRow, position: number): void =>
  rows.insert('Run', [{ ...columnsOf(rowOf(run)), position }])

/** `before`: as its row is. */
export const saveRun = (rows: Rows, { before, after }: { before: RunRow; after: RunRow }): void =>
  rows.update('Run', after.id, columnsOf(rowOf(after), rowOf(whole(`Run ${before.id}`, before))))

export async function findRun(tx: Tx, id: string): Promise<RunRow | null> {
  const row = await tx.run.findUnique({ where: { id } })
  return row && parseRun(row)
}

/** The Runs of a session that have not ended, in the order in which they are worked on. */
export async function openRuns(tx: Tx, sessionId: string): Promise<{ run: RunRow; position: number }[]> {
  const rows = await tx.run.findMany({
    where: { sessionId, endedAt: null },
    orderBy: { position: 'asc' },
  })
  return rows.map(row => ({ run: parseRun(row), position: row.position }))
}

/** The Run that ended last. */
export async function lastEndedRun(tx: Tx, sessionId: string): Promise<RunRow | undefined> {
  const row = await tx.run.findFirst({
    where: { sessionId, status: 'ended' },
    orderBy: [{ endedAt: 'desc' }, { number: 'desc' }],
  })
  return row ? parseRun(row) : undefined
}
