import * as z from 'zod'
import { ProposedCall, Span, TextDialect } from '@/lib/domain/call/solution'
import { type ReceivedReply, RequestContent, RequestRecord, SentPart } from '@/lib/domain/run/request-record'
import { columnsOf } from '../connection/columns'
import type { Tx } from '../connection/database'
import { orThrowUnreadable, stored } from '../connection/stored'
import { ENTRY_HASH } from '../run/compaction'

export const RequestColumns = columnsOf(RequestRecord.omit({ segments: true, sent: true })).extend({
  instructions: z.string(),
  parts: z.array(SentPart),
  tools: z.string(),
  received: z.unknown(),
})

const read = stored(RequestColumns)

const readSent = stored(RequestContent)

/** What one Request of a session sent and got back; null while it has not ended. */
export async function readRequest(
  tx: Tx,
  sessionId: string,
  number: number,
): Promise<{ record: Omit<RequestRecord, 'segments'>; parts: SentPart[] } | null> {
  const row = await tx.request.findUnique({ where: { sessionId_number: { sessionId, number } } })
  if (!row) return null
  const what = `Request ${number}`
  const { instructions, parts, tools, received, ...record } = orThrowUnreadable(what, read(row))
  const hashes = await sentHashes(tx, sessionId, number)
  const texts = await textsOf(tx, sessionId, [instructions, tools, ...hashes])
  const text = (hash: string): string => z.string().parse(texts.get(hash))
  const sent = readSent({
    instructions: text(instructions),
    messages: hashes.map(hash => JSON.parse(text(hash))),
    ...(await offeredIn(tx, JSON.parse(text(tools)))),
  })
  const answer = {
    sent: orThrowUnreadable(what, sent),
    received: orThrowUnreadable(what, receivedOf(received)),
  }
  return { record: { ...record, ...answer }, parts }
}

/** Tools are kept by the hashes of their definitions; an older version kept them whole. */
async function offeredIn(tx: Tx, record: object): Promise<object> {
  const { tools, ...more }: { tools?: unknown[] } = Array.isArray(record) ? { tools: record } : record
  const hashes = (tools ?? []).filter(tool => typeof tool === 'string')
  const rows = await tx.definition.findMany({ where: { hash: { in: hashes } } })
  const definitions = new Map<unknown, unknown>()
  for (const { hash, text } of rows) {
    const { name, description, schema } = JSON.parse(text)
    definitions.set(hash, { name, description, schema })
  }
  return { ...more, tools: tools?.map(tool => definitions.get(tool) ?? tool) }
}

/** The hashes of the messages that a Request sent: those that it kept of its base, then its own. */
async function sentHashes(tx: Tx, sessionId: string, number: number): Promise<string[]> {
  const rows = await tx.request.findMany({
    where: { sessionId, number: { lte: number } },
    orderBy: { number: 'asc' },
    select: { number: true, base: true, keep: true, append: true },
  })
  const sent = new Map<number, string[]>()
  for (const { number: at, base, keep, append } of rows) {
    const shared = base === null ? [] : (sent.get(base) ?? []).slice(0, keep)
    sent.set(at, [...shared, ...append])
  }
  return sent.get(number) ?? []
}

/** Texts of a session by their hashes. A message that is an Entry is kept there alone. */
export async function textsOf(tx: Tx, sessionId: string, hashes: string[]): Promise<Map<string, string>> {
  const rows = await tx.$queryRaw<{ hash: string; text: string }[]>`
    SELECT hash, text FROM (SELECT b.hash, b.text FROM "Blob" b WHERE b."sessionId" = ${sessionId}::uuid
      UNION ALL SELECT ${ENTRY_HASH}, e.message::text FROM "Entry" e
        WHERE e."sessionId" = ${sessionId}::uuid AND e.message IS NOT NULL) kept
    WHERE hash = ANY(${hashes}::text[])`
  return new Map(rows.map(row => [row.hash, row.text]))
}

/** What says where a Call stands comes with it. Where that is in a form that is not known, it is not told. */
const SourceSpan = z.object({ dialect: TextDialect, span: Span })
const ReceivedCall = ProposedCall.extend({ source: SourceSpan.optional().catch(undefined) })

const Message = z.object({ text: z.string() })

/** A Solution as it was kept, or the failure in its place. */
const Received = z.object({
  text: z.string().default(''),
  reasoning: z.string().optional(),
  calls: z.array(ReceivedCall).default([]),
  dropped: z.array(ReceivedCall).default([]),
  message: z.unknown().optional(),
})

const readReply = stored(Received)

function receivedOf(received: unknown): ReceivedReply | null {
  const reply = readReply(received)
  if (!reply) return null
  const { text, reasoning, calls, dropped, message } = reply
  return {
    text,
    reasoning,
    calls: [...calls, ...dropped].map(({ source, ...call }) => ({ ...call, ...source })),
    rawText: Message.safeParse(message).data?.text ?? text,
    ...(typeof message === 'string' ? { error: message } : {}),
  }
}
