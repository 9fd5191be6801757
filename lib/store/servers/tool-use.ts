import * as z from 'zod'
import { instant } from '../connection/columns'
import { GUARD, type Rows } from '../connection/rows'
import type { Sql } from '../connection/sql'
import { Prisma } from '../generated/client'

/**
 * Counts the Calls of a session that begin, the name of its Tool for each. Every session counts in rows of its own, so
 * that none waits for another, as all would in one row a Tool.
 */
export function countToolUses(
  rows: Rows,
  { sessionId, tools, at }: { sessionId: string; tools: string[]; at: string },
): void {
  if (tools.length === 0) return
  const uses = [...Map.groupBy(tools, tool => tool)].map(([tool, calls]) => ({ tool, uses: calls.length }))
  rows.add(Prisma.sql`
    INSERT INTO "ToolUse" AS t ("sessionId", tool, uses, "lastUsedAt")
    SELECT ${sessionId}::uuid, u.tool, u.uses, ${at}::timestamptz
    FROM ${GUARD}, jsonb_to_recordset(${JSON.stringify(uses)}::jsonb) AS u(tool text, uses int)
    ON CONFLICT ("sessionId", tool)
    DO UPDATE SET uses = t.uses + excluded.uses, "lastUsedAt" = excluded."lastUsedAt"`)
}

const ToolUses = z.array(z.object({ tool: z.string(), uses: z.int(), lastUsedAt: instant }))

type ToolUse = { uses: number; lastUsedAt: string }

/** How often Calls of all sessions began to run each Tool, and when last, by its name. */
export async function toolUses(sql: Sql): Promise<Map<string, ToolUse>> {
  const rows = await sql.$queryRaw`
    SELECT tool, sum(uses)::int AS uses, max("lastUsedAt") AS "lastUsedAt" FROM "ToolUse" GROUP BY tool`
  return new Map(ToolUses.parse(rows).map(({ tool, ...use }) => [tool, use]))
}
