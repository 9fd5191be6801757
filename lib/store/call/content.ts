import type { Tx } from '../connection/database'
import type { Rows } from '../connection/rows'

/** What a file held, and the hash it is known by. */
export type Content = { hash: string; bytes: Uint8Array }

/** Keeps contents of files. One that is kept already is not kept twice. */
export function insertContents(rows: Rows, sessionId: string, contents: Content[]): void {
  const made = contents.map(({ hash, bytes }) => ({ sessionId, hash, bytes: new Uint8Array(bytes) }))
  rows.insert('Content', made, { skip: true })
}

/** What a file of the session once held, to the byte. */
export async function findContent(tx: Tx, sessionId: string, hash: string): Promise<Uint8Array | null> {
  const row = await tx.content.findUnique({ where: { sessionId_hash: { sessionId, hash } } })
  return row?.bytes ?? null
}
