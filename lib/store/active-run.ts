import * as z from 'zod'
import type { Call } from '@/lib/domain/call'
import { type QueueItem, QueueMode } from '@/lib/domain/message'
import type { RunRow } from '@/lib/domain/run'
import { callsWhere, parseCalls } from './call'
import { instant } from './columns'
import type { Tx } from './database'
import { Prisma } from './generated/client'
import { parseRun } from './run'

/** What the loop looks at: the Run to work on, the Calls of its last set, what was said since. */
export type RunInHand = { run: RunRow; calls: Call[]; items: QueueItem[] }

const Found = z.object({
  run: z.record(z.string(), z.unknown()),
  calls: z.array(z.record(z.string(), z.unknown())),
  items: z.array(
    z.object({ id: z.string(), runId: z.string(), mode: QueueMode, text: z.string(), createdAt: instant }),
  ),
})

const OF_LAST_SET = Prisma.sql`"setId" = (
  SELECT id FROM "CallSet" WHERE "runId" = r.id ORDER BY request DESC NULLS LAST LIMIT 1)`

/** The Run of a session that is next in order and has not ended; one statement, whatever its history. */
export async function runInHand(tx: Tx, sessionId: string): Promise<RunInHand | null> {
  const rows = await tx.$queryRaw<unknown[]>`
    SELECT to_json(r) AS run,
      ${callsWhere(OF_LAST_SET)} AS calls,
      (SELECT coalesce(json_agg(q ORDER BY q."createdAt", q.id), '[]') FROM "QueueItem" q
        WHERE q."runId" = r.id) AS items
    FROM "Run" r WHERE r."sessionId" = ${sessionId}::uuid AND r.status <> 'ended'
    ORDER BY r.position LIMIT 1`
  if (rows.length === 0) return null
  const found = Found.parse(rows[0])
  return { run: parseRun(found.run), calls: await parseCalls(tx, found.calls), items: found.items }
}
