import type { ModelFailure, ParsedCall, Solution } from '@/lib/domain/call/solution'
import type { Hook, HookRun } from '@/lib/domain/hooks/hook'
import type { CompactionReason, RequestSize } from '@/lib/domain/run/compaction'
import type { RunRow } from '@/lib/domain/run/run'
import type { Dialect } from '@/lib/domain/session/session'
import type { PromptPart } from '@/lib/prompt/assemble'
import type { SessionRow } from '@/lib/store/session/session'
import type { Proposal } from '../calls/store-calls'
import type { ParseIssue } from './reply-reader'

/** The model is to be asked; that it is, is stored. */
export type RequestTask = { do: 'request'; session: SessionRow; run: RunRow; hooks: readonly Hook[] }

/** What came of asking the model. */
export type RequestOutcome = ReplyOutcome | FailureOutcome | OverBudgetOutcome | HookReplyOutcome

/**
 * A Request that was answered. `issues`: what in the reply looked like a Call and was none, or was missing;
 * `observation` is what the model is told of them.
 */
export type ReplyOutcome = {
  kind: 'answered'
  request: SentRequest
  solution: Solution
  issues: ParseIssue[]
  observation: string | null
  dropped: ParsedCall[]
  proposals: Proposal[]
}

/** `message`: the failure in words for people. */
export type FailureOutcome = { kind: 'failed'; request: SentRequest; failure: ModelFailure; message: string }

/** A Request that was not sent: the conversation is to be compacted before. */
export type OverBudgetOutcome = Unsent & { kind: 'over_budget'; why: CompactionReason }

/** A hook answered in the model's place; null where nothing is to be said. */
type HookReplyOutcome = Unsent & { kind: 'hook_reply'; text: string | null }
type Unsent = { runId: string; number: number; hookRuns: HookRun[] }

/** A Request as it was sent. `tools`: as the provider was given them; `toolsText`: that as JSON. */
export type SentRequest = {
  run: RunRow
  number: number
  model: string
  dialect: Dialect
  purpose: 'loop' | 'cap_summary' | 'compaction'
  parts: PromptPart[]
  /** What the Run is told as long as it lasts, where this is the first Request that tells it. */
  newRunContext: NewRunContext | null
  tools: { name: string; description: string; schema: Record<string, unknown> }[]
  toolsText: string
  replySchema?: Record<string, unknown> | undefined
  /** How much that is; null where it is not the conversation. */
  size: RequestSize | null
  /** Each message as the JSON text that the record keeps. */
  messages: string[]
  failures: number
  attempts: number
  startedAt: string
  hookRuns: HookRun[]
  firstTokenAt: string | null
}

/** What a Run is told from now on, before all that is said. */
export type NewRunContext = {
  parts: (PromptPart & { hash: string })[]
  skills: { name: string; hash: string; text: string }[]
  /** The model that a hook chose for it. */
  model?: string | undefined
}
