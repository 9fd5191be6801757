import * as z from 'zod'
import type { CallSet } from '@/lib/domain/call/call'
import { instant } from '../connection/columns'
import type { Sql } from '../connection/sql'
import { Prisma } from '../generated/client'
import { findSets } from './call'

/** A set with a Call that waits for a person, and the title of its session. */
export type PendingSet = CallSet & { sessionTitle: string }

const WAITING = Prisma.sql`"endedAt" IS NULL AND state = 'waiting'`

const Row = z.object({ id: z.string(), createdAt: instant, title: z.string() })

/** Waiting sets of all sessions, oldest first. */
export async function pendingSets(
  sql: Sql,
  page: { after: { createdAt: string; id: string } | undefined; limit: number },
): Promise<PendingSet[]> {
  const after = page.after
    ? Prisma.sql`AND (s."createdAt", s.id) > (${new Date(page.after.createdAt)}::timestamptz, ${page.after.id}::uuid)`
    : Prisma.empty
  const setRows = await sql.$queryRaw<unknown[]>`
    SELECT s.id, s."createdAt", t.title FROM "CallSet" s JOIN "Session" t ON t.id = s."sessionId"
    WHERE s.id IN (SELECT "setId" FROM "Call" WHERE ${WAITING}) ${after}
    ORDER BY s."createdAt", s.id LIMIT ${page.limit}`
  const rows = setRows.map(row => Row.parse(row))
  const ids = rows.map(row => row.id)
  const sets = await findSets(sql, ids)
  const titles = new Map(rows.map(row => [row.id, row.title]))
  return sets.map(set => ({ ...set, sessionTitle: titles.get(set.id) ?? '' }))
}

const Counts = z.object({ sets: z.int(), calls: z.int(), oldestSeconds: z.number() })

/** How much waits over all sessions. */
export async function countWaiting(sql: Sql): Promise<z.infer<typeof Counts>> {
  const rows = await sql.$queryRaw<unknown[]>`
    SELECT count(DISTINCT "setId")::int AS sets, count(*)::int AS calls,
      coalesce(extract(epoch FROM clock_timestamp() - min(since)), 0)::float8 AS "oldestSeconds"
    FROM "Call" WHERE ${WAITING}`
  return Counts.parse(rows[0])
}
