import * as z from 'zod'
import { type UsageGroup, type UsageGrouping, UsageNumbers } from '@/lib/domain/contract/usage-operations'
import { optional } from '../connection/columns'
import type { Sql } from '../connection/sql'
import { Prisma } from '../generated/client'

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
type Usage = {
  from: string | undefined
  to: string
  groups: UsageGroup[]
  more: number
  total: UsageNumbers
}

const UsageRow = UsageNumbers.extend({
  isTotal: z.boolean(),
  from: optional(z.string()),
  to: z.string(),
  of: z.int(),
  key: z.string().nullable(),
  title: optional(z.string()),
  decisionMs: optional(z.number()),
})

/** What was used, in one statement over what is stored of Requests, Calls and Decisions. */
export async function usageReport(sql: Sql, query: UsageQuery): Promise<Usage> {
  const rows = await sql.$queryRaw<unknown[]>`${usageStatement(query)}`
  const parsed = rows.map(row => UsageRow.parse(row))
  const total = parsed.find(({ isTotal }) => isTotal)
  if (!total) throw new Error('The usage of a time has no total.')
  const groupRows = parsed.filter(({ isTotal }) => !isTotal)
  const groups = groupRows.map(row => ({ key: row.key, ...titleOf(row), ...numbersOf(row) }))
  const more = (groupRows[0]?.of ?? 0) - groupRows.length
  return { from: total.from, to: total.to, groups, more, total: numbersOf(total) }
}

const titleOf = ({ title }: z.infer<typeof UsageRow>) => (title === undefined ? {} : { title })

function numbersOf(row: z.infer<typeof UsageRow>): UsageNumbers {
  const { isTotal, from, to, of, key, title, decisionMs, ...numbers } = row
  return { ...numbers, ...(decisionMs === undefined ? {} : { decisionMs }) }
}

/**
 * Every fact is a row with the moment at which it began: a Request that ended, a Call, an Activity that ended, a wait, a
 * Decision. What a reader of the report asks for only says what they are grouped by.
 */
const usageStatement = (query: UsageQuery): Prisma.Sql => Prisma.sql`
  WITH ${SPAN(query)}, ${CALLS(query)}, ${WAITS(query)}, ${FACTS(query)},
  keyed AS (SELECT f.*, ${KEYS[query.groupBy](query)} AS key FROM fact f, span
    WHERE f.at >= span.since AND f.at < span.until),
  grouped AS (SELECT key, grouping(key) = 1 AS "isTotal", ${NUMBERS} FROM keyed GROUP BY GROUPING SETS ((key), ())),
  placed AS (SELECT g.*, row_number() OVER (PARTITION BY "isTotal" ORDER BY ${orderOf(query)}) AS place,
    count(*) OVER (PARTITION BY "isTotal")::int AS of FROM grouped g)
  SELECT p.*, span.first::text AS "from", span.last::text AS "to", ${titlesOf(query)} AS title
  FROM placed p, span WHERE p."isTotal" OR p.place <= ${query.limit}
  ORDER BY ${IN_ORDER.has(query.groupBy) ? Prisma.sql`p.place DESC` : Prisma.sql`p.place`}`

/** The days, and the moments between which they lie. */
const SPAN = ({ from, to, timeZone, sessionId, now }: UsageQuery) => Prisma.sql`
  days AS (SELECT coalesce(${to ?? null}::date, (${now}::timestamptz AT TIME ZONE ${timeZone})::date) AS last),
  span AS (SELECT d.first, d.last, coalesce(d.first::timestamp AT TIME ZONE ${timeZone}, '-infinity') AS since,
    (d.last + 1)::timestamp AT TIME ZONE ${timeZone} AS until FROM (SELECT days.last, coalesce(${from ?? null}::date,
      CASE WHEN ${sessionId ?? null}::uuid IS NULL THEN days.last - 29 END) AS first FROM days) d)`

const ofSession = (column: Prisma.Sql, { sessionId }: UsageQuery): Prisma.Sql =>
  sessionId === undefined ? Prisma.empty : Prisma.sql`AND ${column} = ${sessionId}::uuid`

/**
 * Calls of which something may have begun in that time, with the model that asked for them, and their Decisions in order.
 * For how long one acted is not known where its end was not observed (`isUnobserved`).
 */
const CALLS = (query: UsageQuery) => Prisma.sql`
  called AS MATERIALIZED (SELECT c.id, c."sessionId", s."runId", s.request, s.origin, c.tool, s."createdAt", c.state,
      c.since, c."startedAt", c."endedAt", c."parentCallId", q.model,
      c.voids <> '{}'::jsonb OR c.evidence IS NOT NULL AS "isAgain",
      coalesce(c.evidence->>'startedAt' = to_char(c."startedAt" AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
        false) AS "isUnobserved"
    FROM span, "CallSet" s JOIN "Call" c ON c."setId" = s.id
    LEFT JOIN "Request" q ON q."sessionId" = s."sessionId" AND q.number = s.request
    WHERE s."createdAt" < span.until AND (c."endedAt" IS NULL OR c."endedAt" >= span.since)
      ${ofSession(Prisma.sql`s."sessionId"`, query)}),
  decided AS MATERIALIZED (SELECT d."callId", d.at, d."by"->>'type' AS "byType",
      lag(d.at) OVER (PARTITION BY d."callId" ORDER BY d.at, d.id) AS before
    FROM "Decision" d JOIN called c ON c.id = d."callId")`

/** When a Call began to wait again, between two moments: only its record keeps that. */
const waitsAgain = (after: Prisma.Sql, until: Prisma.Sql) => Prisma.sql`
  (SELECT max(l.at) FROM "Link" l WHERE l.chain = c."sessionId"::text AND l.subject = c.id
    AND l.type = 'call.waiting' AND l.at >= ${after} AND l.at <= ${until})`

/**
 * A wait ends with a Decision, or with the Call, or goes on. The first one begins with the Call: where a rule decided it
 * took no time.
 */
const WAITS = ({ now }: UsageQuery) => Prisma.sql`
  wait AS MATERIALIZED (SELECT w.* FROM (
    SELECT c.id, CASE WHEN r.before IS NULL THEN c."createdAt" ELSE ${waitsAgain(Prisma.sql`r.before`, Prisma.sql`r.at`)} END
        AS began, r.at AS ended, r."byType" = 'person' AS "isDecided"
      FROM decided r JOIN called c ON c.id = r."callId"
    UNION ALL
    SELECT c.id, c.since, ${now}::timestamptz, false FROM called c WHERE c.state = 'waiting'
    UNION ALL
    SELECT c.id, c."createdAt", c."endedAt", false FROM called c
      WHERE c."endedAt" IS NOT NULL AND NOT EXISTS (SELECT 1 FROM decided r WHERE r."callId" = c.id)
    UNION ALL
    SELECT c.id, ${waitsAgain(Prisma.sql`last.at`, Prisma.sql`c."endedAt"`)}, c."endedAt", false
      FROM called c JOIN (SELECT "callId", max(at) AS at FROM decided GROUP BY 1) last ON last."callId" = c.id
      WHERE c."endedAt" IS NOT NULL AND c."isAgain") w
    WHERE w.ended > w.began)`

const msFrom = (began: Prisma.Sql, ended: Prisma.Sql) =>
  Prisma.sql`greatest(0, extract(epoch FROM ${ended} - ${began}) * 1000)::float8`

/** While a person is asked by a server, its Call does not act. What people ask for themselves they do not decide. */
const FACTS = (query: UsageQuery) => Prisma.sql`
  fact AS (
    SELECT 'request' AS kind, r."sessionId", r."runId", r.number AS request, r.model, NULL AS tool, r."startedAt" AS at,
      ${msFrom(Prisma.sql`r."startedAt"`, Prisma.sql`r."endedAt"`)} AS ms, r.usage, false AS "isDecided"
      FROM "Request" r, span WHERE r."startedAt" >= span.since AND r."startedAt" < span.until
        ${ofSession(Prisma.sql`r."sessionId"`, query)}
    UNION ALL
    SELECT 'call', ${OF_CALL}, c."createdAt", 0, NULL, false FROM called c
    UNION ALL
    SELECT 'tool', ${OF_CALL}, c."startedAt",
      greatest(0, ${msFrom(Prisma.sql`c."startedAt"`, Prisma.sql`c."endedAt"`)} - coalesce(a.ms, 0)), NULL, false
      FROM called c LEFT JOIN (SELECT q."parentCallId" AS id, sum(${msFrom(Prisma.sql`w.began`, Prisma.sql`w.ended`)}) AS ms
        FROM wait w JOIN called q ON q.id = w.id GROUP BY 1) a ON a.id = c.id
      WHERE c."startedAt" IS NOT NULL AND c."endedAt" IS NOT NULL AND NOT c."isUnobserved"
    UNION ALL
    SELECT 'wait', ${OF_CALL}, w.began, ${msFrom(Prisma.sql`w.began`, Prisma.sql`w.ended`)}, NULL, w."isDecided"
      FROM wait w JOIN called c ON c.id = w.id
    UNION ALL
    SELECT 'decision', ${OF_CALL}, r.at, 0, NULL, false FROM decided r JOIN called c ON c.id = r."callId"
      WHERE r."byType" = 'person' AND c.origin <> 'person')`

const OF_CALL = Prisma.sql`c."sessionId", c."runId", c.request, c.model, c.tool`

/** A number in what a Request used; what is none counts nothing. */
const used = (name: string) => Prisma.sql`
  CASE WHEN jsonb_typeof(usage->${name}::text) = 'number' THEN (usage->>${name}::text)::float8 END`
const sumOf = (what: Prisma.Sql) => Prisma.sql`coalesce(sum(${what}), 0)::float8`
const msOf = (kind: string) => Prisma.sql`round(${sumOf(Prisma.sql`ms) FILTER (WHERE kind = ${kind}`)})`

/** By the clock: Calls that wait side by side wait once. */
const WAITING = Prisma.sql`(SELECT round(coalesce(sum(extract(epoch FROM upper(w) - lower(w))), 0) * 1000)::float8
  FROM unnest(range_agg(tstzrange(at, at + ms * interval '1 millisecond')) FILTER (WHERE kind = 'wait')) w)`

const NUMBERS = Prisma.sql`
  count(*) FILTER (WHERE kind = 'request')::int AS requests,
  ${sumOf(used('inputTokens'))} AS "inputTokens", ${sumOf(used('cachedTokens'))} AS "cachedInputTokens",
  ${sumOf(used('outputTokens'))} AS "outputTokens", ${sumOf(used('reasoningTokens'))} AS "reasoningTokens",
  CASE WHEN count(*) FILTER (WHERE kind = 'request') = 0 THEN 0 ELSE sum(${used('cost')})::float8 END AS cost,
  count(*) FILTER (WHERE ${used('totalTokens')} > 0 AND ${used('cost')} IS NULL)::int AS "unpricedRequests",
  count(*) FILTER (WHERE kind = 'call')::int AS calls,
  ${msOf('request')} AS "modelMs", ${msOf('tool')} AS "toolMs", ${WAITING} AS "waitingMs",
  count(*) FILTER (WHERE kind = 'decision')::int AS decisions,
  round(percentile_cont(0.5) WITHIN GROUP (ORDER BY ms) FILTER (WHERE kind = 'wait' AND "isDecided")) AS "decisionMs"`

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
