import * as z from 'zod'
import type { Call, CallSet } from '@/lib/domain/call/call'
import { isOpen } from '@/lib/domain/call/call-state'
import { publicRun, type Run } from '@/lib/domain/run/run'
import type { Entry } from '@/lib/domain/session/entry'
import type { PlanRevision } from '@/lib/domain/session/plan'
import { findCalls, findSets, openSetIds } from '../call/call'
import { findAttachments } from '../call/contents'
import { optional } from '../connection/columns'
import type { Tx } from '../connection/database'
import type { Sql } from '../connection/sql'
import { listed, stored } from '../connection/stored'
import { parseRun } from '../run/run'
import { ENTRY_COLUMNS, readEntry } from '../session/entry'
import { planRevisions } from '../session/plan'
import { type KeptState, stateRevisions } from '../session/state'
import { type KeptLink, linksAfter } from './event'
import { RequestColumns } from './request-record'

/** Rows that are read at a time; each may hold megabytes. */
const PAGE = 50

type ReadPage<T> = (after: T | undefined) => Promise<T[]>

/** All that `read` finds, page by page; it is told the last of the page before. */
async function* pages<T>(read: ReadPage<T>, size: number): AsyncGenerator<T[]> {
  let after: T | undefined
  for (;;) {
    const items = await read(after)
    yield items
    if (items.length < size) return
    after = items.at(-1)
  }
}

/** The same, one by one. */
async function* paged<T>(read: ReadPage<T>, size = PAGE): AsyncGenerator<T> {
  for await (const items of pages(read, size)) yield* items
}

/** The links of a chain as they are kept. */
export const exportedLinks = (sql: Sql, chain: string) =>
  paged<KeptLink>(last => linksAfter(sql, chain, { after: last?.seq ?? 0, limit: PAGE }))

const ExportedRow = z.object({ message: optional(z.unknown()) })

type ExportedEntry = Entry & { message?: unknown }

function readExported(row: unknown): ExportedEntry | null {
  const entry = readEntry(row)
  return entry && { ...entry, ...ExportedRow.parse(row) }
}

const entriesAfter =
  (sql: Sql, sessionId: string) =>
  async (last: ExportedEntry | undefined): Promise<ExportedEntry[]> => {
    const rows = await sql.$queryRaw<unknown[]>`
      SELECT ${ENTRY_COLUMNS}, e.message FROM "Entry" e LEFT JOIN "Call" c ON c.id = e."callId"
      WHERE e."sessionId" = ${sessionId}::uuid AND e.seq > ${last?.seq ?? 0}
      ORDER BY e.seq LIMIT ${PAGE}`
    return listed(readExported, rows)
  }

/** The transcript, each Entry with the model's side of it, to the byte. */
export const exportedEntries = (sql: Sql, sessionId: string) => paged(entriesAfter(sql, sessionId))

/** The transcript, each Entry with the Call whose Result it is. */
export async function* exportedStory(
  sql: Sql,
  sessionId: string,
): AsyncGenerator<{ entry: Entry; call: Call | undefined }> {
  for await (const entries of pages(entriesAfter(sql, sessionId), PAGE)) {
    const ids = entries.flatMap(({ callId }) => callId ?? [])
    const calls = await findCalls(sql, ids)
    const settled = new Map(calls.filter(call => !isOpen(call)).map(call => [call.id, call]))
    for (const entry of entries) yield { entry, call: settled.get(entry.callId ?? '') }
  }
}

/** All sets, each with its Calls and their Decisions, in the order in which they were made. */
export const exportedSets = (tx: Tx, sessionId: string) =>
  paged<CallSet>(async last => {
    const after = last && [
      { createdAt: { gt: last.createdAt } },
      { createdAt: last.createdAt, id: { gt: last.id } },
    ]
    const rows = await tx.callSet.findMany({
      where: { sessionId, ...(after ? { OR: after } : {}) },
      orderBy: [{ createdAt: 'asc' }, { id: 'asc' }],
      take: PAGE,
      select: { id: true },
    })
    const ids = rows.map(({ id }) => id)
    return findSets(tx, ids)
  })

/** What is attached to messages and Results, each with its bytes: one by one, since each may hold a megabyte. */
export async function* exportedAttachments(sql: Sql, sessionId: string): AsyncGenerator<unknown> {
  const rows = await sql.$queryRaw<{ hash: string }[]>`
    SELECT hash FROM "Attachment" WHERE "sessionId" = ${sessionId}::uuid ORDER BY hash`
  for (const { hash } of rows) {
    const attachment = (await findAttachments(sql, sessionId, [hash])).get(hash)
    if (!attachment) continue
    yield { hash, mediaType: attachment.mediaType, data: Buffer.from(attachment.bytes).toString('base64') }
  }
}

/** The Runs of a session, in the order in which they were asked for. */
export const exportedRuns = (tx: Tx, sessionId: string) =>
  paged<Run>(async last => {
    const rows = await tx.run.findMany({
      where: { sessionId, number: { gt: last?.number ?? 0 } },
      orderBy: { number: 'asc' },
      take: PAGE,
    })
    return rows.map(row => publicRun(parseRun(row)))
  })

const Summary = RequestColumns.omit({ received: true, instructions: true, parts: true, tools: true })

const readSummary = stored(Summary)

/** The Requests of a session, without what they sent. */
export const exportedRequests = (tx: Tx, sessionId: string) =>
  paged<z.infer<typeof Summary>>(async last => {
    const rows = await tx.request.findMany({
      where: { sessionId, number: { gt: last?.number ?? 0 } },
      orderBy: { number: 'asc' },
      take: PAGE,
      omit: { received: true, append: true },
    })
    return listed(readSummary, rows)
  })

/** The Calls of a session that are not settled. */
export async function* exportedOpenCalls(sql: Sql, sessionId: string): AsyncGenerator<Call> {
  for (const id of await openSetIds(sql, sessionId))
    for (const set of await findSets(sql, [id])) yield* set.calls.filter(isOpen)
}

/** Revisions that are read at a time; each may hold a hundred thousand bytes. */
const REVISIONS_PAGE = 20

const pageBefore = (last: { revision: number } | undefined) => ({
  before: last?.revision,
  limit: REVISIONS_PAGE,
})

/** The Plan of a session and its State, every revision whole, the newest first. */
export const exportedPlans = (tx: Tx, sessionId: string) =>
  paged<PlanRevision>(last => planRevisions(tx, sessionId, pageBefore(last)), REVISIONS_PAGE)
export const exportedStates = (tx: Tx, sessionId: string) =>
  paged<KeptState>(last => stateRevisions(tx, sessionId, pageBefore(last)), REVISIONS_PAGE)
