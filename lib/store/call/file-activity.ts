import * as z from 'zod'
import { optional } from '../connection/columns'
import type { Sql } from '../connection/sql'

const Done = z.object({ tool: z.string(), text: optional(z.string()), path: optional(z.string()) })

/** Characters of arguments that are read: reading a file takes few. */
const MOST_CHARS = 2_000

/** What Calls did whose Results stand between two Events: a file that each changed, or the text of what it ran with. */
export async function doneBetween(
  sql: Sql,
  sessionId: string,
  { after, through }: { after: number; through: number },
): Promise<z.infer<typeof Done>[]> {
  const rows = await sql.$queryRaw<unknown[]>`
    SELECT c."effectiveTool" AS tool, f.file->>'path' AS path,
      CASE WHEN c."readOnly" AND length(c."effectiveText") <= ${MOST_CHARS} THEN c."effectiveText" END AS text
    FROM "Entry" e JOIN "Call" c ON c.id = e."callId" LEFT JOIN LATERAL jsonb_array_elements(
      coalesce(c.result->'changes', jsonb_build_array(c.result->'changed'))) WITH ORDINALITY f(file, place) ON true
    WHERE e."sessionId" = ${sessionId}::uuid AND e.seq > ${after} AND e.seq <= ${through}
      AND c."effectiveTool" IS NOT NULL AND c.result->>'kind' = 'ok'
    ORDER BY e.seq, f.place`
  return rows.map(row => Done.parse(row))
}

const Open = z.object({ tool: z.string(), state: z.string(), summary: optional(z.string()) })

/** The Calls of a session that are not settled. */
export async function openCalls(sql: Sql, sessionId: string): Promise<z.infer<typeof Open>[]> {
  const rows = await sql.$queryRaw<unknown[]>`
    SELECT coalesce(c."effectiveTool", c."proposedTool") AS tool, c.state, c.preview->>'summary' AS summary
    FROM "Call" c WHERE c."sessionId" = ${sessionId}::uuid AND c."endedAt" IS NULL ORDER BY c.id LIMIT 50`
  return rows.map(row => Open.parse(row))
}
