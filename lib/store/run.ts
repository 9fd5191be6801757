import * as z from 'zod'
import { Briefing } from '@/lib/domain/briefing'
import { Limits } from '@/lib/domain/limits'
import { Deed } from '@/lib/domain/loop-guard'
import { Overrides } from '@/lib/domain/message'
import { Course, OpenRequest, Outcome, type RunRow, RunStatus, Stop, StopReason } from '@/lib/domain/run'
import { Usage } from '@/lib/domain/usage'
import { put } from './batch'
import { instant, optional, orNull } from './columns'
import { jsonText, type Tx } from './database'

const Columns = z.object({
  id: z.string(),
  sessionId: z.string(),
  number: z.int(),
  status: RunStatus,
  stopReason: optional(StopReason),
  error: optional(z.string()),
  requests: z.int(),
  limits: Limits,
  overrides: Overrides,
  usage: Usage,
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
  deeds: z.array(Deed),
  overflows: z.int(),
  compact: optional(Course.shape.compact.unwrap()),
  stop: optional(Stop),
  continuedFrom: optional(z.string()),
  queuedAt: instant,
  startedAt: optional(instant),
  endedAt: optional(instant),
})

export const parseRun = (row: unknown): RunRow => Columns.parse(row)

const columnsOf = (run: RunRow) => ({
  status: run.status,
  stopReason: orNull(run.stopReason),
  error: orNull(run.error),
  requests: run.requests,
  usage: jsonText(run.usage),
  activeMs: run.activeMs,
  activeSince: orNull(run.activeSince),
  openRequest: jsonText(run.openRequest),
  retryAt: orNull(run.retryAt),
  lastFailure: orNull(run.lastFailure),
  answer: jsonText(run.answer),
  briefing: jsonText(run.briefing),
  summarised: run.summarised,
  cutOffs: run.cutOffs,
  malformed: run.malformed,
  deeds: jsonText(run.deeds),
  overflows: run.overflows,
  compact: orNull(run.compact),
  stop: jsonText(run.stop),
  startedAt: orNull(run.startedAt),
  endedAt: orNull(run.endedAt),
})

export async function insertRun(tx: Tx, run: RunRow, position: number): Promise<void> {
  const row = {
    ...columnsOf(run),
    id: run.id,
    sessionId: run.sessionId,
    number: run.number,
    position,
    limits: jsonText(run.limits),
    overrides: jsonText(run.overrides),
    continuedFrom: orNull(run.continuedFrom),
    queuedAt: run.queuedAt,
  }
  await put(tx, { insert: 'Run', rows: [row] })
}

export async function saveRun(tx: Tx, run: RunRow): Promise<void> {
  await put(tx, { update: 'Run', id: run.id, set: columnsOf(run) })
}

export async function findRun(tx: Tx, id: string): Promise<RunRow | null> {
  const row = await tx.run.findUnique({ where: { id } })
  return row && parseRun(row)
}

/** The Runs of a session that have not ended, in the order in which they are worked on. */
export async function openRuns(tx: Tx, sessionId: string): Promise<{ run: RunRow; position: number }[]> {
  const rows = await tx.run.findMany({
    where: { sessionId, status: { not: 'ended' } },
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
