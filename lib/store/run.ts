import * as z from 'zod'
import { Briefing } from '@/lib/domain/briefing'
import { Limits } from '@/lib/domain/limits'
import { Deed } from '@/lib/domain/loop-guard'
import { Overrides } from '@/lib/domain/message'
import { Course, OpenRequest, Outcome, type RunRow, RunStatus, Stop, StopReason } from '@/lib/domain/run'
import { Usage } from '@/lib/domain/usage'
import { put } from './batch'
import { type Changing, columnsOf, instant, optional, orNull } from './columns'
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

const changing = (run: RunRow): Changing => ({
  plain: {
    status: run.status,
    stopReason: run.stopReason,
    error: run.error,
    requests: run.requests,
    activeMs: run.activeMs,
    activeSince: run.activeSince,
    retryAt: run.retryAt,
    lastFailure: run.lastFailure,
    summarised: run.summarised,
    cutOffs: run.cutOffs,
    malformed: run.malformed,
    overflows: run.overflows,
    compact: run.compact,
    startedAt: run.startedAt,
    endedAt: run.endedAt,
  },
  json: {
    usage: run.usage,
    openRequest: run.openRequest,
    answer: run.answer,
    briefing: run.briefing,
    deeds: run.deeds,
    stop: run.stop,
  },
})

export async function insertRun(tx: Tx, run: RunRow, position: number): Promise<void> {
  const row = {
    ...columnsOf(changing(run)),
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

/** `before`: as its row is. */
export async function saveRun(tx: Tx, { before, after }: { before: RunRow; after: RunRow }): Promise<void> {
  const set = columnsOf(changing(after), changing(before))
  await put(tx, { update: 'Run', id: after.id, set })
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
