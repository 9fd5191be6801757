'use client'

import { createContext, use } from 'react'
import type { ApiProblem } from '@/lib/client/api-problem'
import type { CallSet } from '@/lib/domain/call'
import type { DecisionInput } from '@/lib/domain/decision-request'

/** What the cards of a session share. */
export type Deciding = {
  /** Stores decisions about Calls of one set. Null where they were stored, else why not. */
  decide: (set: CallSet, decisions: DecisionInput[]) => Promise<ApiProblem | null>
  /** Calls whose decision is on its way. */
  busy: ReadonlySet<string>
  /** Calls that waited here and were decided in another place. */
  elsewhere: ReadonlySet<string>
  /** Whether this tab decided a Call. */
  isMine: (callId: string) => boolean
}

const Context = createContext<Deciding>({
  decide: async () => null,
  busy: new Set(),
  elsewhere: new Set(),
  isMine: () => false,
})

export const DecidingProvider = Context.Provider

export const useDecidingHere = (): Deciding => use(Context)
