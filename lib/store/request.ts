import type { Usage } from '@/lib/domain/usage'
import { put } from './batch'
import { jsonText, type Tx } from './database'

/**
 * One Request that has ended. What it sent is `keep` messages of Request `base`, then the blobs of
 * `append`; `contextHash` is over all of them in order.
 */
export type RequestRecord = {
  id: string
  sessionId: string
  runId: string
  number: number
  model: string
  dialect: string
  purpose: 'loop' | 'cap_summary' | 'compaction'
  instructions: string
  tools: string
  base: number | null
  keep: number
  contextHash: string
  append: string[]
  received: unknown
  finishReason: string
  usage: Usage
  attempts: number
  startedAt: string
  firstTokenAt: string | null
  endedAt: string
}

export async function insertRequest(tx: Tx, record: RequestRecord): Promise<void> {
  const row = { ...record, received: jsonText(record.received), usage: jsonText(record.usage) }
  await put(tx, { insert: 'Request', rows: [row] })
}

/** The last Request of a session: how many messages it sent, and the hash over them. */
export async function lastContext(
  tx: Tx,
  sessionId: string,
): Promise<{ number: number; messages: number; contextHash: string } | null> {
  const row = await tx.request.findFirst({
    where: { sessionId },
    orderBy: { number: 'desc' },
    select: { number: true, keep: true, append: true, contextHash: true },
  })
  return row && { number: row.number, messages: row.keep + row.append.length, contextHash: row.contextHash }
}

export async function insertBlobs(
  tx: Tx,
  sessionId: string,
  blobs: { hash: string; text: string }[],
): Promise<void> {
  if (blobs.length === 0) return
  const rows = blobs.map(({ hash, text }) => ({ sessionId, hash, text }))
  await put(tx, { insert: 'Blob', rows, there: 'skip' })
}
