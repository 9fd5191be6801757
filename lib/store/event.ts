import * as z from 'zod'
import { EVENTS, type Event, type EventType, isEventType } from '@/lib/domain/event'
import { toInstant } from '@/lib/domain/instant'
import { put } from './batch'
import { instant, optional, orNull } from './columns'
import type { Tx } from './database'
import { definitionSchemas } from './definition'
import { Prisma } from './generated/client'

/** The chain of facts that belong to no session: which were made and deleted. */
export const INSTALLATION_CHAIN = 'installation'

/** What is told in that chain alone. */
type InstallationType =
  | 'session.created'
  | 'model.changed'
  | 'memory.added'
  | 'memory.changed'
  | 'memory.removed'

/** An Event as it is kept: `payload` is the exact text under the hash. */
export type StoredEvent = {
  chain: string
  seq: number
  type: EventType | InstallationType
  subject: string | undefined
  at: string
  payload: string
  hash: string
}

export async function insertEvents(tx: Tx, events: StoredEvent[]): Promise<void> {
  if (events.length === 0) return
  await put(tx, { insert: 'Event', rows: events.map(columnsOf) })
}

const columnsOf = ({ chain, seq, type, subject, at, payload, hash }: StoredEvent) => ({
  ...{ chain, seq, type, subject: orNull(subject), at, payload, hash },
})

const EventRow = z.object({
  id: z.bigint(),
  xid: z.bigint(),
  chain: z.string(),
  seq: z.int(),
  type: z.string().refine(isEventType),
  subject: optional(z.string()),
  at: instant,
  payload: z.string(),
  hash: z.string(),
})
type EventRow = z.infer<typeof EventRow>
const PageRow = EventRow.extend({ told: z.boolean() })

/** The Events of one session after a sequence number, in order; one statement, so that they are of one moment. */
export async function eventsAfter(
  tx: Tx,
  sessionId: string,
  range: { after: number; limit: number },
): Promise<Event[]> {
  const found = await tx.$queryRaw<unknown[]>`
    WITH page AS (SELECT ${COLUMNS}, true AS told FROM "Event" e
      WHERE e.chain = ${sessionId} AND e.seq > ${range.after} ORDER BY e.seq LIMIT ${range.limit})
    TABLE page UNION ALL
    SELECT ${COLUMNS}, false FROM "Event" e
      WHERE e.seq <= ${range.after} AND e.subject IN (SELECT page.subject::uuid FROM page)
    ORDER BY seq`
  const rows = found.map(row => PageRow.parse(row))
  return fillIn(
    tx,
    rows.filter(row => row.told),
    rows,
  )
}

const COLUMNS = Prisma.sql`
  e.id, e.xid, e.chain, e.seq, e.type, e.subject::text AS subject, e.at, e.payload, e.hash`

/** A place in the order of all sessions' Events. */
export type Position = { xid: bigint; id: bigint }

/**
 * Events of all sessions after a place. Transaction ids order them, and reading stops below the oldest
 * transaction still open: one that commits late is met later, never skipped. The database sees to it that
 * those of one chain are in its order.
 */
export async function allEventsAfter(
  tx: Tx,
  after: Position,
  limit: number,
): Promise<{ event: Event; position: Position }[]> {
  const found = await tx.$queryRaw<unknown[]>`
    SELECT id, xid, chain, seq, type, subject::text, at, payload, hash FROM "Event"
    WHERE (xid, id) > (${after.xid}, ${after.id})
      AND (chain <> ${INSTALLATION_CHAIN} OR type = 'session.deleted')
      AND xid < (pg_snapshot_xmin(pg_current_snapshot())::text)::bigint
    ORDER BY xid, id LIMIT ${limit}`
  const rows = found.map(row => EventRow.parse(row))
  const events = await fillIn(tx, rows)
  return events.flatMap((event, index) => {
    const row = rows[index]
    return row ? [{ event, position: { xid: row.xid, id: row.id } }] : []
  })
}

/**
 * Where the order of all sessions' Events ends now: whatever commits later comes after it. While an older
 * transaction is open some that are there already come after it too: these are `told`, by their ids.
 */
export async function endOfEvents(tx: Tx): Promise<{ place: Position; told: Set<bigint> }> {
  const rows = await tx.$queryRaw<{ xid: bigint; told: bigint[] }[]>`
    SELECT now.xid, array(SELECT id FROM "Event" WHERE "Event".xid >= now.xid) AS told
    FROM (SELECT (pg_snapshot_xmin(pg_current_snapshot())::text)::bigint AS xid) now`
  const { xid = 0n, told = [] } = rows[0] ?? {}
  return { place: { xid, id: 0n }, told: new Set(told) }
}

/** True where more was written after a place, readable already or not. */
export async function isFollowed(tx: Tx, place: Position): Promise<boolean> {
  const rows = await tx.$queryRaw<{ followed: boolean }[]>`
    SELECT EXISTS (SELECT 1 FROM "Event" WHERE (xid, id) > (${place.xid}, ${place.id})) AS followed`
  return rows[0]?.followed === true
}

/** True for a place that no transaction has come to yet: whoever has it, has it from another database. */
export async function isAhead(tx: Tx, place: Position): Promise<boolean> {
  const rows = await tx.$queryRaw<{ ahead: boolean }[]>`
    SELECT ${place.xid} > (pg_snapshot_xmax(pg_current_snapshot())::text)::bigint AS ahead`
  return rows[0]?.ahead === true
}

/** The links of a chain as they are kept, for verification. */
export async function storedLinks(
  tx: Tx,
  chain: string,
): Promise<{ chain: string; seq: number; type: string; at: string; payload: string; hash: string }[]> {
  const rows = await tx.event.findMany({ where: { chain }, orderBy: { seq: 'asc' } })
  return rows.map(({ seq, type, at, payload, hash }) => ({
    chain,
    seq,
    type,
    at: toInstant(at),
    payload,
    hash,
  }))
}

/** Whether a chain has this link. */
export async function hasLink(tx: Tx, link: { chain: string; seq: number; hash: string }): Promise<boolean> {
  return (await tx.event.count({ where: link })) > 0
}

/** The part of an Event's data that its subject is told in. */
export const nounOf = (type: EventType): 'run' | 'call' | 'entry' | null => {
  if (type.startsWith('run.')) return 'run'
  if (type.startsWith('call.')) return 'call'
  return type.startsWith('message.') ? 'entry' : null
}

type Fields = Record<string, unknown>
const Payload = z.record(z.string(), z.unknown())
const Change = z.record(z.string(), z.unknown())

/** A later change over what is known; `null` takes a field away. */
const over = (known: Fields, change: Fields): Fields =>
  Object.fromEntries(Object.entries({ ...known, ...change }).filter(([, value]) => value !== null))

/**
 * Rows keep what changed. Here each Event gets its subject whole, as it was at that moment: all earlier
 * changes of the subject laid over one another, and for a Call the schema of its Tool.
 */
async function fillIn(tx: Tx, rows: EventRow[], known: EventRow[] = []): Promise<Event[]> {
  const history = await historyOf(tx, rows, known)
  const schemas = await definitionSchemas(tx, definitionsIn(history))
  return rows.map(row => {
    const noun = nounOf(row.type)
    const payload = Payload.parse(JSON.parse(row.payload))
    if (noun && row.subject) payload[noun] = asOf(history, schemas, { noun, ...row, subject: row.subject })
    const data = EVENTS[row.type].parse(payload)
    const sessionId = row.type === 'session.deleted' ? String(payload.sessionId) : row.chain
    return { type: row.type, sessionId, seq: row.seq, at: row.at, data } as Event
  })
}

type History = Map<string, { seq: number; noun: string; change: Fields }[]>

/** `known`: Events with which the history of every subject that they name is there already, in order. */
async function historyOf(tx: Tx, rows: EventRow[], known: EventRow[]): Promise<History> {
  const subjects = new Set(rows.flatMap(row => (row.subject ? [row.subject] : [])))
  for (const row of rows) {
    const callId = row.type === 'message.added' && Change.parse(JSON.parse(row.payload).entry).callId
    if (typeof callId === 'string') subjects.add(callId)
  }
  const history: History = new Map([...subjects].map(subject => [subject, []]))
  const there = new Set(known.map(row => row.subject))
  const missing = [...subjects].filter(subject => !there.has(subject))
  for (const { subject, seq, type, payload } of [...known, ...(await changesOf(tx, missing))]) {
    const noun = isEventType(type) ? nounOf(type) : null
    if (!noun || !subject) continue
    history.get(subject)?.push({ seq, noun, change: Change.parse(JSON.parse(payload)[noun]) })
  }
  return history
}

async function changesOf(tx: Tx, subjects: string[]) {
  if (subjects.length === 0) return []
  return tx.event.findMany({
    where: { subject: { in: subjects } },
    orderBy: { seq: 'asc' },
    select: { subject: true, seq: true, type: true, payload: true },
  })
}

const definitionsIn = (history: History): string[] =>
  [...history.values()].flat().flatMap(({ change }) => {
    return typeof change.definitionHash === 'string' ? [change.definitionHash] : []
  })

function asOf(
  history: History,
  schemas: Map<string, Fields>,
  at: { subject: string; seq: number; noun: string },
): Fields {
  const known = (history.get(at.subject) ?? [])
    .filter(step => step.seq <= at.seq && step.noun === at.noun)
    .reduce<Fields>((fields, step) => over(fields, step.change), {})
  if (at.noun === 'call') return { ...known, schema: schemas.get(String(known.definitionHash)) ?? {} }
  if (at.noun === 'entry' && known.kind === 'result' && typeof known.callId === 'string') {
    const call = asOf(history, schemas, { subject: known.callId, seq: at.seq, noun: 'call' })
    return { ...known, text: z.object({ text: z.string() }).parse(call.result).text }
  }
  return known
}
