import * as z from 'zod'
import type { CallSet } from '@/lib/domain/call/call'
import { instant } from '../connection/columns'
import type { Sql } from '../connection/sql'
import { Prisma } from '../generated/client'
import { findSets } from './call'

/** A set with a Call that waits for a person, and the title of its session. */
export type PendingSet = CallSet & { sessionTitle: string }

const Row = z.object({ id: z.string(), createdAt: instant, title: z.string() })

/** Waiting sets of all sessions, oldest first. */
export async function pendingSets(
  sql: Sql,
  page: { after: { createdAt: string; id: string } | undefined; limit: number },
): Promise<PendingSet[]> {
  const after = page.after
    ? Prisma.sql`AND (s."createdAt", s.id) > (${new Date(page.after.createdAt)}::timestamptz, ${page.after.id}::uuid)`
    : Prisma.empty
  const found = await sql.$queryRaw<unknown[]>`
    SELECT s.id, s."createdAt", t.title FROM "CallSet" s JOIN "Session" t ON t.id = s."sessionId"
    WHERE s.id IN (SELECT "setId" FROM "Call" WHERE "endedAt" IS NULL AND state = 'waiting') ${after}
    ORDER BY s."createdAt", s.id LIMIT ${page.limit}`
  const rows = found.map(row => Row.parse(row))
  const sets = await findSets(
    sql,
    rows.map(row => row.id),
  )
  const titles = new Map(rows.map(row => [row.id, row.title]))
  return sets.map(set => ({ ...set, sessionTitle: titles.get(set.id) ?? '' }))
}
