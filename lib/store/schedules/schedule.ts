import type { Instant } from '@/lib/domain/instant'
import { publicRun } from '@/lib/domain/run/run'
import { lastRunOf, Schedule } from '@/lib/domain/schedules/schedule'
import { columnsOf, instant } from '../connection/columns'
import { json, jsonValue, type Tx } from '../connection/database'
import { listed, stored, whole } from '../connection/stored'
import type { Prisma } from '../generated/client'
import { readRunRow } from '../run/run'

const read = stored(columnsOf(Schedule.omit({ lastRun: true })).extend({ nextAt: instant.nullable() }))

function toSchedule(row: Prisma.ScheduleGetPayload<typeof WITH_RUN>): Schedule | null {
  const schedule = read(row)
  if (!schedule || !row.run) return schedule
  const run = readRunRow(row.run)
  return run && { ...schedule, lastRun: lastRunOf(publicRun(run)) }
}

const WITH_RUN = { include: { run: true } } as const

/** The newest first: all, or those that are due and those whose last Run has ended, or is gone. */
export async function readSchedules(tx: Tx, dueAt?: Instant): Promise<Schedule[]> {
  const isOver = { isOpen: true, OR: [{ run: null }, { run: { status: 'ended' } }] }
  const where = dueAt && { OR: [isOver, { isOpen: false, nextAt: { lte: dueAt } }] }
  const rows = await tx.schedule.findMany({ ...WITH_RUN, where: where || {}, orderBy: { id: 'desc' } })
  return listed(row => toSchedule(row as (typeof rows)[0]), rows)
}

/** Nobody else changes it until the transaction ends. */
export async function lockSchedule(tx: Tx, id: string): Promise<Schedule | null> {
  await tx.$queryRaw`SELECT 1 FROM "Schedule" WHERE id = ${id}::uuid FOR UPDATE`
  const row = await tx.schedule.findUnique({ ...WITH_RUN, where: { id } })
  return row && whole('The schedule', toSchedule(row))
}

export async function saveSchedule(tx: Tx, { lastRun: _, ...schedule }: Schedule): Promise<void> {
  const { id, cron = null, at = null, sessionKey = null, runId = null, why = null } = schedule
  const data = {
    ...schedule,
    cron,
    at,
    sessionKey,
    runId,
    why,
    settings: jsonValue(schedule.settings),
    whyMessage: json(schedule.whyMessage),
    by: jsonValue(schedule.by),
  }
  await tx.schedule.upsert({ where: { id }, update: data, create: data })
}

export async function removeSchedule(tx: Tx, id: string): Promise<boolean> {
  return (await tx.schedule.deleteMany({ where: { id } })).count === 1
}
