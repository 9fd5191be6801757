import type { Part } from '@/lib/context/assemble'
import type { Call, ExecutingCall, Result, WaitingReason } from '@/lib/domain/call'
import type { CompactionReason, Measured } from '@/lib/domain/compaction'
import type { Limits } from '@/lib/domain/limits'
import type { RunRow } from '@/lib/domain/run'
import type { Dialect } from '@/lib/domain/session'
import type { ModelFailure, SaidCall, Solution } from '@/lib/domain/solution'
import type { History } from '@/lib/store/compaction'
import type { Content } from '@/lib/store/content'
import type { SessionRow } from '@/lib/store/session'
import type { Noted } from '@/lib/tools/define-tool'
import type { Assessment } from './assess'
import type { Briefed } from './briefed'
import type { HeardIssue } from './hearing'
import type { Proposal } from './propose'
import type { Placement } from './where-to-cut'

/** What is to be done outside of any transaction, for the session as it was. Its beginning is stored. */
export type Task = { session: SessionRow } & (
  | { do: 'request'; run: RunRow }
  | { do: 'perform'; call: ExecutingCall; limits: Limits }
  | { do: 'reassess'; call: Call; why: WaitingReason }
)

export type TaskOf<T extends Task['do']> = Extract<Task, { do: T }>

/** What came of a Task. It is stored, then the loop looks again. */
export type Happening =
  | Answered
  | { kind: 'failed'; asked: Asked; failure: ModelFailure; shown: string }
  | { kind: 'over_budget'; runId: string; number: number; why: CompactionReason }
  | { kind: 'not_compacted'; runId: string; number: number }
  | Summarised
  | { kind: 'performed'; callId: string; result: Result; contents: Content[]; noted?: Noted | undefined }
  | { kind: 'reassessed'; callId: string; why: WaitingReason; assessment: Assessment }

/**
 * A Request that was answered. `issues`: what in the reply looked like a Call and was none, or was missing;
 * `observation` is what the model is told of them.
 */
export type Answered = {
  kind: 'answered'
  asked: Asked
  solution: Solution
  issues: HeardIssue[]
  observation: string | null
  dropped: SaidCall[]
  proposals: Proposal[]
}

/** A summary of the messages that lie before a place. */
export type Summarised = {
  kind: 'summarised'
  asked: Asked
  solution: Solution
  summary: string
  history: History
  place: Placement
}

/** A Request as it was sent. `tools`: as the provider was given them. */
export type Asked = {
  run: RunRow
  number: number
  model: string
  dialect: Dialect
  purpose: 'loop' | 'cap_summary' | 'compaction'
  parts: Part[]
  /** What the Run is told as long as it lasts, where this is the first Request that tells it. */
  briefed: Briefed | null
  tools: { name: string; description: string; schema: Record<string, unknown> }[]
  /** What the provider holds the reply to, where it does. */
  replySchema?: Record<string, unknown> | undefined
  /** How much that is; null where it is not the conversation. */
  size: Measured | null
  /** Each message as the JSON text that the record keeps. */
  messages: string[]
  failures: number
  attempts: number
  startedAt: string
  firstTokenAt: string | null
}
