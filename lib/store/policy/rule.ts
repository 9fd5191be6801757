import * as z from 'zod'
import { isSetAside } from '@/lib/domain/call/call-state'
import { Rule } from '@/lib/domain/policy/rule'
import { columnsOf, optional } from '../connection/columns'
import type { Tx } from '../connection/database'
import { GUARD, type Rows } from '../connection/rows'
import { stored } from '../connection/stored'
import { Prisma } from '../generated/client'

const RuleRow = columnsOf(Rule.omit({ origin: true })).extend({ originCall: optional(z.string()) })

const read = stored(RuleRow)

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

/** The Rules that hold for a session: its own, and those that hold always. */
export async function rulesFor(tx: Tx, sessionId: string): Promise<Rule[]> {
  const rows = await tx.rule.findMany({
    where: { OR: [{ sessionId }, { scope: 'always' }], enabled: true },
    orderBy: { id: 'asc' },
  })
  return rows.map(toRule)
}

/** The Rules that a session has for itself, whether they hold now or not. */
export async function sessionRules(tx: Tx, sessionId: string): Promise<Rule[]> {
  const rows = await tx.rule.findMany({ where: { sessionId }, orderBy: { id: 'asc' } })
  return rows.map(toRule)
}

/** It has the number after that of the last one made. */
export function insertRule(rows: Rows, rule: Rule): void {
  const { origin, ...columns } = rule
  rows.insert('Rule', [{ ...columns, originCall: origin?.callId }])
  movePolicy(rows, rule.number)
}

/** Every change of the Rules goes with this: whoever writes a session by what it knew of them reads it again. */
export const movePolicy = (rows: Rows, rulesMade = 0): void =>
  void rows.add(
    Prisma.sql`UPDATE "Installation" i SET "policyVersion" = i."policyVersion" + 1,
      "rulesMade" = greatest(i."rulesMade", ${rulesMade}) FROM ${GUARD} WHERE i.id = 1`,
  )

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
