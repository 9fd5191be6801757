import { put } from './batch'
import type { Tx } from './database'

export type Blob = { hash: string; text: string }

/** Keeps texts by their hashes. One that is kept already is not kept twice. */
export async function insertBlobs(tx: Tx, sessionId: string, blobs: Blob[]): Promise<void> {
  if (blobs.length === 0) return
  const rows = blobs.map(({ hash, text }) => ({ sessionId, hash, text }))
  await put(tx, { insert: 'Blob', rows, there: 'skip' })
}

/** Kept texts by their hashes. */
export async function findBlobs(tx: Tx, sessionId: string, hashes: string[]): Promise<Map<string, string>> {
  if (hashes.length === 0) return new Map()
  const rows = await tx.blob.findMany({ where: { sessionId, hash: { in: hashes } } })
  return new Map(rows.map(({ hash, text }) => [hash, text]))
}
