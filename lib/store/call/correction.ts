import * as z from 'zod'
import type { Correction } from '@/lib/domain/call/correction'
import { Decision } from '@/lib/domain/call/decision'
import { OptionalText } from '@/lib/domain/coded-text'
import { type CodedText, phrase, type StoredText } from '@/lib/messages/phrase'
import { optional } from '../connection/columns'
import type { Sql } from '../connection/sql'
import { stored } from '../connection/stored'
import { Prisma } from '../generated/client'
import { invocation } from './call'
import { decisionRow } from './decision'

/** A Decision of a person that changed a Call, or says why it was not run; and where it was made. */
type StoredCorrection = Pick<
  Correction,
  'sessionId' | 'sessionTitle' | 'runId' | 'setId' | 'callId' | 'proposed'
> & {
  decision: Decision
}

const Row = z.looseObject({
  sessionId: z.string(),
  sessionTitle: z.string(),
  setId: z.string(),
  callId: z.string(),
  runId: optional(z.string()),
  proposedTool: z.string(),
  proposedText: z.string(),
  void: optional(z.string()),
})

const readDecision = stored(Decision)

export type CorrectionPage = {
  sessionId: string | undefined
  before: { at: string; id: string } | undefined
  limit: number
}

/** What people changed, newest first. */
export async function corrections(sql: Sql, page: CorrectionPage): Promise<StoredCorrection[]> {
  const { sessionId, before, limit } = page
  const rows = await sql.$queryRaw<unknown[]>`
    SELECT d.*, t.title AS "sessionTitle", c."setId", s."runId", c."proposedTool", c."proposedText",
      c.voids ->> d.id::text AS void
    FROM "Decision" d
    JOIN "Call" c ON c.id = d."callId"
    JOIN "CallSet" s ON s.id = c."setId"
    JOIN "Session" t ON t.id = d."sessionId"
    WHERE (d.kind IN ('edit', 'replace', 'answer') OR (d.kind = 'deny' AND d.reason <> ''))
      AND d.by ->> 'type' = 'person' AND c."parentCallId" IS NULL AND c.dialect <> 'person'
      ${sessionId === undefined ? Prisma.empty : Prisma.sql`AND d."sessionId" = ${sessionId}::uuid`}
      ${before ? Prisma.sql`AND (d.at, d.id) < (${new Date(before.at)}::timestamptz, ${before.id}::uuid)` : Prisma.empty}
    ORDER BY d.at DESC, d.id DESC LIMIT ${limit}`
  return rows.flatMap(row => toCorrection(Row.parse(row)) ?? [])
}

/** Null where somebody else keeps it in a way that this program cannot read. */
function toCorrection(row: z.infer<typeof Row>): StoredCorrection | null {
  const { sessionId, sessionTitle, runId, setId, callId, proposedTool, proposedText, ...decision } = row
  const proposed = invocation(proposedTool, proposedText)
  const where = { sessionId, sessionTitle, runId, setId, callId }
  const parsed = readDecision(decisionRow(decision, decision.void))
  return parsed && { ...where, proposed, decision: parsed }
}

/** Events back to which corrections are looked for, and how many of them are told: a bound, however long a session is. */
const FAR_BACK = 1000
const MOST_TOLD = 8

const CorrectionEntry = z.object({
  kind: z.string(),
  text: z.string(),
  codedText: optional(OptionalText),
  tool: optional(z.string()),
})

/** What a person changed or refused, as people and the model read it. */
type ToldCorrection = { text: string; codedText?: StoredText | undefined }

/** What people changed or refused after an Event, oldest first. */
export async function correctionsSince(sql: Sql, sessionId: string, seq: number): Promise<ToldCorrection[]> {
  const rows = await sql.$queryRaw<unknown[]>`
    SELECT e.kind, coalesce(e.text, '') AS text, e.words AS "codedText", e.call->>'tool' AS tool FROM "Entry" e
    WHERE e."sessionId" = ${sessionId}::uuid
      AND e.seq > greatest(${seq}, (SELECT h.seq FROM "SessionHead" h WHERE h."sessionId" = ${sessionId}::uuid) - ${FAR_BACK})
      AND (e.kind = 'correction' OR (e.kind = 'result' AND e.call->>'result' = 'denied'
        AND e.call->'by'->>'type' = 'person' AND NOT EXISTS
          (SELECT 1 FROM "Call" c WHERE c.id = e."callId" AND (c."parentCallId" IS NOT NULL OR c.dialect = 'person'))))
    ORDER BY e.seq DESC LIMIT ${MOST_TOLD}`
  const entries = rows.map(row => CorrectionEntry.parse(row)).reverse()
  const lines = entries.flatMap(({ codedText }) => codedText?.parts ?? [])
  return entries.flatMap(({ kind, text, codedText, tool = '' }) => {
    if (kind === 'correction') return [{ text, codedText }]
    const isTold = lines.some(({ code, params }) => code === 'correction.denied' && params?.tool === tool)
    const denied: CodedText = { code: 'correction.refused', params: { tool } }
    return isTold ? [] : [{ text: phrase(denied), codedText: denied }]
  })
}
