import * as z from 'zod'
import type { Invocation } from '@/lib/domain/call'
import { type Decision, Void } from '@/lib/domain/decision'
import { invocation } from './call'
import { optional } from './columns'
import type { Tx } from './database'
import { DecisionRow, toDecision } from './decision'
import { Prisma } from './generated/client'

/** A Decision of a person that changed a Call, or says why it was not run; and where it was made. */
export type StoredCorrection = {
  sessionId: string
  sessionTitle: string
  runId: string | undefined
  setId: string
  callId: string
  proposed: Invocation
  decision: Decision
}

const Row = DecisionRow.extend({
  ...{ sessionId: z.string(), sessionTitle: z.string(), setId: z.string(), callId: z.string() },
  ...{ runId: optional(z.string()), proposedTool: z.string(), proposedText: z.string() },
  void: optional(Void),
})

export type CorrectionPage = {
  sessionId: string | undefined
  before: { at: string; id: string } | undefined
  limit: number
}

/** What people changed, newest first. */
export async function corrections(tx: Tx, page: CorrectionPage): Promise<StoredCorrection[]> {
  const { sessionId, before, limit } = page
  const found = await tx.$queryRaw<unknown[]>`
    SELECT d.*, t.title AS "sessionTitle", c."setId", s."runId", c."proposedTool", c."proposedText",
      c.voids ->> d.id::text AS void
    FROM "Decision" d
    JOIN "Call" c ON c.id = d."callId"
    JOIN "CallSet" s ON s.id = c."setId"
    JOIN "Session" t ON t.id = d."sessionId"
    WHERE (d.kind IN ('edit', 'replace', 'answer') OR (d.kind = 'deny' AND d.reason <> ''))
      AND d.by ->> 'type' = 'person'
      ${sessionId === undefined ? Prisma.empty : Prisma.sql`AND d."sessionId" = ${sessionId}::uuid`}
      ${before ? Prisma.sql`AND (d.at, d.id) < (${new Date(before.at)}::timestamptz, ${before.id}::uuid)` : Prisma.empty}
    ORDER BY d.at DESC, d.id DESC LIMIT ${limit}`
  return found.map(row => toCorrection(Row.parse(row)))
}

function toCorrection(row: z.infer<typeof Row>): StoredCorrection {
  const { sessionId, sessionTitle, runId, setId, callId, proposedTool, proposedText, ...decision } = row
  const proposed = invocation(proposedTool, proposedText)
  const where = { sessionId, sessionTitle, runId, setId, callId }
  return { ...where, proposed, decision: toDecision(decision, decision.void) }
}

/** Events back to which corrections are looked for, and how many of them are told: a bound, however long a session is. */
const FAR_BACK = 1000
const MOST_TOLD = 8

const Told = z.object({ kind: z.string(), text: z.string(), tool: optional(z.string()) })

/** What people changed or refused after an Event, oldest first, as people and the model read it. */
export async function correctionsSince(tx: Tx, sessionId: string, seq: number): Promise<string[]> {
  const found = await tx.$queryRaw<unknown[]>`
    SELECT e.kind, coalesce(e.text, '') AS text, e.call->>'tool' AS tool FROM "Entry" e
    WHERE e."sessionId" = ${sessionId}::uuid
      AND e.seq > greatest(${seq}, (SELECT s.seq FROM "Session" s WHERE s.id = ${sessionId}::uuid) - ${FAR_BACK})
      AND (e.kind = 'correction' OR (e.kind = 'result' AND e.call->>'result' = 'denied'
        AND e.call->'by'->>'type' = 'person'))
    ORDER BY e.seq DESC LIMIT ${MOST_TOLD}`
  const told = found.map(row => Told.parse(row)).reverse()
  const texts = told.filter(({ kind }) => kind === 'correction').map(({ text }) => text)
  return told.flatMap(({ kind, text, tool }) => {
    if (kind === 'correction') return [text]
    const denied = `Denied ${tool}`
    return texts.some(one => one.split('\n').some(line => line.startsWith(`${denied}: `))) ? [] : [denied]
  })
}
