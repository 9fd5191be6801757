import { Decision } from '@/lib/domain/call/decision'
import { argumentValue } from '@/lib/text/json/json-text'
import { columnsOf } from '../connection/columns'
import { jsonText } from '../connection/database'
import type { Rows } from '../connection/rows'
import { stored } from '../connection/stored'

const read = stored(columnsOf(Decision.omit({ arguments: true, void: true })))

/** What a row says of a Decision, to be read as one, or as part of its Call. */
export const decisionRow = (row: object, reason: unknown): object => {
  const decision = read(row)
  if (!decision) return row
  const { argumentsText: text } = decision
  return {
    ...decision,
    ...(text === undefined ? {} : { arguments: argumentValue(text) }),
    ...(reason ? { void: reason } : {}),
  }
}

export function insertDecisions(
  rows: Rows,
  sessionId: string,
  decisions: { callId: string; decision: Decision }[],
): void {
  rows.insert(
    'Decision',
    decisions.map(({ callId, decision: { arguments: _, void: __, result, ...columns } }) => ({
      ...columns,
      sessionId,
      callId,
      result: jsonText(result),
    })),
  )
}
