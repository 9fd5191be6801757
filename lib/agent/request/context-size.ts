import type { ModelMessage } from '@/lib/domain/call/solution'
import type { CompactionReason, ContextMeter, RequestSize } from '@/lib/domain/run/compaction'
import { instructionsOf } from '@/lib/prompt/assemble'
import {
  type Budget,
  type Cut,
  chooseCut,
  estimatedTokens,
  goalFor,
  overBudget,
  ratioOf,
  sizeOf,
} from '@/lib/prompt/budget'
import { lastCompactions, type StoredHistory } from '@/lib/store/run/compaction'
import type { SessionRow } from '@/lib/store/session/session'
import type { Deps } from '../process/deps'
import type { RequestTask, SentRequest } from './request-task'

/** How much a Request is about to send. */
export const contextSize = (
  history: ModelMessage[],
  { parts, tools, toolsText }: Pick<SentRequest, 'parts' | 'tools' | 'toolsText'>,
): RequestSize => ({
  ...sizeOf(history),
  overhead: estimatedTokens(instructionsOf(parts).length + (tools.length > 0 ? toolsText.length : 0)),
})

/**
 * What was sent, by how the provider counted it, and the window that it named where it refused it as too long. `cached`: how
 * many of the tokens the provider had read before; `window`: how many it takes.
 */
export function meterOf(
  before: ContextMeter | undefined,
  counted: { request: SentRequest; tokens: number; cached?: number; window?: number },
): ContextMeter | null {
  const { request, tokens, cached, window } = counted
  const { size, model } = request
  if (!size) return null
  const input =
    cached === undefined || tokens === 0 ? undefined : { cached, fresh: Math.max(0, tokens - cached) }
  return {
    ...size,
    ratio: ratioOf(tokens, size.tokens + size.overhead, before?.ratio),
    ...(input && { input }),
    reported: window === undefined ? before?.reported : { model, window },
  }
}

/** After an undo the conversation may grow by this much before it is compacted again unasked. */
const REST = 1.5

/**
 * Why the conversation is to be compacted before this Request is sent; null where it may go as it is, as it does
 * where that would free too little, where it was just done, and for a while after a person undid it.
 */
export async function whyOver(
  deps: Deps,
  { run, session }: RequestTask,
  sent: { size: RequestSize; history: StoredHistory; window: number | undefined },
): Promise<CompactionReason | null> {
  const { size, history } = sent
  if (run.compact === 'done') return null
  const settings = session.compaction
  const window = windowOf(sent.window, { meter: session.meter, model: run.overrides.model ?? session.model })
  const context = { overhead: size.overhead, ratio: session.meter?.ratio ?? 1 }
  const over = overBudget(budgetOf({ size, settings, window }, context))
  const limit =
    over &&
    whereToCut(history, { why: over.why, session: { ...session, meter: { ...size, ...context } }, window })
  if (!limit) return null
  const [last] = await lastCompactions(deps.sql, session.id)
  const isResting = last?.undone !== undefined && size[over.why] <= last.before[over.why] * REST
  return isResting ? null : limit.why
}

/** A cut by its place among the messages of a history, and by the Events that it lies between. */
export type Placement = Cut & { why: CompactionReason; from: number; through: number; dropped: number }

/**
 * Where a history is cut for this reason; null where nothing would come of it. `context` tells how much is sent beside
 * it, and how the provider counts.
 */
export function whereToCut(
  history: StoredHistory,
  cutting: {
    why: CompactionReason
    session: Pick<SessionRow, 'compaction' | 'meter'>
    window: number | undefined
  },
): Placement | null {
  const { why, session, window } = cutting
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
  modelWindow: number | undefined,
  { meter, model }: { meter: ContextMeter | undefined; model: string },
): number | undefined {
  const reported = meter?.reported?.model === model ? meter.reported.window : undefined
  return reported === undefined ? modelWindow : Math.min(reported, modelWindow ?? reported)
}

/** A conversation that the model was not asked about yet counts as the last one did. */
const budgetOf = (
  budget: Pick<Budget, 'size' | 'settings' | 'window'>,
  context: Pick<ContextMeter, 'overhead' | 'ratio'> | undefined,
): Budget => ({ ...budget, overhead: context?.overhead ?? 0, ratio: context?.ratio ?? 1 })
