import * as z from 'zod'
import { Memory, type MemorySource, MemoryUse } from '@/lib/domain/memory/memory'
import type { Candidate, QueryWord, WordCounts } from '@/lib/domain/memory/recall'
import { tsQuery } from '@/lib/store/session/search'
import type { SearchTerm } from '@/lib/text/search-terms'
import { columnsOf, optional } from '../connection/columns'
import { jsonValue, type Tx } from '../connection/database'
import { GUARD, type Rows } from '../connection/rows'
import type { Sql } from '../connection/sql'
import { listed, stored } from '../connection/stored'
import { Prisma } from '../generated/client'

const read = stored(
  columnsOf(Memory).extend({ title: optional(z.string()), usedIn: z.array(columnsOf(MemoryUse)) }),
)

function toMemory(row: unknown): Memory | null {
  const memory = read(row)
  if (!memory) return null
  const { title, source, ...rest } = memory
  return { ...rest, source: title === undefined ? source : { ...source, title } }
}

/** The words of a memory `m`, as the index has them. */
const MEMORY_WORDS = Prisma.sql`"search_words"(m.text || ' ' || "tag_words"(m.tags))`

/** So many of the places where it was recalled are told. */
const USES = 3

const COLUMNS = Prisma.sql`m.id, m.text, m.tags, m.source, m.uses, m."lastUsedAt", m."createdAt", m."updatedAt",
  (SELECT s.title FROM "Session" s WHERE s.id = (m.source->>'sessionId')::uuid) AS title,
  (SELECT coalesce(json_agg(u ORDER BY u.at DESC), '[]') FROM (
    SELECT u."sessionId", s.title, u.seq, u.at FROM "MemoryUse" u JOIN "Session" s ON s.id = u."sessionId"
    WHERE u."memoryId" = m.id ORDER BY u.at DESC LIMIT ${USES}) u) AS "usedIn"`

export type MemoryPage = { terms: SearchTerm[]; before: string | undefined; limit: number }

/** Memories that have all of the words, the newest first. */
export async function memories(sql: Sql, page: MemoryPage): Promise<Memory[]> {
  const conditions = [
    ...(page.before ? [Prisma.sql`m.id < ${page.before}::uuid`] : []),
    ...(page.terms.length > 0 ? [Prisma.sql`${MEMORY_WORDS} @@ ${tsQuery(page.terms)}::tsquery`] : []),
  ]
  const where = conditions.length > 0 ? Prisma.sql`WHERE ${Prisma.join(conditions, ' AND ')}` : Prisma.empty
  const rows = await sql.$queryRaw<unknown[]>`
    SELECT ${COLUMNS} FROM "Memory" m ${where} ORDER BY m.id DESC LIMIT ${page.limit}`
  return listed(toMemory, rows)
}

export async function findMemory(sql: Sql, id: string): Promise<Memory | null> {
  const rows = await sql.$queryRaw<unknown[]>`SELECT ${COLUMNS} FROM "Memory" m WHERE m.id = ${id}::uuid`
  return rows[0] === undefined ? null : toMemory(rows[0])
}

/** What is kept of a text. `textHash` is that of its words. */
export type KeptText = { text: string; textHash: string }
type NewMemory = KeptText & { id: string; tags: string[]; source: MemorySource; at: string }

/** It must not be kept yet: see isKept. */
export const insertMemory = (rows: Rows, { at, ...columns }: NewMemory): void =>
  rows.insert('Memory', [{ ...columns, createdAt: at, updatedAt: at }])

/** False where the same is kept already; a parallel keeper of it is waited for. */
export async function keepMemory(tx: Tx, memory: NewMemory): Promise<boolean> {
  const { at, source, ...columns } = memory
  const { count } = await tx.memory.createMany({
    data: [{ ...columns, source: jsonValue(source), createdAt: new Date(at), updatedAt: new Date(at) }],
    skipDuplicates: true,
  })
  return count === 1
}

/** True where another memory says the same. */
export async function isKept(tx: Tx, textHash: string, but?: string): Promise<boolean> {
  return (await tx.memory.count({ where: { textHash, id: { not: but } } })) > 0
}

export async function saveMemory(
  tx: Tx,
  change: { id: string; content: KeptText | undefined; tags: string[] | undefined; at: string },
): Promise<boolean> {
  const { id, content, tags, at } = change
  const data = { ...content, tags, updatedAt: new Date(at) }
  return (await tx.memory.updateMany({ where: { id }, data })).count === 1
}

export async function removeMemory(tx: Tx, id: string): Promise<boolean> {
  return (await tx.memory.deleteMany({ where: { id } })).count === 1
}

/**
 * Counts that memories were recalled. Sessions share them: they are locked in one order everywhere, so that two
 * sessions never wait for each other, and one that was deleted meanwhile is left out.
 */
export function countRecall(
  rows: Rows,
  { ids, sessionId, seq, at }: { ids: string[]; sessionId: string; seq: number; at: string },
): void {
  if (ids.length === 0) return
  const counted = rows.add(Prisma.sql`
    UPDATE "Memory" m SET uses = m.uses + 1, "lastUsedAt" = ${at}::timestamptz
    FROM (SELECT l.id FROM "Memory" l JOIN ${GUARD} ON true WHERE l.id = ANY(${ids}::uuid[])
      ORDER BY l.id FOR UPDATE OF l) known
    WHERE m.id = known.id RETURNING m.id`)
  rows.add(Prisma.sql`
    INSERT INTO "MemoryUse" ("memoryId", "sessionId", seq, at)
    SELECT id, ${sessionId}::uuid, ${seq}, ${at}::timestamptz FROM ${counted} ON CONFLICT DO NOTHING`)
}

/** Of a word so many memories are looked at: one that more of them have says little by itself. */
const LOOKED_AT = 500
/** Memories that are told for scoring. */
const CANDIDATES = 50

const Row = z.object({
  counts: z.array(z.object({ root: z.string(), memories: z.int() })),
  candidates: z.array(z.object({ id: z.string(), text: z.string(), tags: z.array(z.string()) })),
})

/** What may bear on these words, and how many memories have each of them. */
export async function recallCandidates(
  sql: Sql,
  words: QueryWord[],
): Promise<{ candidates: Candidate[]; counts: WordCounts }> {
  if (words.length === 0) return { candidates: [], counts: new Map() }
  const rows = await sql.$queryRaw<unknown[]>`${recallStatement(words)}`
  const { counts, candidates } = Row.parse(rows[0])
  return { candidates, counts: new Map(counts.map(({ root, memories }) => [root, memories])) }
}

/**
 * One statement, which costs the same however many memories there are: each word is looked up in the index by
 * itself, and only so far. Rare words bring in all that have one of them, those with the rarest first; words
 * that very many memories have bring in only what has all of these.
 */
export const recallStatement = (words: QueryWord[]): Prisma.Sql => Prisma.sql`
  WITH asked AS (
    SELECT root, query::tsquery FROM unnest(${words.map(({ root }) => root)}::text[],
      ${words.map(queryOf)}::text[]) AS a(root, query)),
  found AS MATERIALIZED (
    SELECT a.root, f.id FROM asked a CROSS JOIN LATERAL (SELECT m.id FROM "Memory" m
      WHERE ${MEMORY_WORDS} @@ a.query LIMIT ${LOOKED_AT + 1}) f),
  known AS (SELECT root, count(*)::int AS memories FROM found GROUP BY root),
  rare AS (
    SELECT f.id FROM found f JOIN known k USING (root) WHERE k.memories <= ${LOOKED_AT}
    GROUP BY f.id ORDER BY sum(1 / (1 + ln(k.memories))) DESC, f.id DESC LIMIT ${CANDIDATES}),
  common AS (
    SELECT m.id FROM "Memory" m WHERE ${MEMORY_WORDS} @@ (
      SELECT string_agg(a.query::text, ' & ')::tsquery FROM asked a JOIN known k USING (root)
      WHERE k.memories > ${LOOKED_AT}) LIMIT ${CANDIDATES})
  SELECT (SELECT coalesce(json_agg(k), '[]') FROM known k) AS counts,
    (SELECT coalesce(json_agg(json_build_object('id', m.id, 'text', m.text, 'tags', m.tags)), '[]')
      FROM "Memory" m WHERE m.id IN (SELECT id FROM rare UNION SELECT id FROM common)) AS candidates`

/** Words are letters and digits only, so that quoting them is enough. */
const queryOf = ({ root, exact }: QueryWord): string => `'${root}'${exact ? '' : ':*'}`
