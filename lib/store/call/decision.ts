import * as z from 'zod'
import { Decider, type Decision, DecisionKind, SeenExtent } from '@/lib/domain/call/decision'
import { argumentValue } from '@/lib/text/json/json-text'
import { instant, optional } from '../connection/columns'
import { jsonText } from '../connection/database'
import type { Rows } from '../connection/rows'
import { stored } from '../connection/stored'

const DecisionRow = z.object({
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
  const made = decisions.map(({ callId, decision }) => {
    const { arguments: _, void: __, by, result, ...columns } = decision
    return { ...columns, sessionId, callId, by: jsonText(by), result: jsonText(result) }
  })
  rows.insert('Decision', made)
}
