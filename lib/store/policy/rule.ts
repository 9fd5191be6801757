import * as z from 'zod'
import { isSetAside } from '@/lib/domain/call/call-state'
import { DecisionKind } from '@/lib/domain/call/decision'
import { OptionalText } from '@/lib/domain/coded-text'
import type { Instant } from '@/lib/domain/instant'
import { Rule, type RuleItem, type Verdict } from '@/lib/domain/policy/rule'
import { ruleText } from '@/lib/domain/policy/rule-text'
import { phrase } from '@/lib/messages/phrase'
import { withoutNulls } from '@/lib/text/json/json-value'
import { columnsOf, instant, optional } from '../connection/columns'
import type { Tx } from '../connection/database'
import { GUARD, type Rows } from '../connection/rows'
import type { Sql } from '../connection/sql'
import { stored } from '../connection/stored'
import { Prisma } from '../generated/client'

const read = stored(columnsOf(Rule.omit({ origin: true })).extend({ originCall: optional(z.string()) }))

/** Nobody knows what one means that cannot be read: it may forbid something, so that everything is asked about. */
export function toRule(row: { id: string }): Rule {
  const parsed = read(row)
  if (!parsed) return { ...ASKS, ...UNREAD, id: row.id }
  const { originCall, ...rest } = parsed
  const rule = { ...rest, ...(originCall ? { origin: { callId: originCall } } : {}) }
  return isSetAside(rule) ? { ...rule, ...ASKS } : rule
}

const ASKS = {
  effect: 'ask' as const,
  tool: '*',
  reads: false,
  matchers: [],
  note: 'A rule that this version cannot read',
}
const UNREAD = { number: 0, scope: 'always' as const, enabled: true, uses: 0 }

/** The Rules that hold for a session: its own, and those that hold always, which hold without one as well. */
export async function rulesFor(tx: Tx, sessionId: string | undefined): Promise<Rule[]> {
  const rows = await tx.rule.findMany({
    where: { OR: [...(sessionId ? [{ sessionId }] : []), { scope: 'always' }], enabled: true },
    orderBy: { id: 'asc' },
  })
  return rows.map(toRule)
}

/** The Rules that a session has for itself, whether they hold now or not. */
export async function sessionRules(tx: Tx, sessionId: string): Promise<Rule[]> {
  const rows = await tx.rule.findMany({ where: { sessionId }, orderBy: { id: 'asc' } })
  return rows.map(toRule)
}

/** A page of all Rules, or of those that hold for a session, the newest first. `before`: the id after which to go on. */
export async function listRules(
  tx: Tx,
  query: {
    sessionId?: string | undefined
    effect?: Verdict | undefined
    tool?: string | undefined
    before: string | undefined
    limit: number
  },
): Promise<RuleItem[]> {
  const { sessionId, effect, tool, before, limit } = query
  const rows = await tx.rule.findMany({
    where: {
      ...(sessionId && { OR: [{ sessionId }, { scope: 'always' }] }),
      ...(effect && { effect }),
      ...(tool && { tool }),
      ...(before && { id: { lt: before } }),
    },
    orderBy: { id: 'desc' },
    take: limit,
  })
  return ruleItems(tx, rows.map(toRule))
}

const DecidedCall = z.object({
  callId: z.string(),
  sessionId: z.string(),
  workspace: z.string(),
  tool: z.string(),
  argumentsText: z.string(),
  summary: z.string(),
  codedText: OptionalText,
  decided: DecisionKind,
  at: instant,
})

type DecidedQuery = { tool: string; since: Instant; before: string | undefined; limit: number }

/** A page of the Calls that a model proposed and a person decided, the newest first, by the tool or its beginning. */
export async function decidedCalls(sql: Sql, query: DecidedQuery): Promise<z.infer<typeof DecidedCall>[]> {
  const rows = await sql.$queryRaw<Record<string, unknown>[]>(decidedStatement(query))
  return rows.map(row => DecidedCall.parse(withoutNulls(row)))
}

export function decidedStatement({ tool, since, before, limit }: DecidedQuery): Prisma.Sql {
  const begins = `${tool.slice(0, -1).replace(/[\\%_]/g, '\\$&')}%`
  const named = tool.endsWith('*')
    ? Prisma.sql`c."proposedTool" LIKE ${begins}`
    : Prisma.sql`c."proposedTool" = ${tool}`
  return Prisma.sql`
    SELECT c.id AS "callId", c."sessionId", s.workspace, c."proposedTool" AS tool, c."proposedText" AS "argumentsText",
      CASE WHEN p.shown THEN coalesce(c.preview->>'summary', '') ELSE left(c."proposedText", 200) END AS summary,
      CASE WHEN p.shown THEN c.preview->'codedText' END AS "codedText", d.kind AS decided, d.at
    FROM "Call" c JOIN "Session" s ON s.id = c."sessionId"
      CROSS JOIN LATERAL (SELECT kind, at FROM "Decision" WHERE "callId" = c.id AND by->>'type' = 'person'
        ORDER BY at DESC LIMIT 1) d
      CROSS JOIN LATERAL (SELECT coalesce(c."effectiveTool" = c."proposedTool"
        AND c."effectiveText" = c."proposedText", true) AS shown) p
    WHERE ${named} AND c.dialect <> 'person' AND c.id >= ${oldestId(since)}::uuid
      AND c.id < ${before ?? LATEST_ID}::uuid
    ORDER BY c.id DESC LIMIT ${limit}`
}

/** Ids begin with the time at which they were made. */
function oldestId(since: Instant): string {
  const time = Date.parse(since).toString(16).padStart(12, '0')
  return `${time.slice(0, 8)}-${time.slice(8)}-0000-0000-000000000000`
}
const LATEST_ID = 'ffffffff-ffff-ffff-ffff-ffffffffffff'

export async function findRule(tx: Tx, id: string): Promise<Rule | null> {
  const row = await tx.rule.findUnique({ where: { id } })
  return row && toRule(row)
}

/** Rules as people see them: each as a sentence, with the session that it holds in, and that of the Call it was made from. */
export async function ruleItems(tx: Tx, rules: Rule[]): Promise<RuleItem[]> {
  const callIds = rules.flatMap(({ origin }) => origin?.callId ?? [])
  const origins = await tx.$queryRaw<{ callId: string; sessionId: string; link: string }[]>`
    SELECT c.id AS "callId", c."sessionId", '/sessions/' || c."sessionId" || coalesce('#seq-' || e.seq, '') AS link
    FROM "Call" c
      LEFT JOIN "Entry" e ON e."callId" = c.id AND e."sessionId" = c."sessionId"
    WHERE c.id = ANY(${callIds}::uuid[]) ORDER BY e.seq`
  const sessions = await tx.session.findMany({
    where: { id: { in: rules.flatMap(rule => rule.sessionId ?? []) } },
    select: { id: true, title: true },
  })
  return rules.map(rule => {
    const codedText = ruleText(rule)
    const session = sessions.find(({ id }) => id === rule.sessionId)
    const origin = origins.find(({ callId }) => callId === rule.origin?.callId)
    return {
      ...rule,
      text: phrase(codedText),
      codedText,
      ...(session && { session }),
      ...(origin && { origin }),
    }
  })
}

/** It has the number after that of the last one made. */
export function insertRule(rows: Rows, rule: Rule): void {
  const { origin, ...columns } = rule
  rows.insert('Rule', [{ ...columns, originCall: origin?.callId }])
  movePolicy(rows, rule.number)
}

export function saveRule(rows: Rows, { before, after }: { before: Rule; after: Rule }): void {
  const { origin: _, ...was } = before
  const { origin: __, ...columns } = after
  rows.change('Rule', after.id, { before: was, after: columns })
  movePolicy(rows)
}

export function removeRule(rows: Rows, id: string): void {
  rows.remove('Rule', [id])
  movePolicy(rows)
}

/** Every change of the Rules goes with this: whoever writes a session by what it knew of them reads it again. */
export function movePolicy(rows: Rows, rulesMade = 0): void {
  rows.movesPolicy = true
  rows.add(
    Prisma.sql`UPDATE "Installation" i SET "policyVersion" = i."policyVersion" + 1,
      "rulesMade" = greatest(i."rulesMade", ${rulesMade}) FROM ${GUARD} WHERE i.id = 1`,
  )
}

/**
 * Counts what the Rules let through, an id for each time. Sessions share Rules: they are updated in one order
 * everywhere, so that two sessions never wait for each other.
 */
export function countRuleUses(rows: Rows, ids: string[], at: string): void {
  if (ids.length === 0) return
  const uses = [...new Set(ids)].sort().map(id => ({ id, uses: ids.filter(other => other === id).length }))
  rows.add(Prisma.sql`
    UPDATE "Rule" r SET uses = r.uses + used.uses, "lastUsedAt" = ${at}::timestamptz
    FROM (SELECT l.id, u.uses FROM "Rule" l JOIN ${GUARD} ON true
      JOIN jsonb_to_recordset(${JSON.stringify(uses)}::jsonb) AS u(id uuid, uses int) ON u.id = l.id
      ORDER BY l.id FOR UPDATE OF l) used
    WHERE r.id = used.id`)
}
