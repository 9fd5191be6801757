import * as z from 'zod'
import type { Sql } from '../connection/sql'
import { Prisma } from '../generated/client'

const DueNotice = z.object({
  setId: z.string(),
  sessionId: z.string(),
  title: z.string(),
  channelId: z.string(),
  tools: z.array(z.string()),
})
export type DueNotice = z.infer<typeof DueNotice>

const MOST_ATTEMPTS = 3
/** After this long another attempt is made, also where nobody knows what became of the last. */
const RETRY_SECONDS = 60
const MOST_AT_ONCE = 50

const mayBeSent = (now: Date): Prisma.Sql =>
  Prisma.sql`n."sentAt" IS NULL AND n.attempts < ${MOST_ATTEMPTS} AND n."retryAt" <= ${now}`

/** Sets that have waited so long for a person, and the channels which are to tell of it, the oldest first. */
export async function dueNotices(
  sql: Sql,
  { now: at, afterSeconds }: { now: string; afterSeconds: number },
): Promise<DueNotice[]> {
  const now = new Date(at)
  const since = new Date(now.getTime() - afterSeconds * 1000)
  const rows = await sql.$queryRaw<unknown[]>`
    WITH waiting AS (
      SELECT "setId", min(since) AS since, array_agg(coalesce("effectiveTool", "proposedTool") ORDER BY index) AS tools
      FROM "Call" WHERE "endedAt" IS NULL AND state = 'waiting' GROUP BY "setId")
    SELECT w."setId", s."sessionId", t.title, c.id AS "channelId", w.tools
    FROM waiting w JOIN "CallSet" s ON s.id = w."setId" JOIN "Session" t ON t.id = s."sessionId"
      JOIN "Channel" c ON c.enabled AND c."noticesFrom" <= w.since
      LEFT JOIN "Notice" n ON n."setId" = w."setId" AND n."channelId" = c.id
    WHERE w.since <= ${since} AND (n."setId" IS NULL OR (${mayBeSent(now)}))
    ORDER BY w.since, w."setId" LIMIT ${MOST_AT_ONCE}`
  return rows.map(row => DueNotice.parse(row))
}

/** Whether it is this process that is to send it: one alone gets it, and only while the set still waits. */
export async function claimNotice(
  sql: Sql,
  { setId, channelId, now: at }: Pick<DueNotice, 'setId' | 'channelId'> & { now: string },
): Promise<boolean> {
  const now = new Date(at)
  const retryAt = new Date(now.getTime() + RETRY_SECONDS * 1000)
  const rows = await sql.$queryRaw<unknown[]>`
    INSERT INTO "Notice" AS n ("setId", "channelId", attempts, "retryAt")
    SELECT s.id, c.id, 1, ${retryAt} FROM "CallSet" s, "Channel" c
    WHERE s.id = ${setId}::uuid AND c.id = ${channelId}::uuid AND c.enabled AND EXISTS (SELECT 1 FROM "Call" w
      WHERE w."setId" = s.id AND w."endedAt" IS NULL AND w.state = 'waiting')
    ON CONFLICT ("setId", "channelId") DO UPDATE SET attempts = n.attempts + 1, "retryAt" = EXCLUDED."retryAt"
      WHERE ${mayBeSent(now)}
    RETURNING n."setId"`
  return rows.length === 1
}

/** What came of it: that it was sent, or why not. */
export async function noteNotice(
  sql: Sql,
  notice: Pick<DueNotice, 'setId' | 'channelId'> & { now: string; error: string | null },
): Promise<void> {
  const { setId, channelId, now, error } = notice
  await sql.$queryRaw`
    UPDATE "Notice" SET error = ${error}, "sentAt" = ${error === null ? new Date(now) : null}
    WHERE "setId" = ${setId}::uuid AND "channelId" = ${channelId}::uuid`
}

/** The arguments of all Calls by which a Run has told people something. */
export async function sentArguments(sql: Sql, runId: string, tool: string): Promise<string[]> {
  const rows = await sql.$queryRaw<{ text: string }[]>`
    SELECT c."effectiveText" AS text FROM "CallSet" s JOIN "Call" c ON c."setId" = s.id
    WHERE s."runId" = ${runId}::uuid AND c."effectiveTool" = ${tool} AND c.state = 'settled'
      AND c.result->>'kind' = 'ok' ORDER BY s."createdAt", c.index`
  return rows.map(({ text }) => text)
}
