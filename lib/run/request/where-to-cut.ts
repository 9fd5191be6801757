import { type Budget, type Cut, chooseCut, goalFor, sizeOf } from '@/lib/context/budget'
import type { CompactionReason, ContextMeter } from '@/lib/domain/run/compaction'
import type { StoredHistory } from '@/lib/store/session/compaction'
import type { SessionRow } from '@/lib/store/session/session'

/** A cut by its place among the messages of a history, and by the Events that it lies between. */
export type Placement = Cut & { why: CompactionReason; from: number; through: number; dropped: number }

/**
 * Where a history is cut for this reason; null where nothing would come of it. `context` tells how much is sent beside
 * it, and how the provider counts.
 */
export function whereToCut(
  history: StoredHistory,
  {
    why,
    session,
    window,
  }: {
    why: CompactionReason
    session: Pick<SessionRow, 'compaction' | 'meter'>
    window: number | undefined
  },
): Placement | null {
  const messages = history.messages.map(({ message }) => message)
  const settings = session.compaction
  const size = sizeOf(messages)
  const goal = goalFor(why, budgetOf({ size, settings, window }, session.meter))
  const cut = chooseCut(messages, goal, { standIns: history.placed })
  if (!cut) return null
  const start = history.placed
  const [first, last] = [history.messages[start], history.messages[cut.at - 1]]
  if (!first || !last) return null
  return { ...cut, why, from: first.seq, through: last.seq, dropped: cut.at - start }
}

/** Tokens that a model takes: as it is known, and no more than it said itself when it refused some. */
export function windowOf(
  known: number | undefined,
  { meter, model }: { meter: ContextMeter | undefined; model: string },
): number | undefined {
  const told = meter?.told?.model === model ? meter.told.window : undefined
  return told === undefined ? known : Math.min(told, known ?? told)
}

/** A conversation that the model was not asked about yet counts as the last one did. */
export const budgetOf = (
  budget: Pick<Budget, 'size' | 'settings' | 'window'>,
  context: Pick<ContextMeter, 'overhead' | 'ratio'> | undefined,
): Budget => ({ ...budget, overhead: context?.overhead ?? 0, ratio: context?.ratio ?? 1 })
