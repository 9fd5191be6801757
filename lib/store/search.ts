import * as z from 'zod'
import { Decider, DecisionKind } from '@/lib/domain/decision'
import { EntryKind } from '@/lib/domain/entry'
import { type SearchFilters, SearchKind } from '@/lib/domain/search'
import type { SearchTerm } from '@/lib/domain/search-terms'
import { instant, optional } from './columns'
import type { Tx } from './database'
import { Prisma } from './generated/client'
import { tsQuery } from './ts-query'

/** A place in what is found: the newest first, and of one moment by kind and id. */
export type FoundPlace = { at: string; kind: SearchKind; id: string }

const FoundRow = z.object({
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
  seq: optional(z.int()),
  /** Of the Entry that it is, or that stands for its Call in the transcript. */
  entrySeq: optional(z.int()),
})
export type Found = z.infer<typeof FoundRow>

export type Sought = {
  terms: SearchTerm[]
  filters: SearchFilters
  after: FoundPlace | undefined
  limit: number
}

/** What matches, newest first. */
export async function search(tx: Tx, sought: Sought): Promise<Found[]> {
  const statement = searchStatement(sought)
  const rows = statement ? await tx.$queryRaw<unknown[]>`${statement}` : []
  return rows.map(row => FoundRow.parse(row))
}

/** Null where nothing can be asked for so. */
export function searchStatement(sought: Sought): Prisma.Sql | null {
  const parts = KINDS.flatMap(kind => (isAsked(kind, sought.filters) ? [partOf(kind, sought)] : []))
  return parts.length > 0 ? pageOf(parts, sought.limit) : null
}

const KINDS = SearchKind.options

/** What is about a Call is found by what its Call is, and nothing else is then. */
function isAsked(kind: SearchKind, { kind: kinds, tool, decision }: SearchFilters): boolean {
  if (kinds.length > 0 && !kinds.includes(kind)) return false
  const isOfCall = kind === 'call' || kind === 'result' || kind === 'decision'
  return isOfCall || (tool.length === 0 && decision.length === 0)
}

/** Texts are cut to what is looked through anyway; places are looked for only for what is told. */
const pageOf = (parts: Prisma.Sql[], limit: number): Prisma.Sql => Prisma.sql`
  SELECT f.kind, f.id::text, f."sessionId"::text, f.at, left(f.text, 50000) AS text, s.title,
    f."callId"::text, f.tool, f."decisionKind", f."by",
    CASE f.kind WHEN 'message' THEN (SELECT n.kind FROM "Entry" n WHERE n.id = f.id) END AS "entryKind",
    coalesce(f.seq, (SELECT min(e.seq) FROM "Event" e WHERE e.subject = f."callId" AND e.type = f.told
      AND (f.kind <> 'decision' OR e.at >= f.at))) AS seq,
    coalesce(f.seq, (SELECT n.seq FROM "Entry" n WHERE n."callId" = f."callId" LIMIT 1)) AS "entrySeq"
  FROM (SELECT * FROM (${Prisma.join(parts, ' UNION ALL ')}) every
    ORDER BY at DESC, kind DESC, id DESC LIMIT ${limit}) f
  JOIN "Session" s ON s.id = f."sessionId"
  ORDER BY f.at DESC, f.kind DESC, f.id DESC`

type Part = {
  columns: Prisma.Sql
  from: Prisma.Sql
  at: Prisma.Sql
  id: Prisma.Sql
  text: Prisma.Sql
  where: Prisma.Sql
}

const NONE = Prisma.sql`NULL::uuid, NULL::text, NULL::text, NULL::jsonb`

const PARTS: Record<SearchKind, Part> = {
  message: {
    columns: Prisma.sql`x."sessionId", x.seq, ${NONE}, NULL::text`,
    from: Prisma.sql`"Entry" x`,
    at: Prisma.sql`x.at`,
    id: Prisma.sql`x.id`,
    text: Prisma.sql`x.text`,
    where: Prisma.sql`x.kind <> 'result'`,
  },
  call: {
    columns: Prisma.sql`x."sessionId", NULL::int, x.id, x.tool, NULL::text, NULL::jsonb, 'call.proposed'`,
    from: Prisma.sql`"Call" x JOIN "CallSet" t ON t.id = x."setId"`,
    at: Prisma.sql`t."createdAt"`,
    id: Prisma.sql`x.id`,
    text: Prisma.sql`"call_words"(x."proposedTool", x.preview, x."proposedText", x."effectiveText")`,
    where: Prisma.sql`x.state IN ('waiting', 'settled')`,
  },
  result: {
    columns: Prisma.sql`x."sessionId", NULL::int, x.id, x.tool, NULL::text, NULL::jsonb, 'call.ended'`,
    from: Prisma.sql`"Call" x`,
    at: Prisma.sql`x."endedAt"`,
    id: Prisma.sql`x.id`,
    text: Prisma.sql`(x.result->>'text')`,
    where: Prisma.sql`x.state = 'settled'`,
  },
  decision: {
    columns: Prisma.sql`x."sessionId", NULL::int, x."callId",
      (SELECT c.tool FROM "Call" c WHERE c.id = x."callId"), x.kind, x."by", 'call.decided'`,
    from: Prisma.sql`"Decision" x`,
    at: Prisma.sql`x.at`,
    id: Prisma.sql`x.id`,
    text: Prisma.sql`"decision_words"(x.kind, x."by", x.reason, x."argumentsText", x.result)`,
    where: Prisma.sql`true`,
  },
  session: {
    columns: Prisma.sql`x.id, 1, ${NONE}, NULL::text`,
    from: Prisma.sql`"Session" x`,
    at: Prisma.sql`x."createdAt"`,
    id: Prisma.sql`x.id`,
    text: Prisma.sql`x.title`,
    where: Prisma.sql`true`,
  },
}

/** Enough of one kind for a page. */
function partOf(kind: SearchKind, { terms, filters, after, limit }: Sought): Prisma.Sql {
  const { columns, from, at, id, text, where } = PARTS[kind]
  const { from: since, to } = filters
  const conditions = [
    where,
    ...(terms.length > 0
      ? [Prisma.sql`"search_words"(${text}) @@ to_tsquery('simple', ${tsQuery(terms)})`]
      : []),
    ...(since ? [Prisma.sql`${at} >= ${new Date(since)}::timestamptz`] : []),
    ...(to ? [Prisma.sql`${at} <= ${new Date(to)}::timestamptz`] : []),
    ...(after
      ? [
          Prisma.sql`(${at}, ${kind}, ${id}) < (${new Date(after.at)}::timestamptz, ${after.kind}, ${after.id}::uuid)`,
        ]
      : []),
    ...ofCalls(kind, filters),
  ]
  return Prisma.sql`(SELECT ${kind} AS kind, ${id} AS id, ${at} AS at, ${text} AS text, p.*
    FROM ${from} CROSS JOIN LATERAL (SELECT ${columns}) p("sessionId", seq, "callId", tool, "decisionKind", "by", told)
    WHERE ${Prisma.join(conditions, ' AND ')} ORDER BY ${at} DESC, ${id} DESC LIMIT ${limit})`
}

function ofCalls(kind: SearchKind, { tool, decision }: SearchFilters): Prisma.Sql[] {
  const callId = kind === 'decision' ? Prisma.sql`x."callId"` : Prisma.sql`x.id`
  const ruled =
    kind === 'decision'
      ? Prisma.sql`x.kind = ANY(${decision})`
      : Prisma.sql`EXISTS (SELECT 1 FROM "Decision" d WHERE d."callId" = x.id AND d.kind = ANY(${decision}))`
  return [
    ...(tool.length > 0
      ? [Prisma.sql`(SELECT c.tool FROM "Call" c WHERE c.id = ${callId}) = ANY(${tool})`]
      : []),
    ...(decision.length > 0 ? [ruled] : []),
  ]
}
