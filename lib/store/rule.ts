import * as z from 'zod'
import { Matcher, Rule, Verdict } from '@/lib/domain/rule'
import { dateOrNull, instant, optional, orNull } from './columns'
import { jsonValue, type Tx } from './database'

const RuleRow = z.object({
  id: z.string(),
  effect: Verdict,
  tool: z.string(),
  reads: z.boolean(),
  matchers: z.array(Matcher),
  scope: z.enum(['session', 'always']),
  sessionId: optional(z.string()),
  expiresAt: optional(instant),
  enabled: z.boolean(),
  note: optional(z.string()),
  originCall: optional(z.string()),
  uses: z.int(),
  lastUsedAt: optional(instant),
})

export function toRule(row: unknown): Rule {
  const { originCall, ...rest } = RuleRow.parse(row)
  return Rule.parse({ ...rest, ...(originCall ? { origin: { callId: originCall } } : {}) })
}

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

export async function insertRule(tx: Tx, rule: Rule, createdAt: string): Promise<void> {
  const { origin, ...columns } = rule
  await tx.rule.create({
    data: {
      ...columns,
      matchers: jsonValue(rule.matchers),
      sessionId: orNull(rule.sessionId),
      expiresAt: dateOrNull(rule.expiresAt),
      note: orNull(rule.note),
      originCall: orNull(origin?.callId),
      lastUsedAt: dateOrNull(rule.lastUsedAt),
      createdAt: new Date(createdAt),
    },
  })
}

/**
 * Counts what the Rules let through, an id for each time. Sessions share Rules: they are updated in one order
 * everywhere, so that two sessions never wait for each other.
 */
export async function countRuleUses(tx: Tx, ids: string[], at: string): Promise<void> {
  for (const id of [...new Set(ids)].sort()) {
    const increment = ids.filter(other => other === id).length
    await tx.rule.updateMany({ where: { id }, data: { uses: { increment }, lastUsedAt: new Date(at) } })
  }
}
