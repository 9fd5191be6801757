import * as z from 'zod'
import { RUN_COMMAND } from '@/lib/domain/call/tool'
import { optional } from '../connection/columns'
import type { Sql } from '../connection/sql'
import { Prisma } from '../generated/client'

const Done = z.object({ tool: z.string(), text: optional(z.string()), path: optional(z.string()) })

/** Characters of arguments that are read: reading a file takes few. */
const MOST_CHARS = 2_000

/** The files that a Call `c` changed. */
const FILES = Prisma.sql`jsonb_array_elements(
  coalesce(c.result->'changes', jsonb_build_array(c.result->'changed'))) WITH ORDINALITY f(file, place)`

/** What Calls did whose Results stand between two Events: a file that each changed, or the text of what it ran with. */
export async function doneBetween(
  sql: Sql,
  sessionId: string,
  { after, through }: { after: number; through: number },
): Promise<z.infer<typeof Done>[]> {
  const rows = await sql.$queryRaw<unknown[]>`
    SELECT c."effectiveTool" AS tool, f.file->>'path' AS path,
      CASE WHEN c."readOnly" AND length(c."effectiveText") <= ${MOST_CHARS} THEN c."effectiveText" END AS text
    FROM "Entry" e JOIN "Call" c ON c.id = e."callId" LEFT JOIN LATERAL ${FILES} ON true
    WHERE e."sessionId" = ${sessionId}::uuid AND e.seq > ${after} AND e.seq <= ${through}
      AND c."effectiveTool" IS NOT NULL AND c.result->>'kind' = 'ok'
    ORDER BY e.seq, f.place`
  return rows.map(row => Done.parse(row))
}

const Foreign = z.object({ callId: z.string(), path: z.string() })

/**
 * What commands seem to have changed, since that is found by comparing, and another Call recorded while they ran: one of a
 * tool that knows what it wrote, or a command that began later. One Call of a set ends as the next one begins: beside
 * each other they did not run.
 */
export async function foreignChanges(sql: Sql, callIds: string[]): Promise<z.infer<typeof Foreign>[]> {
  const columns = Prisma.sql`c.id, c."effectiveTool" AS tool, c."startedAt", c."endedAt", f.file->>'path' AS path,
    ltrim(concat(f.file->>'folder', '/', f.file->>'path'), '/') AS name`
  const rows = await sql.$queryRaw<unknown[]>`
    WITH own AS (SELECT ${columns} FROM "Call" c CROSS JOIN LATERAL ${FILES}
      WHERE c.id = ANY(${callIds}::uuid[]) AND c."effectiveTool" = ${RUN_COMMAND}),
    other AS (SELECT ${columns} FROM "Call" c CROSS JOIN LATERAL ${FILES}
      WHERE c."endedAt" > (SELECT min("startedAt") FROM own) AND c."startedAt" < (SELECT max("endedAt") FROM own)
        AND c.result ?| ARRAY['changed', 'changes'])
    SELECT DISTINCT own.id AS "callId", own.path FROM own JOIN other ON other.name = own.name AND other.id <> own.id
      AND other."startedAt" < own."endedAt" AND other."endedAt" > own."startedAt"
      AND (other.tool <> ${RUN_COMMAND} OR other."startedAt" > own."startedAt")`
  return rows.map(row => Foreign.parse(row))
}

const Open = z.object({ tool: z.string(), state: z.string(), summary: optional(z.string()) })

/** The Calls of a session that are not settled. */
export async function openCalls(sql: Sql, sessionId: string): Promise<z.infer<typeof Open>[]> {
  const rows = await sql.$queryRaw<unknown[]>`
    SELECT coalesce(c."effectiveTool", c."proposedTool") AS tool, c.state, c.preview->>'summary' AS summary
    FROM "Call" c WHERE c."sessionId" = ${sessionId}::uuid AND c."endedAt" IS NULL ORDER BY c.id LIMIT 50`
  return rows.map(row => Open.parse(row))
}
