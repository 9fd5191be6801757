import { EMPTY_STATE } from '@/lib/domain/state'
import { type StateRevision, stateChanges } from '@/lib/domain/state-changes'
import type { Tx } from '@/lib/store/database'
import { stateRevisions } from '@/lib/store/state'

/** What was changed of a State, the newest first. */
export async function listStateRevisions(
  tx: Tx,
  sessionId: string,
  page: { before: number | undefined; limit: number },
): Promise<StateRevision[]> {
  const found = await stateRevisions(tx, sessionId, { ...page, limit: page.limit + 1 })
  return found.slice(0, page.limit).map(({ state, callId, ...kept }, index) => ({
    ...kept,
    ...(callId === undefined ? {} : { callId }),
    changes: stateChanges(found[index + 1]?.state ?? EMPTY_STATE, state),
  }))
}
