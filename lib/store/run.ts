import * as z from 'zod'
import { Limits } from '@/lib/domain/limits'
import { Overrides } from '@/lib/domain/message'
import { OpenRequest, Outcome, type RunRow, RunStatus, Stop, StopReason } from '@/lib/domain/run'
import { Usage } from '@/lib/domain/usage'
import { dateOrNull, instant, optional, orNull } from './columns'
import { json, jsonValue, type Tx } from './database'

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
  summarised: z.boolean(),
  cutOffs: z.int(),
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
  usage: jsonValue(run.usage),
  activeMs: run.activeMs,
  activeSince: dateOrNull(run.activeSince),
  openRequest: json(run.openRequest),
  retryAt: dateOrNull(run.retryAt),
  lastFailure: orNull(run.lastFailure),
  answer: json(run.answer),
  summarised: run.summarised,
  cutOffs: run.cutOffs,
  stop: json(run.stop),
  startedAt: dateOrNull(run.startedAt),
  endedAt: dateOrNull(run.endedAt),
})

export async function insertRun(tx: Tx, run: RunRow, position: number): Promise<void> {
  await tx.run.create({
    data: {
      ...columnsOf(run),
      id: run.id,
      sessionId: run.sessionId,
      number: run.number,
      position,
      limits: jsonValue(run.limits),
      overrides: jsonValue(run.overrides),
      continuedFrom: orNull(run.continuedFrom),
      queuedAt: new Date(run.queuedAt),
    },
  })
}

export async function saveRun(tx: Tx, run: RunRow): Promise<void> {
  await tx.run.update({ where: { id: run.id }, data: columnsOf(run), select: { id: true } })
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
