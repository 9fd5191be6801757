import { put } from './batch'
import type { Tx } from './database'

/** What a file held, and the hash it is known by. */
export type Content = { hash: string; bytes: Uint8Array }

/** Keeps contents of files. One that is kept already is not kept twice. */
export async function insertContents(tx: Tx, sessionId: string, contents: Content[]): Promise<void> {
  if (contents.length === 0) return
  const rows = contents.map(({ hash, bytes }) => ({ sessionId, hash, bytes: new Uint8Array(bytes) }))
  await put(tx, { insert: 'Content', rows, there: 'skip' })
}

/** What a file of the session once held, to the byte. */
export async function findContent(tx: Tx, sessionId: string, hash: string): Promise<Uint8Array | null> {
  const row = await tx.content.findUnique({ where: { sessionId_hash: { sessionId, hash } } })
  return row?.bytes ?? null
}
