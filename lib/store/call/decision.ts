import * as z from 'zod'
import { Decider, type Decision, DecisionKind, SeenExtent } from '@/lib/domain/call/decision'
import { argumentValue } from '@/lib/json/json-text'
import { instant, optional, orNull } from '../connection/columns'
import { jsonText } from '../connection/database'
import type { Rows } from '../connection/rows'
import { stored } from '../connection/stored'

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
  seen: optional(SeenExtent),
})

/** What a row says of a Decision, to be read as one, or as part of its Call. */
export const decisionRow = (row: object, reason: unknown): object => {
  const found = read(row)
  if (!found) return row
  const { argumentsText: text } = found
  return {
    ...found,
    ...(text === undefined ? {} : { arguments: argumentValue(text) }),
    ...(reason ? { void: reason } : {}),
  }
}

const read = stored(DecisionRow)

export function insertDecisions(
  rows: Rows,
  sessionId: string,
  decisions: { callId: string; decision: Decision }[],
): void {
  const made = decisions.map(({ callId, decision }) => ({
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
    seen: orNull(decision.seen),
  }))
  rows.insert('Decision', made)
}
