import * as z from 'zod'
import { RunStatus } from '@/lib/domain/run'
import type { Session } from '@/lib/domain/session'
import { stateOf } from '@/lib/domain/view'
import { optional } from './columns'
import type { Tx } from './database'
import { Prisma } from './generated/client'
import { parseSessionRow, type SessionRow, toSession } from './session'

/** What of a Session follows from its Runs and Calls, as one SQL expression beside its row `s`. */
const STANDING = Prisma.sql`
  (SELECT r.status FROM "Run" r WHERE r."sessionId" = s.id AND r.status <> 'ended'
    ORDER BY r.position LIMIT 1) AS "activeStatus",
  (SELECT r.error FROM "Run" r WHERE r."sessionId" = s.id AND r.status = 'ended'
    ORDER BY r."endedAt" DESC, r.number DESC LIMIT 1) AS "lastError",
  (SELECT count(*)::int FROM "Call" c WHERE c."sessionId" = s.id AND c.state = 'waiting') AS "pendingCalls"`

const Standing = z.object({
  activeStatus: optional(RunStatus),
  lastError: optional(z.string()),
  pendingCalls: z.int(),
})

function toStanding(row: unknown): Pick<Session, 'state' | 'pendingCalls'> {
  const { activeStatus, lastError, pendingCalls } = Standing.parse(row)
  const active = activeStatus && { status: activeStatus }
  const state = stateOf({ active, last: { error: lastError }, pendingCalls })
  return { state, pendingCalls }
}

/** The Session of a row, as it stands in this transaction. */
export async function sessionOf(tx: Tx, row: SessionRow): Promise<Session> {
  const rows = await tx.$queryRaw<unknown[]>`SELECT ${STANDING} FROM "Session" s WHERE s.id = ${row.id}::uuid`
  return toSession(row, toStanding(rows[0]))
}

export type SessionQuery = {
  words: string[]
  state: Session['state'] | undefined
  archived: boolean
  after: { updatedAt: string; id: string } | undefined
  limit: number
}

/** Sessions by their newest activity. Every word must be in the title, whatever its case. */
export async function listSessions(tx: Tx, query: SessionQuery): Promise<Session[]> {
  const words = query.words.map(word => Prisma.sql`AND strpos(lower(s.title), lower(${word})) > 0`)
  const after = query.after
    ? Prisma.sql`AND (s."updatedAt", s.id) < (${new Date(query.after.updatedAt)}::timestamptz, ${query.after.id}::uuid)`
    : Prisma.empty
  const rows = await tx.$queryRaw<unknown[]>`
    SELECT * FROM (SELECT s.*, ${STANDING} FROM "Session" s
      WHERE s.archived = ${query.archived} ${Prisma.join([Prisma.empty, ...words], ' ')} ${after}) s
    WHERE ${stateCondition(query.state)}
    ORDER BY s."updatedAt" DESC, s.id DESC LIMIT ${query.limit}`
  return rows.map(row => toSession(parseSessionRow(row), toStanding(row)))
}

/** The same distinction as in stateOf, for rows. */
function stateCondition(state: Session['state'] | undefined): Prisma.Sql {
  switch (state) {
    case undefined:
      return Prisma.sql`true`
    case 'waiting':
      return Prisma.sql`coalesce(s."activeStatus" = 'waiting', s."pendingCalls" > 0)`
    case 'running':
      return Prisma.sql`s."activeStatus" IN ('queued', 'running')`
    case 'error':
      return Prisma.sql`s."activeStatus" IS NULL AND s."pendingCalls" = 0 AND s."lastError" IS NOT NULL`
    case 'idle':
      return Prisma.sql`s."activeStatus" IS NULL AND s."pendingCalls" = 0 AND s."lastError" IS NULL`
    default:
      return state satisfies never
  }
}
