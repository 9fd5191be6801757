import * as z from 'zod'
import type { Tx } from '@/lib/store/connection/database'
import type { Rows } from '../connection/rows'
import type { Sql } from '../connection/sql'
import { Prisma } from '../generated/client'

export type Blob = { hash: string; text: string }

/** What is kept already is not kept twice. */
const insertInto =
  <T extends { hash: string }>(table: string) =>
  (rows: Rows, sessionId: string, contents: T[]): void =>
    rows.insert(
      table,
      contents.map(content => ({ ...content, sessionId })),
      { skip: true },
    )

export const insertBlobs = insertInto<Blob>('Blob')

/** Those of the hashes under which nothing is kept. */
export async function missingContents(sql: Sql, sessionId: string, hashes: string[]): Promise<string[]> {
  if (hashes.length === 0) return []
  const rows = await sql.$queryRaw<{ hash: string }[]>`
    SELECT DISTINCT named.hash FROM unnest(${hashes}::text[]) named(hash) WHERE NOT EXISTS
      (SELECT 1 FROM "Blob" b WHERE b."sessionId" = ${sessionId}::uuid AND b.hash = named.hash)`
  return rows.map(({ hash }) => hash)
}

/** Kept texts by their hashes. */
export async function findContents(
  sql: Sql,
  sessionId: string,
  hashes: string[],
): Promise<Map<string, string>> {
  if (hashes.length === 0) return new Map()
  const rows = await sql.$queryRaw<Blob[]>`
    SELECT hash, text FROM "Blob" WHERE "sessionId" = ${sessionId}::uuid AND hash = ANY(${hashes}::text[])`
  return new Map(rows.map(({ hash, text }) => [hash, text]))
}

/** Kept texts by their hashes, as one JSON value. */
export const BLOBS_OF = (sessionId: string, hashes: string[]) => Prisma.sql`(
  SELECT coalesce(json_object_agg(b.hash, b.text), '{}') FROM "Blob" b
  WHERE b."sessionId" = ${sessionId}::uuid AND b.hash = ANY(${hashes}::text[]))`

/** They as they are read. */
export const BlobsColumn = z.record(z.string(), z.string()).transform(texts => new Map(Object.entries(texts)))

/** The text of a skill as the session's last Run that has begun was told of it. */
export async function skillInRunContext(sql: Sql, sessionId: string, name: string): Promise<string | null> {
  const rows = await sql.$queryRaw<{ text: string }[]>`
    SELECT b.text FROM (SELECT "runContext" FROM "Run" WHERE "sessionId" = ${sessionId}::uuid AND "runContext" IS NOT NULL
      ORDER BY number DESC LIMIT 1) r, jsonb_array_elements(r."runContext"->'skills') s
    JOIN "Blob" b ON b."sessionId" = ${sessionId}::uuid AND b.hash = s->>'hash'
    WHERE s->>'name' = ${name}`
  return rows[0]?.text ?? null
}

/** What a file held, and the hash it is known by. */
export type Content = { hash: string; bytes: Uint8Array }

export const insertContents = insertInto<Content>('Content')

/** What a file of the session once held, to the byte. */
export async function findContent(tx: Tx, sessionId: string, hash: string): Promise<Uint8Array | null> {
  const row = await tx.content.findUnique({ where: { sessionId_hash: { sessionId, hash } } })
  return row?.bytes ?? null
}

/** A picture or the text of a file, by its hash. */
export type AttachmentContent = Content & { mediaType: string }

export const insertAttachments = insertInto<AttachmentContent>('Attachment')

/** What was attached in a session, by the hashes of it. */
export async function findAttachments(
  sql: Sql,
  sessionId: string,
  hashes: string[],
): Promise<Map<string, AttachmentContent>> {
  if (hashes.length === 0) return new Map()
  const rows = await sql.$queryRaw<AttachmentContent[]>`
    SELECT hash, "mediaType", bytes FROM "Attachment"
    WHERE "sessionId" = ${sessionId}::uuid AND hash = ANY(${hashes}::text[])`
  return new Map(rows.map(attachment => [attachment.hash, attachment]))
}
