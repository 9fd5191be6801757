import { type Budget, type Cut, chooseCut, goalFor, sizeOf } from '@/lib/context/budget'
import type { CompactionReason, ContextMeter } from '@/lib/domain/compaction'
import type { History } from '@/lib/store/compaction'
import type { SessionRow } from '@/lib/store/session'

/** A cut by its place among the messages of a history, and by the Events that it lies between. */
export type Placement = Cut & { why: CompactionReason; from: number; through: number; dropped: number }

/**
 * Where a history is cut for this reason; null where nothing would come of it. `context` tells how much is sent beside
 * it, and how the provider counts.
 */
export function whereToCut(
  history: History,
  given: {
    why: CompactionReason
    session: Pick<SessionRow, 'compaction' | 'meter'>
    window: number | undefined
  },
): Placement | null {
  const { why, session, window } = given
  const messages = history.messages.map(({ message }) => message)
  const settings = session.compaction
  const size = sizeOf(messages)
  const goal = goalFor(why, budgetOf({ size, settings, window }, session.meter))
  const cut = chooseCut(messages, goal, { placed: history.placed })
  if (!cut) return null
  const start = history.placed
  const [first, last] = [history.messages[start], history.messages[cut.at - 1]]
  if (!first || !last) return null
  return { ...cut, why, from: first.seq, through: last.seq, dropped: cut.at - start }
}

/** A conversation that the model was not asked about yet counts as the last one did. */
export const budgetOf = (
  given: Pick<Budget, 'size' | 'settings' | 'window'>,
  context: Pick<ContextMeter, 'overhead' | 'ratio'> | undefined,
): Budget => ({ ...given, overhead: context?.overhead ?? 0, ratio: context?.ratio ?? 1 })
