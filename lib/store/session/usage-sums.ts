import type { Sql } from '../connection/sql'
import { Prisma } from '../generated/client'
import { factsOf, QUARTER, SUM_COLUMNS, SUMS } from './usage-facts'

/** Sessions whose sums are made at a time. */
const SESSIONS = 200

/**
 * Sums up what sessions at rest used, beside the record: of these, or of all. Sums hold up to the event that they name,
 * and count for as long as it is the last of its session; a report reads the rows of other sessions themselves.
 */
export async function sumUsage(sql: Sql, sessionIds?: readonly string[]): Promise<void> {
  let after = NO_ID
  while (after !== '') after = await sumNext(sql, { sessionIds, after })
}

const NO_ID = '00000000-0000-0000-0000-000000000000'

/** One statement; the last session that it summed up, where there may be more. */
async function sumNext(
  sql: Sql,
  { sessionIds, after }: { sessionIds: readonly string[] | undefined; after: string },
): Promise<string> {
  const rows = await sql.$queryRaw<{ last: string | null; sessions: number }[]>`
    WITH batch AS MATERIALIZED (SELECT h."sessionId" AS id, h.seq FROM "SessionHead" h
      WHERE h."sessionId" > ${after}::uuid AND h."leaseHolder" IS NULL AND ${isStale}
        AND ${sessionIds === undefined ? Prisma.sql`true` : Prisma.sql`h."sessionId" = ANY(${sessionIds}::uuid[])`}
      ORDER BY h."sessionId" LIMIT ${SESSIONS}),
    span AS (SELECT '-infinity'::timestamptz AS since, 'infinity'::timestamptz AS until),
    ${factsOf(column => Prisma.sql`${column} IN (SELECT id FROM batch)`)},
    outdated AS (DELETE FROM "UsageSum" u USING batch b WHERE u."sessionId" = b.id AND u.seq < b.seq),
    stored AS (INSERT INTO "UsageSum" ("sessionId", seq, at, model, tool, ${SUM_COLUMNS})
      SELECT f."sessionId", b.seq, ${QUARTER}, coalesce(f.model, ''), coalesce(f.tool, ''), ${SUMS}
        FROM fact f JOIN batch b ON b.id = f."sessionId" GROUP BY 1, 2, 3, 4, 5 ON CONFLICT DO NOTHING)
    SELECT max(id::text) AS last, count(*)::int AS sessions FROM batch`
  const { last, sessions = 0 } = rows[0] ?? {}
  return sessions === SESSIONS ? (last ?? '') : ''
}

/** Whether the session of `h` has no sums that hold. */
export const isStale = Prisma.sql`
  NOT EXISTS (SELECT 1 FROM "UsageSum" o WHERE o."sessionId" = h."sessionId" AND o.seq = h.seq)`
