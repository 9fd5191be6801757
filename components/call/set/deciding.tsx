import { createContext, use } from 'react'
import type { ApiProblem } from '@/lib/client/api/fetch-api'
import type { WaitingCall } from '@/lib/domain/call/call'
import type { DecisionInput } from '@/lib/domain/call/decision-request'
import type { RiskLevel } from '@/lib/domain/call/tool'
import type { ToolChoice } from '@/lib/domain/session/session'

/** How the cards of a session decide. */
export type Deciding = {
  /** Stores decisions about Calls of one set. Gives null, or why they were not stored. */
  decide: (setId: string, decisions: DecisionInput[], holdMs?: number) => Promise<ApiProblem | null>
  /** Undoes approvals whose Calls have not started. Gives null, or why one was not undone. */
  undo: (callIds: string[]) => Promise<ApiProblem | null>
  /** Calls whose decision or undo is under way. */
  busy: ReadonlySet<string>
  /** Calls that waited here and were decided elsewhere. */
  elsewhere: ReadonlySet<string>
  /** Calls that this tab tried to undo after they had started. */
  late: ReadonlySet<string>
  tools: ToolChoice
  /** Whether the reader may decide. */
  mayDecide: boolean
}

/** The Calls that were decided in this tab, wherever on its page. */
export const ownCalls = new Set<string>()

export const isMine = (id: string): boolean => ownCalls.has(id)

/** The Calls whose approval this tab undoes. */
export const undoneCalls = new Set<string>()

/** Resolves with why the decision was not stored, or null. */
export type SendDecision = (decision: DecisionInput, risk?: RiskLevel) => Promise<ApiProblem | null>

export const NO_DECIDING: Deciding = {
  decide: async () => null,
  undo: async () => null,
  busy: new Set(),
  elsewhere: new Set(),
  late: new Set(),
  tools: { include: null, exclude: [] },
  mayDecide: false,
}

const Context = createContext<Deciding>(NO_DECIDING)

export const DecidingProvider = Context.Provider

export const useDecidingHere = (): Deciding => use(Context)

/** How long approvals of several Calls, or of one with a high risk, can be undone. */
const HOLD_MS = 5_000

/** What changes nothing needs no time in which it can be undone. */
export const holdFor = (calls: readonly Pick<WaitingCall, 'risk' | 'readOnly'>[]): number => {
  const changes = calls.filter(({ readOnly }) => !readOnly)
  const isGrave = calls.length > 1 || changes.some(({ risk }) => risk.level === 'high')
  return changes.length > 0 && isGrave ? HOLD_MS : 0
}
