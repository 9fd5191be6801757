import { EMPTY_STATE } from '@/lib/domain/session/state'
import { type StateRevision, stateChanges } from '@/lib/domain/session/state-changes'
import { overwritten } from '@/lib/domain/session/state-conflicts'
import type { Tx } from '@/lib/store/connection/database'
import { personRevisions, stateRevisions } from '@/lib/store/memory/state'

/** So many corrections by people are looked back at for what a Call wrote over. */
const CORRECTIONS = 20

/** What was changed of a State, the newest first. */
export async function listStateRevisions(
  tx: Tx,
  sessionId: string,
  page: { before: number | undefined; limit: number },
): Promise<StateRevision[]> {
  const found = await stateRevisions(tx, sessionId, { ...page, limit: page.limit + 1 })
  const corrections = await personRevisions(tx, sessionId, { before: page.before, limit: CORRECTIONS })
  return found.slice(0, page.limit).map(({ state, callId, ...kept }, index) => {
    const before = found[index + 1]?.state ?? EMPTY_STATE
    const changes = stateChanges(before, state)
    if (callId === undefined) return { ...kept, changes }
    const conflicts = overwritten({ revision: kept.revision, before, after: state }, corrections)
    return { ...kept, callId, changes, ...(conflicts.length > 0 ? { conflicts } : {}) }
  })
}
