import * as z from 'zod'
import { Decider, DecisionKind } from '@/lib/domain/call/decision'
import { OWNER } from '@/lib/domain/contract/person'
import { type SearchFilters, SearchItem, type SearchKind } from '@/lib/domain/session/search'
import { patternsOf, type SearchTerm } from '@/lib/text/search-terms'
import { columnsOf, optional } from '../connection/columns'
import type { Sql } from '../connection/sql'
import { listed, stored } from '../connection/stored'
import { Prisma } from '../generated/client'

/** A place in what is found: by rank, then the newest first, and of one moment by kind and id. */
export type SearchPosition = { rank: number; at: string; kind: SearchKind; id: string }

const FoundRow = columnsOf(
  SearchItem.omit({ link: true, excerpt: true, highlights: true, decision: true }),
).extend({
  rank: z.int(),
  id: z.string(),
  text: z.string(),
  decisionKind: optional(DecisionKind),
  by: optional(Decider),
  decisionSeq: optional(z.int()),
  /** Of the Entry that it is, or that stands for its Call in the transcript. */
  entrySeq: optional(z.int()),
})
const readFound = stored(FoundRow)
type SearchHit = z.infer<typeof FoundRow>

type Sought = {
  terms: SearchTerm[]
  filters: SearchFilters
  after: SearchPosition | undefined
  limit: number
}

/** What matches, summaries last, since they say once more what was said, and else newest first. */
export async function search(sql: Sql, sought: Sought): Promise<SearchHit[]> {
  const rows = await sql.$queryRaw<unknown[]>`${searchStatement(sought)}`
  return listed(readFound, rows)
}

/** How many match, counted up to `most`; more than that are `isMore`. */
export async function countHits(
  sql: Sql,
  sought: Pick<Sought, 'terms' | 'filters'>,
  most: number,
): Promise<{ total: number; isMore: boolean }> {
  const rows = await sql.$queryRaw<{ hits: number }[]>`${countStatement(sought, most + 1)}`
  const hits = rows[0]?.hits ?? 0
  return { total: Math.min(hits, most), isMore: hits > most }
}

/** It ends at the limit, however many there are. */
export const countStatement = (
  { terms, filters }: Pick<Sought, 'terms' | 'filters'>,
  limit: number,
): Prisma.Sql => Prisma.sql`
  SELECT count(*)::int AS hits FROM (SELECT 1 FROM "SearchItem" i
    WHERE ${Prisma.join(conditionsOf({ terms, filters, after: undefined }), ' AND ')} LIMIT ${limit}) f`

/** What a Call is about, as its tool knows it, or else the first of its arguments that says so. */
const TARGET = Prisma.sql`left(coalesce(c.preview->'diff'->>'path', c.preview->'command'->>'text',
  c.preview->'request'->>'url', substring(left(c."proposedText", 4000)
    from '"(?:path|url|command|query|pattern|name)"\\s*:\\s*"((?:[^"\\\\]|\\\\.)*)"')), 200)`

/** Decisions in force about Calls of a session. */
const callsWith = (kinds: Prisma.Sql) => Prisma.sql`(SELECT count(DISTINCT r."callId") FROM "Decision" r
  JOIN "Call" v ON v.id = r."callId" WHERE r."sessionId" = s.id AND r.kind IN (${kinds}) AND v.voids->(r.id::text) IS NULL)`

const SUMS = Prisma.sql`jsonb_strip_nulls(jsonb_build_object('model', s.model,
  'calls', (SELECT count(*) FROM "Call" a WHERE a."sessionId" = s.id),
  'edited', ${callsWith(Prisma.sql`'edit', 'replace'`)}, 'denied', ${callsWith(Prisma.sql`'deny'`)},
  'cost', (SELECT h.usage->'cost' FROM "SessionHead" h WHERE h."sessionId" = s.id)))`

/** Places are looked for only for what is on the page. */
export const searchStatement = (sought: Sought): Prisma.Sql => Prisma.sql`
  SELECT f.rank, f.kind, f.id::text, f."sessionId"::text, f.at, f.seq, f.text, s.title, f."callId"::text,
    c.tool, c.result->>'kind' AS outcome, ${TARGET} AS target, d.kind AS "decisionKind", d."by",
    c.voids->>(f.id::text) AS void,
    e.kind AS "entryKind", e."by" AS author, CASE WHEN f.kind = 'session' THEN ${SUMS} END AS session,
    (SELECT n.seq FROM "SearchItem" n WHERE n."sessionId" = f."sessionId" AND n.kind = 'decision' AND n.id = d.id) AS "decisionSeq",
    CASE WHEN f."callId" IS NULL THEN f.seq
      ELSE (SELECT n.seq FROM "Entry" n WHERE n."callId" = f."callId" LIMIT 1) END AS "entrySeq"
  FROM (${pageOf(sought)}) f
  JOIN "Session" s ON s.id = f."sessionId"
  LEFT JOIN "Call" c ON c.id = f."callId"
  LEFT JOIN "Entry" e ON f.kind = 'message' AND e.id = f.id
  LEFT JOIN "Decision" d ON d.id = CASE WHEN ${sought.filters.perCall ?? false} THEN (SELECT r.id FROM "Decision" r
      WHERE r."callId" = f."callId" AND c.voids->(r.id::text) IS NULL ORDER BY r.at DESC, r.id DESC LIMIT 1)
    WHEN f.kind = 'decision' THEN f.id END
  ORDER BY f.rank DESC, f.at DESC, f.kind DESC, f.id DESC`

const IN_ORDER = Prisma.sql`ORDER BY i.rank DESC, i.at DESC, i.kind DESC, i.id DESC`

/** What more items than this have is read in the order of the list until the page is full; else those few are put in order. */
const FEW = 2_000

/** Postgres cannot tell how many items have words that are in few of them, and would read all items in order. */
function pageOf(sought: Sought): Prisma.Sql {
  const { terms, limit } = sought
  const inOrder = (items: string, conditions: Prisma.Sql[]) => Prisma.sql`
    (SELECT ${COLUMNS} FROM ${Prisma.raw(items)} i WHERE ${Prisma.join(conditions, ' AND ')} ${IN_ORDER} LIMIT ${limit})`
  if (terms.length === 0) return inOrder('"SearchItem"', conditionsOf(sought))
  const isFew = Prisma.sql`(SELECT count(*) <= ${FEW} FROM few)`
  return Prisma.sql`
    WITH few AS MATERIALIZED (SELECT ${COLUMNS} FROM "SearchItem" i WHERE ${hasWords(terms)} LIMIT ${FEW + 1})
    SELECT i.* FROM (${inOrder('few', [isFew, ...conditionsOf(sought, { areWordsKnown: true })])}
      UNION ALL ${inOrder('"SearchItem"', [Prisma.sql`NOT ${isFew}`, ...conditionsOf(sought)])}) i
    ${IN_ORDER} LIMIT ${limit}`
}

const COLUMNS = Prisma.raw('i.rank, i.kind, i.id, i."sessionId", i.at, i.seq, i.text, i."callId"')

const hasWords = (terms: SearchTerm[], i = Prisma.raw('i')): Prisma.Sql =>
  Prisma.sql`"kept_words"(${i}.words) @@ ${tsQuery(terms)}::tsquery`

/** The decision about the Call of `i` that is in force. */
const IN_FORCE = Prisma.sql`(SELECT d.kind, d."by" FROM "Decision" d JOIN "Call" v ON v.id = d."callId"
  WHERE d."callId" = i."callId" AND v.voids->(d.id::text) IS NULL ORDER BY d.at DESC, d.id DESC LIMIT 1)`

/** What is about a Call is found by what its Call is, and nothing else is then. */
function conditionsOf(
  { terms, filters, after }: Omit<Sought, 'limit'>,
  { i = Prisma.raw('i'), areWordsKnown = false } = {},
): Prisma.Sql[] {
  const { kind, tool, decision, person, from, to, perCall } = filters
  const conditions = [
    // A message that only calls tools says nothing by itself.
    Prisma.sql`(${i}.kind <> 'message' OR ${i}.text ~ '\\S')`,
    terms.length > 0 && !areWordsKnown && hasWords(terms, i),
    kind.length > 0 && Prisma.sql`${i}.kind = ANY(${kind})`,
    from && Prisma.sql`${i}.at >= ${new Date(from)}::timestamptz`,
    to && Prisma.sql`${i}.at <= ${new Date(to)}::timestamptz`,
    tool.length > 0 && Prisma.sql`(SELECT c.tool FROM "Call" c WHERE c.id = ${i}."callId") = ANY(${tool})`,
    perCall && decision.length > 0 && Prisma.sql`(SELECT r.kind FROM ${IN_FORCE} r) = ANY(${decision})`,
    perCall &&
      person.length > 0 &&
      Prisma.sql`(SELECT CASE r."by"->>'type' WHEN 'person' THEN r."by"->>'id' END FROM ${IN_FORCE} r) = ANY(${person})`,
    !perCall &&
      decision.length > 0 &&
      Prisma.sql`EXISTS (SELECT 1 FROM "Decision" d WHERE d."callId" = ${i}."callId" AND d.kind = ANY(${decision})
        AND (${i}.kind <> 'decision' OR d.id = ${i}.id))`,
    !perCall &&
      person.length > 0 &&
      Prisma.sql`(EXISTS (SELECT 1 FROM "Decision" d WHERE ${i}.kind = 'decision' AND d.id = ${i}.id
          AND d."by"->>'type' = 'person' AND d."by"->>'id' = ANY(${person}))
        OR EXISTS (SELECT 1 FROM "Entry" e WHERE ${i}.kind = 'message' AND e.id = ${i}.id
          AND e.kind = 'user' AND coalesce(e."by"->>'id', ${OWNER.id}) = ANY(${person})))`,
    perCall && Prisma.sql`NOT EXISTS (SELECT 1 FROM "SearchItem" o WHERE ${laterOfCall({ terms, filters })})`,
    after &&
      Prisma.sql`(${i}.rank, ${i}.at, ${i}.kind, ${i}.id)
        < (${after.rank}::int, ${new Date(after.at)}::timestamptz, ${after.kind}, ${after.id}::uuid)`,
  ]
  return conditions.flatMap(condition => condition || [])
}

/**
 * Whether `o` matches as well, and is of the same Call as `i` and later. Its ids are known, so that no other rows are read.
 * What is asked of the Call holds for both.
 */
const laterOfCall = ({ terms, filters }: Pick<Sought, 'terms' | 'filters'>): Prisma.Sql => Prisma.sql`
  o."sessionId" = i."sessionId" AND o.kind IN ('call', 'result', 'decision')
    AND o.id = ANY(ARRAY(SELECT i."callId" UNION SELECT r.id FROM "Decision" r WHERE r."callId" = i."callId"))
    AND (o.at, o.kind, o.id) > (i.at, i.kind, i.id)
    AND ${Prisma.join(conditionsOf({ terms, filters: { ...filters, tool: [], decision: [], person: [], perCall: false }, after: undefined }, { i: Prisma.raw('o') }), ' AND ')}`

/** Words hold no signs, so that quoting them is enough. */
export const tsQuery = (terms: SearchTerm[]): string =>
  terms
    .map(term => {
      const words = patternsOf(term).map(({ word, isOpen }) => `'${word}'${isOpen ? ':*' : ''}`)
      return `${term.isExcluded ? '!' : ''}(${words.join(' <-> ')})`
    })
    .join(' & ')

/** Rows of the log that are read at a time. */
const ROWS = 200

/**
 * Makes what the log of Events tells of findable, from where it was left: before somebody looks for something, and now
 * and then. A commit does not wait for it.
 */
export async function indexSearchItems(sql: Sql): Promise<void> {
  while (await indexNext(sql)) {}
}

/**
 * One step, in one statement; true where there may be more. Rows whose transaction an older one can still come before
 * are read too, but not left behind: they are read again, to the same effect. A text that is there already is left out,
 * since its words would be cut before it is known to be there.
 */
async function indexNext(sql: Sql): Promise<boolean> {
  const rows = await sql.$queryRaw<{ read: number; settled: number }[]>`
    WITH place AS MATERIALIZED (SELECT xid, event FROM "SearchPlace" WHERE id = 1 FOR UPDATE),
    page AS MATERIALIZED (SELECT e.xid, e.id, e.xid < (pg_snapshot_xmin(pg_current_snapshot())::text)::bigint AS settled
      FROM "Event" e WHERE (e.xid, e.id) > ((SELECT xid FROM place), (SELECT event FROM place))
      ORDER BY e.xid, e.id LIMIT ${ROWS}),
    event AS MATERIALIZED (SELECT l.chain::uuid AS session, l.seq, l.type, l.subject, l.at
      FROM page JOIN "Link" l ON l.xid = page.xid AND l.id = page.id WHERE l.chain <> 'installation'),
    first AS (SELECT session, subject, type, min(seq) AS seq, max(at) AS at FROM event
      WHERE type IN ('message.added', 'call.proposed', 'call.waiting', 'call.decided', 'call.ended') GROUP BY 1, 2, 3),
    found (session, kind, id, call, seq, at, rank, text) AS (
      SELECT f.session, 'message', e.id, NULL::uuid, e.seq, e.at, CASE e.kind WHEN 'summary' THEN 0 ELSE 1 END, e.text
        FROM first f JOIN "Entry" e ON e.id = f.subject WHERE f.type = 'message.added' AND e.kind <> 'result'
      UNION ALL SELECT c."sessionId", 'call', c.id, c.id, f.seq, s."createdAt", 1,
        "call_words"(c."proposedTool", c.preview, c."proposedText", c."effectiveText")
        FROM (SELECT subject, min(seq) AS seq FROM first WHERE type LIKE 'call.%' GROUP BY 1) f
        JOIN "Call" c ON c.id = f.subject JOIN "CallSet" s ON s.id = c."setId"
      UNION ALL SELECT c."sessionId", 'result', c.id, c.id, f.seq, c."endedAt", 1, c.result->>'text'
        FROM first f JOIN "Call" c ON c.id = f.subject WHERE f.type = 'call.ended' AND c."endedAt" IS NOT NULL
      UNION ALL SELECT d."sessionId", 'decision', d.id, d."callId", f.seq, d.at, 1,
        "decision_words"(d.kind, d."by", d.reason, d."argumentsText", d.result)
        FROM event f JOIN "Decision" d ON d."callId" = f.subject AND d.at <= f.at
        WHERE f.type = 'call.decided' AND NOT EXISTS (SELECT 1 FROM event o
          WHERE o.subject = f.subject AND o.type = f.type AND o.seq < f.seq AND o.at >= d.at)
      UNION ALL SELECT s.id, 'session', s.id, NULL, 1, s."createdAt", 1, s.title FROM "Session" s
        WHERE s.id IN (SELECT session FROM event WHERE type = 'session.changed')),
    stored AS (INSERT INTO "SearchItem" AS i ("sessionId", kind, id, "callId", seq, at, rank, text)
      SELECT f.session, f.kind, f.id, f.call, f.seq, f.at, f.rank, l.text
        FROM found f, LATERAL (SELECT left(coalesce(f.text, ''), 50000) AS text) l
        WHERE EXISTS (SELECT 1 FROM "Session" s WHERE s.id = f.session)
          AND NOT EXISTS (SELECT 1 FROM "SearchItem" o WHERE (o."sessionId", o.kind, o.id) = (f.session, f.kind, f.id)
            AND o.text = l.text)
      ON CONFLICT ("sessionId", kind, id) DO UPDATE SET text = excluded.text WHERE i.text <> excluded.text),
    moved AS (UPDATE "SearchPlace" p SET xid = l.xid, event = l.id
      FROM (SELECT xid, id FROM page WHERE settled ORDER BY xid DESC, id DESC LIMIT 1) l WHERE p.id = 1)
    SELECT count(*)::int AS read, count(*) FILTER (WHERE settled)::int AS settled FROM page`
  const { read = 0, settled = 0 } = rows[0] ?? {}
  return read === ROWS && settled > 0
}
