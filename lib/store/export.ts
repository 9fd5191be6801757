import * as z from 'zod'
import type { Call, CallSet } from '@/lib/domain/call'
import { isOpen } from '@/lib/domain/call-state'
import { Entry } from '@/lib/domain/entry'
import { RequestRecord } from '@/lib/domain/request-record'
import { publicRun, type Run } from '@/lib/domain/run'
import { findCalls, findSets, openSetIds } from './call'
import { instant, optional } from './columns'
import { COMPACTION_OF } from './compaction'
import type { Tx } from './database'
import { EntryRow } from './entry'
import { parseRun } from './run'

/** Rows that are read at a time; each may hold megabytes. */
const PAGE = 50

/** All that `read` finds, page by page; it is told the last of the page before. */
async function* pages<T>(read: (after: T | undefined) => Promise<T[]>): AsyncGenerator<T[]> {
  let after: T | undefined
  for (;;) {
    const items = await read(after)
    yield items
    if (items.length < PAGE) return
    after = items.at(-1)
  }
}

/** The same, one by one. */
async function* paged<T>(read: (after: T | undefined) => Promise<T[]>): AsyncGenerator<T> {
  for await (const items of pages(read)) yield* items
}

/** The links of a session's chain as they are kept. */
export const exportedLinks = (tx: Tx, sessionId: string) =>
  paged<{ seq: number; type: string; at: Date; payload: string; hash: string }>(last =>
    tx.event.findMany({
      where: { chain: sessionId, seq: { gt: last?.seq ?? 0 } },
      orderBy: { seq: 'asc' },
      take: PAGE,
      select: { seq: true, type: true, at: true, payload: true, hash: true },
    }),
  )

const ExportedRow = EntryRow.extend({ message: optional(z.unknown()) })

type ExportedEntry = Entry & { message?: unknown }

const entriesAfter =
  (tx: Tx, sessionId: string) =>
  async (last: ExportedEntry | undefined): Promise<ExportedEntry[]> => {
    const rows = await tx.$queryRaw<unknown[]>`
      SELECT e.id, e.seq, e."runId", e.kind, coalesce(e.text, c.result->>'text', '') AS text, e.reasoning,
        e."callId", e.call, e.outcome, e.message, e.at, ${COMPACTION_OF} AS compaction
      FROM "Entry" e LEFT JOIN "Call" c ON c.id = e."callId"
      WHERE e."sessionId" = ${sessionId}::uuid AND e.seq > ${last?.seq ?? 0}
      ORDER BY e.seq LIMIT ${PAGE}`
    return rows.map(row => {
      const { message, ...entry } = ExportedRow.parse(row)
      return { ...Entry.parse(entry), ...(message === undefined ? {} : { message }) }
    })
  }

/** The transcript, each Entry with the model's side of it, to the byte. */
export const exportedEntries = (tx: Tx, sessionId: string) => paged(entriesAfter(tx, sessionId))

/** The transcript, each Entry with the Call whose Result it is. */
export async function* exportedStory(
  tx: Tx,
  sessionId: string,
): AsyncGenerator<{ entry: Entry; call: Call | undefined }> {
  for await (const entries of pages(entriesAfter(tx, sessionId))) {
    const found = await findCalls(
      tx,
      entries.flatMap(({ callId }) => callId ?? []),
    )
    const settled = new Map(found.filter(call => !isOpen(call)).map(call => [call.id, call]))
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
    return findSets(
      tx,
      rows.map(({ id }) => id),
    )
  })

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

const Summary = z.object({
  number: z.int(),
  runId: z.string(),
  model: z.string(),
  dialect: z.string(),
  purpose: RequestRecord.shape.purpose,
  finishReason: z.string(),
  usage: RequestRecord.shape.usage,
  attempts: z.int(),
  startedAt: instant,
  firstTokenAt: optional(instant),
  endedAt: instant,
})

/** The Requests of a session, without what they sent. */
export const exportedRequests = (tx: Tx, sessionId: string) =>
  paged<z.infer<typeof Summary>>(async last => {
    const rows = await tx.request.findMany({
      where: { sessionId, number: { gt: last?.number ?? 0 } },
      orderBy: { number: 'asc' },
      take: PAGE,
      omit: { received: true, append: true },
    })
    return rows.map(row => Summary.parse(row))
  })

/** The Calls of a session that are not settled. */
export async function* exportedOpenCalls(tx: Tx, sessionId: string): AsyncGenerator<Call> {
  for (const id of await openSetIds(tx, sessionId))
    for (const set of await findSets(tx, [id])) yield* set.calls.filter(isOpen)
}
