import * as z from 'zod'
import type { Call } from '@/lib/domain/call'
import { type QueueItem, QueueMode } from '@/lib/domain/message'
import type { PersonSet } from '@/lib/domain/next-step'
import { type RunRow, Stop } from '@/lib/domain/run'
import { callsWhere, parseCalls } from './call'
import { instant, optional } from './columns'
import type { Tx } from './database'
import { Prisma } from './generated/client'
import { parseRun } from './run'

/** A Run to work on, the Calls of its last set, what was said since. */
export type RunInHand = { run: RunRow; calls: Call[]; items: QueueItem[] }

/** What the loop looks at: the Run that is next in order and has not ended, and the open sets by people. */
export type WorkInHand = { atWork: RunInHand | null; byPeople: PersonSet[] }

const Calls = z.array(z.looseObject({ setId: z.string() }))
const Found = z.object({
  run: optional(z.record(z.string(), z.unknown())),
  calls: Calls,
  items: z.array(
    z.object({ id: z.string(), runId: z.string(), mode: QueueMode, text: z.string(), createdAt: instant }),
  ),
  sets: z.array(z.object({ id: z.string(), stop: optional(Stop), calls: Calls })),
})

const OF_LAST_SET = Prisma.sql`"setId" = (
  SELECT id FROM "CallSet" WHERE "runId" = r.id ORDER BY request DESC NULLS LAST LIMIT 1)`

/** One statement, whatever the history of the session. */
export async function workInHand(tx: Tx, sessionId: string): Promise<WorkInHand> {
  const rows = await tx.$queryRaw<unknown[]>`
    SELECT to_json(r) AS run,
      ${callsWhere(OF_LAST_SET)} AS calls,
      (SELECT coalesce(json_agg(q ORDER BY q."createdAt", q.id), '[]') FROM "QueueItem" q
        WHERE q."runId" = r.id) AS items,
      (SELECT coalesce(json_agg(json_build_object('id', p.id, 'stop', p.stop, 'calls', ${callsWhere(Prisma.sql`"setId" = p.id`)})
        ORDER BY p."createdAt", p.id), '[]') FROM "CallSet" p
        WHERE p.id IN (SELECT "setId" FROM "Call"
          WHERE "sessionId" = ${sessionId}::uuid AND state <> 'settled' AND dialect = 'person')) AS sets
    FROM (SELECT 1) one LEFT JOIN "Run" r ON r.id = (SELECT id FROM "Run"
      WHERE "sessionId" = ${sessionId}::uuid AND status <> 'ended' ORDER BY position LIMIT 1)`
  const { run, items, sets, ...found } = Found.parse(rows[0])
  const calls = await parseCalls(tx, [...found.calls, ...sets.flatMap(set => set.calls)])
  const own = calls.slice(found.calls.length)
  return {
    atWork: run ? { run: parseRun(run), calls: calls.slice(0, found.calls.length), items } : null,
    byPeople: sets.map(({ id, stop }) => ({ calls: own.filter(call => call.setId === id), stop })),
  }
}
