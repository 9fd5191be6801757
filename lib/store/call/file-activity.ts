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

/** A Call of a tool in a session, as people know them. */
const Writer = z.object({ tool: z.string(), session: z.string() })
type Writer = z.infer<typeof Writer>

/** From the root of the workspace. */
const NAME = Prisma.sql`ltrim(concat(f.file->>'folder', '/', f.file->>'path'), '/')`

/** The Call that changed a file last, where it left the file as it is now; else null. `name`: from the root of the workspace. */
export async function writerOf(
  sql: Sql,
  { name, hash }: { name: string; hash: string },
): Promise<Writer | null> {
  const rows = await sql.$queryRaw<unknown[]>`
    SELECT * FROM (
      SELECT c."effectiveTool" AS tool, s.title AS session, f.file->>'after' AS after
      FROM "Call" c JOIN "Session" s ON s.id = c."sessionId" CROSS JOIN LATERAL ${FILES}
      WHERE c.result ?| ARRAY['changed', 'changes'] AND ${NAME} = ${name}
      ORDER BY c."endedAt" DESC LIMIT 1) last
    WHERE after = ${hash}`
  return rows.length > 0 ? Writer.parse(rows[0]) : null
}

const Foreign = Writer.extend({ callId: z.string(), path: z.string() })
type ForeignChange = z.infer<typeof Foreign>

/**
 * What commands seem to have changed, since that is found by comparing, and another Call recorded while they ran: one of a
 * tool that knows what it wrote, or a command that began later. One Call of a set ends as the next one begins: beside
 * each other they did not run.
 */
export async function foreignChanges(sql: Sql, callIds: string[]): Promise<ForeignChange[]> {
  const columns = Prisma.sql`c.id, c."effectiveTool" AS tool, c."sessionId", c."startedAt", c."endedAt",
    f.file->>'path' AS path, ${NAME} AS name`
  const rows = await sql.$queryRaw<unknown[]>`
    WITH own AS (SELECT ${columns} FROM "Call" c CROSS JOIN LATERAL ${FILES}
      WHERE c.id = ANY(${callIds}::uuid[]) AND c."effectiveTool" = ${RUN_COMMAND}),
    other AS (SELECT ${columns} FROM "Call" c CROSS JOIN LATERAL ${FILES}
      WHERE c."endedAt" > (SELECT min("startedAt") FROM own) AND c."startedAt" < (SELECT max("endedAt") FROM own)
        AND c.result ?| ARRAY['changed', 'changes'])
    SELECT DISTINCT ON (own.id, own.path) own.id AS "callId", own.path, other.tool, s.title AS session
    FROM own JOIN other ON other.name = own.name AND other.id <> own.id
      AND other."startedAt" < own."endedAt" AND other."endedAt" > own."startedAt"
      AND (other.tool <> ${RUN_COMMAND} OR other."startedAt" > own."startedAt")
    JOIN "Session" s ON s.id = other."sessionId" ORDER BY own.id, own.path, other."endedAt" DESC`
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
