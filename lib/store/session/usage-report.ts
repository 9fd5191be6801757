import * as z from 'zod'
import { type UsageGrouping, UsageNumbers, type UsageReport } from '@/lib/domain/contract/usage-operations'
import { optional } from '../connection/columns'
import type { Sql } from '../connection/sql'
import { Prisma } from '../generated/client'
import { factsOf, openWaits, QUARTER, SUM_COLUMNS, SUMS } from './usage-facts'
import { isStale } from './usage-sums'

export type UsageQuery = {
  groupBy: UsageGrouping
  /** Days of that time zone. */
  from?: string | undefined
  to?: string | undefined
  timeZone: string
  sessionId?: string | undefined
  limit: number
  now: string
}

/** The days that were asked about as they came out, and how many groups are left out. */
type Usage = Omit<UsageReport, 'groupBy' | 'timeZone'>

const UsageRow = UsageNumbers.extend({
  isTotal: z.boolean(),
  from: optional(z.string()),
  to: z.string(),
  of: z.int(),
  key: z.string().nullable(),
  title: optional(z.string()),
  decisionMs: optional(z.number()),
})

/** What was used, in one statement. */
export async function usageReport(sql: Sql, query: UsageQuery): Promise<Usage> {
  const rows = await sql.$queryRaw<unknown[]>`${usageStatement(query)}`
  const parsed = rows.map(row => UsageRow.parse(row))
  const total = parsed.find(({ isTotal }) => isTotal)
  if (!total) throw new Error('The usage of a time has no total.')
  const groupRows = parsed.filter(({ isTotal }) => !isTotal)
  const groups = groupRows.map(row => ({ key: row.key, title: row.title, ...UsageNumbers.parse(row) }))
  const more = (groupRows[0]?.of ?? 0) - groupRows.length
  return { from: total.from, to: total.to, groups, more, total: UsageNumbers.parse(total) }
}

/**
 * What sessions at rest used is summed up already; of all others, and within one session, the rows are read. What a
 * reader of the report asks for only says what the sums are grouped by.
 */
const usageStatement = (query: UsageQuery): Prisma.Sql => Prisma.sql`
  WITH ${SPAN(query)}, ${query.sessionId === undefined ? ALL_SUMS(query) : SESSION_SUMS(query, query.sessionId)},
  keyed AS (SELECT f.*, ${KEYS[query.groupBy](query)} AS key FROM sums f),
  medians AS (SELECT coalesce(key, '') AS key, grouping(key) = 1 AS "isTotal",
    round(percentile_cont(0.5) WITHIN GROUP (ORDER BY ms)) AS "decisionMs"
    FROM keyed, unnest(keyed."decisionMs") ms GROUP BY GROUPING SETS ((key), ())),
  grouped AS (SELECT key, grouping(key) = 1 AS "isTotal", ${NUMBERS} FROM keyed GROUP BY GROUPING SETS ((key), ())),
  placed AS (SELECT g.*, row_number() OVER (PARTITION BY "isTotal" ORDER BY ${orderOf(query)}) AS place,
    count(*) OVER (PARTITION BY "isTotal")::int AS of FROM grouped g)
  SELECT p.*, m."decisionMs", span.first::text AS "from", span.last::text AS "to", ${titlesOf(query)} AS title
  FROM span, placed p LEFT JOIN medians m ON m."isTotal" = p."isTotal" AND m.key = coalesce(p.key, '')
  WHERE p."isTotal" OR p.place <= ${query.limit}
  ORDER BY ${IN_ORDER.has(query.groupBy) ? Prisma.sql`p.place DESC` : Prisma.sql`p.place`}`

/** The days, and the moments between which they lie. */
const SPAN = ({ from, to, timeZone, sessionId, now }: UsageQuery) => Prisma.sql`
  days AS (SELECT coalesce(${to ?? null}::date, (${now}::timestamptz AT TIME ZONE ${timeZone})::date) AS last),
  span AS (SELECT d.first, d.last, coalesce(d.first::timestamp AT TIME ZONE ${timeZone}, '-infinity') AS since,
    (d.last + 1)::timestamp AT TIME ZONE ${timeZone} AS until FROM (SELECT days.last, coalesce(${from ?? null}::date,
      CASE WHEN ${sessionId ?? null}::uuid IS NULL THEN days.last - 29 END) AS first FROM days) d)`

const SESSION_SUMS = ({ now }: UsageQuery, sessionId: string) => {
  const inScope = (column: Prisma.Sql) => Prisma.sql`${column} = ${sessionId}::uuid`
  return Prisma.sql`${factsOf(inScope)},
    sums AS (SELECT "sessionId", "runId", request, ${QUARTER} AS at, model, tool, ${SUMS}
      FROM (SELECT * FROM fact UNION ALL ${openWaits(inScope, now)}) f GROUP BY 1, 2, 3, 4, 5, 6)`
}

const ALL_SUMS = ({ now }: UsageQuery) => Prisma.sql`
  stale AS MATERIALIZED (SELECT h."sessionId" AS id FROM "SessionHead" h WHERE ${isStale}),
  ${factsOf(column => Prisma.sql`${column} IN (SELECT id FROM stale)`)},
  sums AS (SELECT "sessionId", ${QUARTER} AS at, model, tool, ${SUMS}
    FROM (SELECT * FROM fact UNION ALL ${openWaits(() => Prisma.sql`true`, now)}) f GROUP BY 1, 2, 3, 4
    UNION ALL SELECT u."sessionId", u.at, nullif(u.model, ''), nullif(u.tool, ''), ${SUM_COLUMNS}
    FROM span, "UsageSum" u JOIN (SELECT "sessionId", seq FROM "SessionHead") h ON h."sessionId" = u."sessionId" AND h.seq = u.seq
    WHERE u.at >= span.since AND u.at < span.until)`

/** Calls that wait side by side wait once. */
const NUMBERS = Prisma.sql`
  coalesce(sum(requests), 0)::int AS requests, ${Prisma.join(
    ['inputTokens', 'cachedInputTokens', 'outputTokens', 'reasoningTokens'].map(name =>
      Prisma.raw(`coalesce(sum("${name}"), 0) AS "${name}"`),
    ),
  )},
  CASE WHEN coalesce(sum(requests), 0) = 0 THEN 0 ELSE sum(cost) END AS cost,
  coalesce(sum("unpricedRequests"), 0)::int AS "unpricedRequests", coalesce(sum(calls), 0)::int AS calls,
  round(coalesce(sum("modelMs"), 0)) AS "modelMs", round(coalesce(sum("toolMs"), 0)) AS "toolMs",
  coalesce(sum(decisions), 0)::int AS decisions,
  (SELECT round(coalesce(sum(extract(epoch FROM upper(w) - lower(w))), 0) * 1000)::float8
    FROM unnest(range_agg(waits::tstzmultirange)) w) AS "waitingMs"`

const KEYS: Record<UsageGrouping, (query: UsageQuery) => Prisma.Sql> = {
  day: ({ timeZone }) => Prisma.sql`((f.at AT TIME ZONE ${timeZone})::date)::text`,
  model: () => Prisma.sql`f.model`,
  session: () => Prisma.sql`f."sessionId"::text`,
  tool: () => Prisma.sql`f.tool`,
  run: () => Prisma.sql`(SELECT n.number::text FROM "Run" n WHERE n.id = f."runId")`,
  request: () => Prisma.sql`f.request::text`,
}

/** What has an order of its own is listed in it, and of what is too much the end. */
const IN_ORDER = new Set<UsageGrouping>(['day', 'run', 'request'])

const orderOf = ({ groupBy }: UsageQuery): Prisma.Sql =>
  IN_ORDER.has(groupBy)
    ? Prisma.sql`length(key) DESC NULLS LAST, key DESC`
    : Prisma.sql`key IS NULL, "inputTokens" + "outputTokens" DESC, calls DESC, "waitingMs" DESC, key`

const titlesOf = ({ groupBy }: UsageQuery): Prisma.Sql =>
  groupBy === 'session'
    ? Prisma.sql`(SELECT s.title FROM "Session" s WHERE s.id = p.key::uuid)`
    : Prisma.sql`NULL`
