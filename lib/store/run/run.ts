import * as z from 'zod'
import { DEFAULT_LIMITS, Limits } from '@/lib/domain/run/limits'
import { Course, Run, type RunRow } from '@/lib/domain/run/run'
import { NO_USAGE, Usage } from '@/lib/domain/run/usage'
import { Recovery } from '@/lib/domain/run/work-state'
import { columnsOf, instant, optional } from '../connection/columns'
import type { Tx } from '../connection/database'
import type { Rows } from '../connection/rows'
import type { Sql } from '../connection/sql'
import { orThrowUnreadable, stored, whole, withDefaults } from '../connection/stored'

const DERIVED = {
  errorMessage: true,
  failureMessage: true,
  compacting: true,
  unknown: true,
  unreadable: true,
} as const

const Columns = columnsOf(Run.omit(DERIVED).extend(Course.shape)).extend({
  limits: withDefaults(Limits, DEFAULT_LIMITS),
  usage: withDefaults(Usage, NO_USAGE),
})

/** Null where this version cannot read it. */
export const readRunRow = stored(Columns)

/** A row to be shown: `whole` says whether it may be worked on. */
export const parseRun = (row: { id: string }): RunRow => orThrowUnreadable(`Run ${row.id}`, readRunRow(row))

const NAMES = Object.keys(Columns.shape) as (keyof typeof Columns.shape)[]

const rowOf = (run: RunRow) => Object.fromEntries(NAMES.map(name => [name, run[name]]))

export const insertRun = (rows: Rows, run: RunRow, position: number): void =>
  rows.insert('Run', [{ ...rowOf(run), position }])

/** `before`: as its row is. */
export const saveRun = (rows: Rows, { before, after }: { before: RunRow; after: RunRow }): void =>
  rows.change('Run', after.id, { before: rowOf(whole(`Run ${before.id}`, before)), after: rowOf(after) })

export async function findRun(tx: Tx, id: string): Promise<RunRow | null> {
  const row = await tx.run.findUnique({ where: { id } })
  return row && parseRun(row)
}

/** The Runs of a session that have not ended, in the order in which they are worked on. */
export async function openRuns(tx: Tx, sessionId: string): Promise<{ run: RunRow; position: number }[]> {
  const rows = await tx.run.findMany({ where: { sessionId, endedAt: null }, orderBy: { position: 'asc' } })
  return rows.map(row => ({ run: parseRun(row), position: row.position }))
}

const ActiveRow = z.object({
  sessionId: z.string(),
  title: z.string(),
  runId: z.string(),
  activeSince: optional(instant),
  progressAt: optional(instant),
  leaseUntil: optional(instant),
  wakeAt: optional(instant),
  recovery: optional(Recovery).catch(undefined),
  now: instant,
})

/** Runs that somebody works on, as rows say, and what these tell of it: those that go on for longest. */
export async function activeRuns(sql: Sql): Promise<z.infer<typeof ActiveRow>[]> {
  const rows = await sql.$queryRaw<unknown[]>`
    SELECT r."sessionId", s.title, r.id AS "runId", r."activeSince", h."progressAt", h."leaseUntil", w.at AS "wakeAt",
      h.recovery, clock_timestamp() AS now
    FROM "Run" r JOIN "Session" s ON s.id = r."sessionId" JOIN "SessionHead" h ON h."sessionId" = s.id
      LEFT JOIN "Wake" w ON w."sessionId" = s.id
    WHERE r."endedAt" IS NULL AND r.status = 'running' ORDER BY r."activeSince" LIMIT 100`
  return rows.map(row => ActiveRow.parse(row))
}

/** The Run that ended last. */
export async function lastEndedRun(tx: Tx, sessionId: string): Promise<RunRow | undefined> {
  const row = await tx.run.findFirst({
    where: { sessionId, status: 'ended' },
    orderBy: [{ endedAt: 'desc' }, { number: 'desc' }],
  })
  return row ? parseRun(row) : undefined
}

/** How many Runs have not ended, by their status. */
export async function countOpenRuns(tx: Pick<Tx, 'run'>): Promise<Map<string, number>> {
  const groups = await tx.run.groupBy({ by: ['status'], where: { endedAt: null }, _count: true })
  return new Map(groups.map(({ status, _count: count }) => [status, count]))
}
