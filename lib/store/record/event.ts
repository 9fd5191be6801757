import { toInstant } from '@/lib/domain/instant'
import { turnAfter } from '@/lib/domain/job'
import { EVENTS, type Event, type EventType, isEventType, type StreamEvent } from '@/lib/domain/session/event'
import { stored } from '@/lib/store/connection/stored'
import { jsonIn } from '@/lib/text/json/json-value'
import type { Rows } from '../connection/rows'
import type { Sql } from '../connection/sql'
import { Prisma } from '../generated/client'
import { eventData } from './event-contents'
import { type EventRecord, type EventRow, type Fields, readEventRow } from './event-row'

/** The chain of facts that belong to no session: which were made and deleted. */
export const INSTALLATION_CHAIN = 'installation'

/** A link as it is kept: `payload` is the exact text under the hash. */
export type KeptLink = { chain: string; seq: number; type: string; at: string; payload: string; hash: string }

/** The same, with what it is about. */
export type StoredEvent = KeptLink & { subject: string | null }

/** The Events of one commit, in order: one row, whose number is that of the last. */
export function insertEvents(rows: Rows, events: StoredEvent[]): void {
  const last = events.at(-1)
  if (!last) return
  const row = {
    chain: last.chain,
    seq: last.seq,
    at: last.at,
    types: events.map(({ type }) => type),
    subjects: events.map(({ subject }) => subject),
    payloads: events.map(({ payload }) => payload),
    hashes: events.map(({ hash }) => hash),
  }
  rows.insert('Event', [row])
}

/** Of the last Event in a row `e`. */
export const LAST_HASH = Prisma.sql`e.hashes[cardinality(e.hashes)]`

/** The Events of one session after a sequence number, in order. */
export async function eventsAfter(
  sql: Sql,
  sessionId: string,
  { after, limit }: { after: number; limit: number },
): Promise<StreamEvent[]> {
  const rows = await sql.$queryRaw<unknown[]>`
    SELECT ${COLUMNS} FROM "Link" e WHERE e.chain = ${sessionId} AND e.last > ${after} AND e.seq > ${after}
    ORDER BY e.last, e.place LIMIT ${limit}`
  return (await readEvents(sql, rows)).map(({ event }) => event)
}

/** The Events of one session with these sequence numbers. */
export async function eventsAt(sql: Sql, sessionId: string, seqs: number[]): Promise<StreamEvent[]> {
  const rows = await sql.$queryRaw<unknown[]>`
    SELECT ${COLUMNS} FROM "Link" e WHERE e.chain = ${sessionId} AND e.seq = ANY(${seqs}::int[])`
  return (await readEvents(sql, rows)).map(({ event }) => event)
}

/** The last Event up to a sequence number about each of these subjects. */
export async function lastEventsOf(
  sql: Sql,
  sessionId: string,
  { subjects, seq }: { subjects: string[]; seq: number },
): Promise<StreamEvent[]> {
  const rows = await sql.$queryRaw<{ seq: number }[]>`
    SELECT max(e.seq) AS seq FROM "Link" e WHERE e.chain = ${sessionId} AND e.seq <= ${seq}
      AND e.subject = ANY(${subjects}::uuid[]) GROUP BY e.subject`
  const seqs = rows.map(row => row.seq)
  return eventsAt(sql, sessionId, seqs)
}

/** When what happened before an Event, to one subject or of one type, the latest first. */
export async function eventsBefore(sql: Sql, { sessionId, seq }: StreamEvent, subjectOrType: string) {
  const rows = await sql.$queryRaw<{ type: string; at: Date }[]>`
    SELECT l.type, e.at FROM "Event" e
      CROSS JOIN LATERAL unnest(e.types, e.subjects) WITH ORDINALITY AS l(type, subject, place)
    WHERE e.chain = ${sessionId} AND e.seq - cardinality(e.types) + l.place < ${seq}
      AND ${subjectOrType} IN (l.type, l.subject::text) ORDER BY e.seq DESC, l.place DESC LIMIT 50`
  return rows.map(({ type, at }) => ({ type, at: toInstant(at) }))
}

const COLUMNS = Prisma.sql`e.id, e.xid, e.place, e.chain, e.seq, e.type, e.subject::text AS subject, e.at, e.payload`

/** A place in the order of all sessions' Events: `place` counts within a row. */
export type Position = { xid: bigint; id: bigint; index: number }

/** Beyond the last Event of any row. */
export const END_OF_ROW = 2_147_483_647

/**
 * Events of all sessions after a place. Transaction ids order them, and reading stops below the oldest
 * transaction still open: one that commits late is met later, never skipped.
 */
export async function allEventsAfter(
  sql: Sql,
  after: Position,
  limit: number,
): Promise<{ event: StreamEvent; position: Position }[]> {
  const rows = await sql.$queryRaw<unknown[]>`
    SELECT ${COLUMNS} FROM "Link" e
    WHERE (e.xid, e.id) >= (${after.xid}, ${after.id})
      AND (e.xid, e.id, e.place) > (${after.xid}, ${after.id}, ${after.index})
      AND (e.chain <> ${INSTALLATION_CHAIN} OR e.type = 'session.deleted')
      AND e.xid < (pg_snapshot_xmin(pg_current_snapshot())::text)::bigint
    ORDER BY e.xid, e.id, e.place LIMIT ${limit}`
  return (await readEvents(sql, rows)).map(({ event, row: { xid, id, place } }) => ({
    event,
    position: { xid, id, index: place },
  }))
}

/**
 * Where the order of all sessions' Events ends now: whatever commits later comes after it. While an older
 * transaction is open some that are there already come after it too: `ids` are those of their rows.
 */
export async function endOfEvents(sql: Sql): Promise<{ position: Position; ids: Set<bigint> }> {
  const rows = await sql.$queryRaw<{ xid: bigint; ids: bigint[] }[]>`
    SELECT now.xid, array(SELECT id FROM "Event" WHERE "Event".xid >= now.xid) AS ids
    FROM (SELECT (pg_snapshot_xmin(pg_current_snapshot())::text)::bigint AS xid) now`
  const { xid = 0n, ids = [] } = rows[0] ?? {}
  return { position: { xid, id: 0n, index: 0 }, ids: new Set(ids) }
}

/** True where more was written after the row of a place, readable already or not. */
export async function isFollowed(sql: Sql, { xid, id }: Position): Promise<boolean> {
  const rows = await sql.$queryRaw<{ followed: boolean }[]>`
    SELECT EXISTS (SELECT 1 FROM "Event" WHERE (xid, id) > (${xid}, ${id})) AS followed`
  return rows[0]?.followed === true
}

/** True for a place that no transaction has come to yet: whoever has it, has it from another database. */
export async function isBeyondLog(sql: Sql, { xid }: Position): Promise<boolean> {
  const rows = await sql.$queryRaw<{ ahead: boolean }[]>`
    SELECT ${xid} > (pg_snapshot_xmax(pg_current_snapshot())::text)::bigint AS ahead`
  return rows[0]?.ahead === true
}

/** The last link of a chain, by its number and hash; null where there is none. */
export async function lastLink(sql: Sql, chain: string): Promise<{ seq: number; hash: string } | null> {
  const rows = await sql.$queryRaw<{ seq: number; hash: string }[]>`
    SELECT e.seq, ${LAST_HASH} AS hash FROM "Event" e WHERE e.chain = ${chain} ORDER BY e.seq DESC LIMIT 1`
  return rows[0] ?? null
}

/** Whether a chain has this link, as the last of a commit. */
export async function hasLink(
  sql: Sql,
  { chain, seq, hash }: { chain: string; seq: number; hash: string },
): Promise<boolean> {
  const rows = await sql.$queryRaw<unknown[]>`
    SELECT 1 FROM "Event" e WHERE e.chain = ${chain} AND e.seq = ${seq} AND ${LAST_HASH} = ${hash}`
  return rows.length > 0
}

/** The links of a chain after a number, in order. */
export async function linksAfter(
  sql: Sql,
  chain: string,
  { after, limit }: { after: number; limit: number },
): Promise<KeptLink[]> {
  const rows = await sql.$queryRaw<(Omit<KeptLink, 'at'> & { at: Date })[]>`
    SELECT e.chain, e.seq, e.type, e.at, e.payload, e.hash FROM "Link" e
    WHERE e.chain = ${chain} AND e.last > ${after} AND e.seq > ${after} ORDER BY e.last, e.place LIMIT ${limit}`
  return rows.map(row => ({ ...row, at: toInstant(row.at) }))
}

/**
 * Events as they are told, with their rows. One that this program does not know, or that cannot be read, is told as it
 * is kept: it stands in nobody's way.
 */
async function readEvents(sql: Sql, rows: unknown[]): Promise<{ row: EventRow; event: StreamEvent }[]> {
  const records: EventRecord[] = []
  for (const columns of rows) {
    const record = readEventRow(columns)
    records.push(record)
    await turnAfter(record.row.payload.length)
  }
  const data = await eventData(sql, records)
  return records.map(record => ({ row: record.row, event: toEvent(record, data.get(record) ?? null) }))
}

/** `data`: null where it cannot be told as what it is. */
function toEvent({ row, payload }: EventRecord, data: Fields | null): StreamEvent {
  const { type, seq, at } = row
  const sessionId = type === 'session.deleted' && payload ? String(payload.sessionId) : row.chain
  const event = (fields: Fields): StreamEvent => ({ type, sessionId, seq, at, data: fields }) as StreamEvent
  if (!payload) return event({ payload: jsonIn(row.payload, row.payload), unknown: true })
  if (!isEventType(type) || !data) return event({ ...payload, unknown: true })
  const read = READERS[type](data)
  return event({ ...data, ...(read ?? { unknown: true }) })
}

const READERS = Object.fromEntries(
  Object.entries(EVENTS).map(([type, schema]) => [type, stored(schema)]),
) as Record<EventType, (payload: object) => Event['data'] | null>
