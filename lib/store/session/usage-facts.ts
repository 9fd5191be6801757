import { Prisma } from '../generated/client'

/** Which sessions: a condition on a column that names one. */
type SessionCondition = (column: Prisma.Sql) => Prisma.Sql

/**
 * Common tables up to `fact`: every row of it has the moment at which it began, between `since` and `until` of `span`. A
 * Request that ended, a Call, an Activity that ended, a wait that ended, a Decision.
 */
export const factsOf = (inScope: SessionCondition): Prisma.Sql =>
  Prisma.sql`${CALLS(inScope)}, ${WAITS}, ${FACTS(inScope)}`

/**
 * Calls of which something may have begun in that time, with the model that asked for them, and their Decisions in order.
 * For how long one acted is not known where its end was not observed (`isUnobserved`).
 */
const CALLS = (inScope: SessionCondition) => Prisma.sql`
  called AS MATERIALIZED (SELECT c.id, c."sessionId", s."runId", s.request, s.origin, c.tool, s."createdAt",
      c."startedAt", c."endedAt", c."parentCallId", q.model,
      c.voids <> '{}'::jsonb OR c.evidence IS NOT NULL AS "isAgain",
      coalesce(c.evidence->>'startedAt' = to_char(c."startedAt" AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
        false) AS "isUnobserved"
    FROM span, "CallSet" s JOIN "Call" c ON c."setId" = s.id
    LEFT JOIN "Request" q ON q."sessionId" = s."sessionId" AND q.number = s.request
    WHERE s."createdAt" < span.until AND (c."endedAt" IS NULL OR c."endedAt" >= span.since)
      AND ${inScope(Prisma.sql`s."sessionId"`)}),
  decided AS MATERIALIZED (SELECT d."callId", d.at, d."by"->>'type' AS "byType",
      lag(d.at) OVER (PARTITION BY d."callId" ORDER BY d.at, d.id) AS before
    FROM "Decision" d JOIN called c ON c.id = d."callId")`

/** When a Call began to wait again, between two moments: only its record keeps that. */
const waitsAgain = (after: Prisma.Sql, until: Prisma.Sql) => Prisma.sql`
  (SELECT max(l.at) FROM "Link" l WHERE l.chain = c."sessionId"::text AND l.subject = c.id
    AND l.type = 'call.waiting' AND l.at >= ${after} AND l.at <= ${until})`

/** A wait ends with a Decision, or with the Call. The first one begins with the Call: where a rule decided it took no time. */
const WAITS = Prisma.sql`
  wait AS MATERIALIZED (SELECT w.* FROM (
    SELECT c.id, CASE WHEN r.before IS NULL THEN c."createdAt" ELSE ${waitsAgain(Prisma.sql`r.before`, Prisma.sql`r.at`)} END
        AS began, r.at AS ended, r."byType" = 'person' AS "isDecided"
      FROM decided r JOIN called c ON c.id = r."callId"
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

const OF_CALL = Prisma.sql`c."sessionId", c."runId", c.request, c.model, c.tool`

/** While a person is asked by a server, its Call does not act. What people ask for themselves they do not decide. */
const FACTS = (inScope: SessionCondition) => Prisma.sql`
  fact AS (SELECT f.* FROM span, (
    SELECT 'request' AS kind, r."sessionId", r."runId", r.number AS request, r.model, NULL AS tool, r."startedAt" AS at,
      ${msFrom(Prisma.sql`r."startedAt"`, Prisma.sql`r."endedAt"`)} AS ms, r.usage, false AS "isDecided"
      FROM "Request" r WHERE ${inScope(Prisma.sql`r."sessionId"`)}
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
      WHERE r."byType" = 'person' AND c.origin <> 'person') f
    WHERE f.at >= span.since AND f.at < span.until)`

/** A wait that goes on, as rows of `fact`: how long it is depends on when one asks. */
export const openWaits = (inScope: SessionCondition, now: string): Prisma.Sql => Prisma.sql`
  SELECT 'wait' AS kind, c."sessionId", s."runId", s.request, q.model, c.tool, c.since AS at,
    ${msFrom(Prisma.sql`c.since`, Prisma.sql`${now}::timestamptz`)} AS ms, NULL::jsonb AS usage, false AS "isDecided"
  FROM span, "Call" c JOIN "CallSet" s ON s.id = c."setId"
  LEFT JOIN "Request" q ON q."sessionId" = s."sessionId" AND q.number = s.request
  WHERE c."endedAt" IS NULL AND c.state = 'waiting' AND c.since >= span.since AND c.since < span.until
    AND ${inScope(Prisma.sql`c."sessionId"`)}`

/** A number in what a Request used; what is none counts nothing. */
const used = (name: string) => Prisma.sql`
  CASE WHEN jsonb_typeof(usage->${name}::text) = 'number' THEN (usage->>${name}::text)::float8 END`
const sumOf = (what: Prisma.Sql) => Prisma.sql`coalesce(sum(${what}), 0)::float8`
const msOf = (kind: string) => Prisma.sql`${sumOf(Prisma.sql`ms) FILTER (WHERE kind = ${kind}`)}`

/** The columns of `SUMS`, in its order. */
export const SUM_COLUMNS = Prisma.raw(
  `requests, "inputTokens", "cachedInputTokens", "outputTokens", "reasoningTokens", cost, "unpricedRequests", calls,
   "modelMs", "toolMs", decisions, waits, "decisionMs"`,
)

/**
 * What rows of `fact` sum up to. Sums of sums are right too: of waits they hold the times themselves, since those that
 * lie side by side count once, and of people's Decisions how long each took.
 */
export const SUMS = Prisma.sql`
  count(*) FILTER (WHERE kind = 'request')::int AS requests,
  ${sumOf(used('inputTokens'))} AS "inputTokens", ${sumOf(used('cachedTokens'))} AS "cachedInputTokens",
  ${sumOf(used('outputTokens'))} AS "outputTokens", ${sumOf(used('reasoningTokens'))} AS "reasoningTokens",
  sum(${used('cost')})::float8 AS cost,
  count(*) FILTER (WHERE ${used('totalTokens')} > 0 AND ${used('cost')} IS NULL)::int AS "unpricedRequests",
  count(*) FILTER (WHERE kind = 'call')::int AS calls,
  ${msOf('request')} AS "modelMs", ${msOf('tool')} AS "toolMs",
  count(*) FILTER (WHERE kind = 'decision')::int AS decisions,
  range_agg(tstzrange(at, at + ms * interval '1 millisecond')) FILTER (WHERE kind = 'wait')::text AS waits,
  array_agg(ms) FILTER (WHERE kind = 'wait' AND "isDecided") AS "decisionMs"`

/** The quarter of an hour in which a fact began: the days of all time zones are made of them. */
export const QUARTER = Prisma.sql`date_bin('15 minutes', at, 'epoch'::timestamptz)`
