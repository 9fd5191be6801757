import * as z from 'zod'
import { Decider, Decision, DecisionKind, type Void } from '@/lib/domain/decision'
import { put } from './batch'
import { instant, optional, orNull } from './columns'
import { jsonText, type Tx } from './database'

export const DecisionRow = z.object({
  id: z.string(),
  kind: DecisionKind,
  by: Decider,
  at: instant,
  digest: z.string(),
  effectiveDigest: optional(z.string()),
  tool: optional(z.string()),
  argumentsText: optional(z.string()),
  reason: optional(z.string()),
  result: optional(z.unknown()),
})

/** What a row says of a Decision, to be parsed as one, or as part of its Call. */
export const decisionOf = (row: z.infer<typeof DecisionRow>, reason: Void | undefined): object => ({
  ...row,
  ...(row.argumentsText === undefined ? {} : { arguments: JSON.parse(row.argumentsText) }),
  ...(reason ? { void: reason } : {}),
})

export const toDecision = (row: z.infer<typeof DecisionRow>, reason: Void | undefined): Decision =>
  Decision.parse(decisionOf(row, reason))

export async function insertDecisions(
  tx: Tx,
  sessionId: string,
  decisions: { callId: string; decision: Decision }[],
): Promise<void> {
  if (decisions.length === 0) return
  const rows = decisions.map(({ callId, decision }) => ({
    id: decision.id,
    sessionId,
    callId,
    kind: decision.kind,
    by: jsonText(decision.by),
    at: decision.at,
    digest: decision.digest,
    effectiveDigest: orNull(decision.effectiveDigest),
    tool: orNull(decision.tool),
    argumentsText: orNull(decision.argumentsText),
    reason: orNull(decision.reason),
    result: jsonText(decision.result),
  }))
  await put(tx, { insert: 'Decision', rows })
}
