import * as z from 'zod'
import { put } from './batch'
import type { Tx } from './database'
import { Prisma } from './generated/client'

export type Blob = { hash: string; text: string }

/** Keeps texts by their hashes. One that is kept already is not kept twice. */
export async function insertBlobs(tx: Tx, sessionId: string, blobs: Blob[]): Promise<void> {
  if (blobs.length === 0) return
  const rows = blobs.map(({ hash, text }) => ({ sessionId, hash, text }))
  await put(tx, { insert: 'Blob', rows, there: 'skip' })
}

/** Kept texts by their hashes, as one JSON value. */
export const BLOBS_OF = (sessionId: string, hashes: string[]) => Prisma.sql`(
  SELECT coalesce(json_object_agg(b.hash, b.text), '{}') FROM "Blob" b
  WHERE b."sessionId" = ${sessionId}::uuid AND b.hash = ANY(${hashes}::text[]))`

/** They as they are read. */
export const BlobsColumn = z.record(z.string(), z.string()).transform(texts => new Map(Object.entries(texts)))

/** The text of a skill as the session's last Run that has begun was told of it. */
export async function briefedSkill(tx: Tx, sessionId: string, name: string): Promise<string | null> {
  const rows = await tx.$queryRaw<{ text: string }[]>`
    SELECT b.text FROM (SELECT briefing FROM "Run" WHERE "sessionId" = ${sessionId}::uuid AND briefing IS NOT NULL
      ORDER BY number DESC LIMIT 1) r, jsonb_array_elements(r.briefing->'skills') s
    JOIN "Blob" b ON b."sessionId" = ${sessionId}::uuid AND b.hash = s->>'hash'
    WHERE s->>'name' = ${name}`
  return rows[0]?.text ?? null
}
