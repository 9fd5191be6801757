import * as z from 'zod'
import { NextCall, type Session } from '@/lib/domain/session/session'
import { sessionState } from '@/lib/domain/session/view'
import { optional } from '../connection/columns'
import type { Sql } from '../connection/sql'
import { listed } from '../connection/stored'
import { Prisma } from '../generated/client'
import { readSessionRow, SESSION, SESSION_COLUMNS, type SessionRow, toSession } from './session'

/** What of a Session follows from its Runs and Calls, as one SQL expression beside its row `s`. */
const STANDING = Prisma.sql`
  (SELECT r.status FROM "Run" r WHERE r."sessionId" = s.id AND r."endedAt" IS NULL
    ORDER BY r.position LIMIT 1) AS "activeStatus",
  (SELECT r.error FROM "Run" r WHERE r."sessionId" = s.id AND r.status = 'ended'
    ORDER BY r."endedAt" DESC, r.number DESC LIMIT 1) AS "lastError",
  (SELECT count(*)::int FROM "Call" c WHERE c."sessionId" = s.id AND c."endedAt" IS NULL
    AND c.state = 'waiting') AS "pendingCalls",
  (SELECT json_strip_nulls(json_build_object('tool', c.tool,
      'summary', coalesce(c.preview->>'summary', ''), 'codedText', c.preview->'codedText'))
    FROM "Call" c JOIN "CallSet" k ON k.id = c."setId"
    WHERE c."sessionId" = s.id AND c."endedAt" IS NULL AND c.state = 'waiting'
    ORDER BY k."createdAt", k.id, c.index LIMIT 1) AS "nextCall"`

const Standing = z.object({
  activeStatus: optional(z.string()),
  lastError: optional(z.string()),
  pendingCalls: z.int(),
  nextCall: optional(NextCall),
})

function toStanding(row: unknown): Pick<Session, 'state' | 'pendingCalls' | 'nextCall'> {
  const { activeStatus, lastError, pendingCalls, nextCall } = Standing.parse(row)
  const active = activeStatus === undefined ? undefined : { status: activeStatus }
  const state = sessionState({ active, last: { error: lastError }, pendingCalls })
  return { state, pendingCalls, nextCall }
}

/** The Session of a row, as it stands in this transaction. */
export async function sessionOf(sql: Sql, row: SessionRow): Promise<Session> {
  const rows = await sql.$queryRaw<unknown[]>`
    SELECT ${STANDING} FROM "Session" s WHERE s.id = ${row.id}::uuid`
  return toSession(row, toStanding(rows[0]))
}

type SessionCriteria = { words: string[]; state: Session['state'] | undefined; archived: boolean }

type SessionQuery = SessionCriteria & {
  after: { updatedAt: string; id: string } | undefined
  limit: number
}

/** Every word must be in the title, whatever its case and accents. */
const matches = ({ words, archived }: SessionCriteria): Prisma.Sql => {
  const inTitle = words.map(word => Prisma.sql`AND strpos(s."titleForm", "search_form"(${word})) > 0`)
  return Prisma.sql`s.archived = ${archived} ${Prisma.join([Prisma.empty, ...inTitle], ' ')}`
}

/** Sessions by their newest activity. */
export async function listSessions(sql: Sql, query: SessionQuery): Promise<Session[]> {
  const after = query.after
    ? Prisma.sql`AND (s."updatedAt", s.id) < (${new Date(query.after.updatedAt)}::timestamptz, ${query.after.id}::uuid)`
    : Prisma.empty
  const rows = await sql.$queryRaw<{ id: string }[]>`
    SELECT * FROM (SELECT ${SESSION_COLUMNS}, ${STANDING} FROM ${SESSION}
      WHERE ${matches(query)} ${after}) s
    WHERE ${CONDITIONS[query.state ?? 'any']}
    ORDER BY s."updatedAt" DESC, s.id DESC LIMIT ${query.limit}`
  return listed(row => {
    const session = readSessionRow(row)
    return session && toSession(session, toStanding(row))
  }, rows)
}

/** How many there are of them, on all pages. */
export async function countSessions(sql: Sql, filters: SessionCriteria): Promise<number> {
  const rows = await sql.$queryRaw<{ count: number }[]>`
    SELECT count(*)::int AS count FROM (SELECT ${STANDING} FROM "Session" s WHERE ${matches(filters)}) s
    WHERE ${CONDITIONS[filters.state ?? 'any']}`
  return rows[0]?.count ?? 0
}

/** The same distinction as in stateOf, for rows. */
const CONDITIONS: Record<Session['state'] | 'any', Prisma.Sql> = {
  any: Prisma.sql`true`,
  waiting: Prisma.sql`coalesce(s."activeStatus" = 'waiting', s."pendingCalls" > 0)`,
  running: Prisma.sql`s."activeStatus" IN ('queued', 'running')`,
  error: Prisma.sql`s."activeStatus" IS NULL AND s."pendingCalls" = 0 AND s."lastError" IS NOT NULL`,
  idle: Prisma.sql`s."activeStatus" IS NULL AND s."pendingCalls" = 0 AND s."lastError" IS NULL`,
}
