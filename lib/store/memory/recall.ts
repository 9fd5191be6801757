import * as z from 'zod'
import type { Candidate, QueryWord, WordCounts } from '@/lib/domain/memory/recall'
import type { Sql } from '../connection/sql'
import { Prisma } from '../generated/client'
import { MEMORY_WORDS } from './memory'

/** Of a word so many memories are looked at: one that more of them have says little by itself. */
const LOOKED_AT = 500
/** Memories that are told for scoring. */
const CANDIDATES = 50

const Row = z.object({
  known: z.array(z.object({ root: z.string(), memories: z.int() })),
  candidates: z.array(z.object({ id: z.string(), text: z.string(), tags: z.array(z.string()) })),
})

/** What may bear on these words, and how many memories have each of them. */
export async function recallCandidates(
  sql: Sql,
  words: QueryWord[],
): Promise<{ candidates: Candidate[]; counts: WordCounts }> {
  if (words.length === 0) return { candidates: [], counts: new Map() }
  const rows = await sql.$queryRaw<unknown[]>`${recallStatement(words)}`
  const { known, candidates } = Row.parse(rows[0])
  return { candidates, counts: new Map(known.map(({ root, memories }) => [root, memories])) }
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
  SELECT (SELECT coalesce(json_agg(k), '[]') FROM known k) AS known,
    (SELECT coalesce(json_agg(json_build_object('id', m.id, 'text', m.text, 'tags', m.tags)), '[]')
      FROM "Memory" m WHERE m.id IN (SELECT id FROM rare UNION SELECT id FROM common)) AS candidates`

/** Words are letters and digits only, so that quoting them is enough. */
const queryOf = ({ root, exact }: QueryWord): string => `'${root}'${exact ? '' : ':*'}`
