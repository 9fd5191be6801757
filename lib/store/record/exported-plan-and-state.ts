import type { PlanRevision } from '@/lib/domain/session/plan'
import type { Tx } from '../connection/database'
import { planRevisions } from '../memory/plan'
import { type KeptState, stateRevisions } from '../memory/state'

/** Revisions that are read at a time; each may hold a hundred thousand bytes. */
const PAGE = 20

type Read<T> = (
  tx: Tx,
  sessionId: string,
  page: { before: number | undefined; limit: number },
) => Promise<T[]>

const exported = <T extends { revision: number }>(read: Read<T>) =>
  async function* (tx: Tx, sessionId: string): AsyncGenerator<T> {
    let before: number | undefined
    for (;;) {
      const found = await read(tx, sessionId, { before, limit: PAGE })
      yield* found
      if (found.length < PAGE) return
      before = found.at(-1)?.revision
    }
  }

/** The Plan of a session and its State, every revision whole, the newest first. */
export const exportedPlans = exported<PlanRevision>(planRevisions)
export const exportedStates = exported<KeptState>(stateRevisions)
