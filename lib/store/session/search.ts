import * as z from 'zod'
import { Decider, DecisionKind } from '@/lib/domain/call/decision'
import { EntryKind } from '@/lib/domain/session/entry'
import { type SearchFilters, SearchKind } from '@/lib/domain/session/search'
import type { SearchTerm } from '@/lib/text/search-terms'
import { instant, optional } from '../connection/columns'
import type { Sql } from '../connection/sql'
import { listed, stored } from '../connection/stored'
import { Prisma } from '../generated/client'
import { tsQuery } from './ts-query'

/** A place in what is found: by rank, then the newest first, and of one moment by kind and id. */
export type FoundPlace = { rank: number; at: string; kind: SearchKind; id: string }

const FoundRow = z.object({
  rank: z.int(),
  kind: SearchKind,
  id: z.string(),
  sessionId: z.string(),
  at: instant,
  text: z.string(),
  title: z.string(),
  callId: optional(z.string()),
  tool: optional(z.string()),
  decisionKind: optional(DecisionKind),
  by: optional(Decider),
  entryKind: optional(EntryKind),
  seq: z.int(),
  /** Of the Entry that it is, or that stands for its Call in the transcript. */
  entrySeq: optional(z.int()),
})
const readFound = stored(FoundRow, { instead: { by: null, decisionKind: null, entryKind: null } })
export type SearchHit = z.infer<typeof FoundRow>

export type Sought = {
  terms: SearchTerm[]
  filters: SearchFilters
  after: FoundPlace | undefined
  limit: number
}

/** What matches, summaries last, since they say once more what was said, and else newest first. */
export async function search(sql: Sql, sought: Sought): Promise<SearchHit[]> {
  const rows = await sql.$queryRaw<unknown[]>`${searchStatement(sought)}`
  return listed(readFound, rows)
}

/** Places are looked for only for what is told. */
export const searchStatement = (sought: Sought): Prisma.Sql => Prisma.sql`
  SELECT f.rank, f.kind, f.id::text, f."sessionId"::text, f.at, f.seq, f.text, s.title, f."callId"::text,
    (SELECT c.tool FROM "Call" c WHERE c.id = f."callId") AS tool, d.kind AS "decisionKind", d."by",
    e.kind AS "entryKind", CASE WHEN f."callId" IS NULL THEN f.seq
      ELSE (SELECT n.seq FROM "Entry" n WHERE n."callId" = f."callId" LIMIT 1) END AS "entrySeq"
  FROM (SELECT i.* FROM "SearchItem" i WHERE ${Prisma.join(conditionsOf(sought), ' AND ')}
    ORDER BY i.rank DESC, i.at DESC, i.kind DESC, i.id DESC LIMIT ${sought.limit}) f
  JOIN "Session" s ON s.id = f."sessionId"
  LEFT JOIN "Entry" e ON f.kind = 'message' AND e.id = f.id
  LEFT JOIN "Decision" d ON f.kind = 'decision' AND d.id = f.id
  ORDER BY f.rank DESC, f.at DESC, f.kind DESC, f.id DESC`

/** What is about a Call is found by what its Call is, and nothing else is then. */
function conditionsOf({ terms, filters, after }: Sought): Prisma.Sql[] {
  const { kind, tool, decision, from, to } = filters
  return [
    Prisma.sql`true`,
    ...(terms.length > 0
      ? [Prisma.sql`"search_words"(i.text) @@ to_tsquery('simple', ${tsQuery(terms)})`]
      : []),
    ...(kind.length > 0 ? [Prisma.sql`i.kind = ANY(${kind})`] : []),
    ...(from ? [Prisma.sql`i.at >= ${new Date(from)}::timestamptz`] : []),
    ...(to ? [Prisma.sql`i.at <= ${new Date(to)}::timestamptz`] : []),
    ...(tool.length > 0
      ? [Prisma.sql`(SELECT c.tool FROM "Call" c WHERE c.id = i."callId") = ANY(${tool})`]
      : []),
    ...(decision.length > 0
      ? [
          Prisma.sql`EXISTS (SELECT 1 FROM "Decision" d WHERE d."callId" = i."callId" AND d.kind = ANY(${decision})
            AND (i.kind <> 'decision' OR d.id = i.id))`,
        ]
      : []),
    ...(after
      ? [
          Prisma.sql`(i.rank, i.at, i.kind, i.id)
            < (${after.rank}::int, ${new Date(after.at)}::timestamptz, ${after.kind}, ${after.id}::uuid)`,
        ]
      : []),
  ]
}
