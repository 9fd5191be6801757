'use client'

import { createContext, use } from 'react'
import type { ApiProblem } from '@/lib/client/api-problem'
import type { DecisionInput } from '@/lib/domain/decision-request'
import type { ToolChoice } from '@/lib/domain/session'

/** What the cards of a session share. */
export type Deciding = {
  /** Stores decisions about Calls of one set. Null where they were stored, else why not. */
  decide: (setId: string, decisions: DecisionInput[], holdMs?: number) => Promise<ApiProblem | null>
  /** Takes approvals back whose Calls have not started. Null where all were, else why not. */
  undo: (callIds: string[]) => Promise<ApiProblem | null>
  /** Calls whose decision, or the taking back of it, is on its way. */
  busy: ReadonlySet<string>
  /** Calls that waited here and were decided in another place. */
  elsewhere: ReadonlySet<string>
  /** Calls that this tab wanted to take back when they had started. */
  late: ReadonlySet<string>
  /** Whether this tab decided a Call. */
  isMine: (callId: string) => boolean
  /** Whether a Call waits again since this tab took its approval back; true once. */
  isBack: (callId: string) => boolean
  /** The Tools of the session. */
  tools: ToolChoice
  /** Whether whoever looks at this may rule about it. */
  mayDecide: boolean
}

/** Where nothing can be decided. */
export const NO_DECIDING: Deciding = {
  decide: async () => null,
  undo: async () => null,
  busy: new Set(),
  elsewhere: new Set(),
  late: new Set(),
  isMine: () => false,
  isBack: () => false,
  tools: { include: null, exclude: [] },
  mayDecide: false,
}

const Context = createContext<Deciding>(NO_DECIDING)

export const DecidingProvider = Context.Provider

export const useDecidingHere = (): Deciding => use(Context)
