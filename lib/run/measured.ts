import { instructionsOf, type Part } from '@/lib/context/assemble'
import { estimatedTokens, overBudget, sizeOf } from '@/lib/context/budget'
import type { CompactionReason, Measured } from '@/lib/domain/compaction'
import type { ModelMessage } from '@/lib/domain/solution'
import { type History, lastCompactions } from '@/lib/store/compaction'
import type { Deps } from './deps'
import type { Asked, TaskOf } from './task'
import { budgetOf, whereToCut } from './where-to-cut'

/** How much a Request is about to send. */
export const measured = (
  history: ModelMessage[],
  { parts, tools }: { parts: Part[]; tools: Asked['tools'] },
): Measured => ({
  ...sizeOf(history),
  overhead: estimatedTokens(
    instructionsOf(parts).length + (tools.length > 0 ? JSON.stringify(tools).length : 0),
  ),
})

/** After an undo the conversation may grow by this much before it is compacted again unasked. */
const REST = 1.5

/**
 * Why the conversation is to be compacted before this Request is sent; null where it may go as it is, as it does
 * where that would free too little, where it was just done, and for a while after a person undid it.
 */
export async function whyOver(
  deps: Deps,
  { run, session }: TaskOf<'request'>,
  { size, history, window }: { size: Measured; history: History; window: number | undefined },
): Promise<CompactionReason | null> {
  if (run.compact === 'done') return null
  const settings = session.compaction
  const context = { overhead: size.overhead, ratio: session.meter?.ratio ?? 1 }
  const over = overBudget(budgetOf({ size, settings, window }, context))
  const place =
    over &&
    whereToCut(history, { why: over.why, session: { ...session, meter: { ...size, ...context } }, window })
  return place && !(await isResting(deps, session.id, { size, why: over.why })) ? place.why : null
}

async function isResting(
  deps: Deps,
  sessionId: string,
  { size, why }: { size: Measured; why: 'messages' | 'chars' | 'tokens' },
): Promise<boolean> {
  const [last] = await lastCompactions(deps.db, sessionId)
  return last?.undone !== undefined && size[why] <= last.before[why] * REST
}
