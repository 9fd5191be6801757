import { EMPTY_STATE } from '@/lib/domain/session/state'
import { type StateChange, type StateRevision, stateChanges } from '@/lib/domain/session/state-changes'
import { searchOpenConflicts, searchOverwritten } from '@/lib/domain/session/state-conflicts'
import type { Tx } from '@/lib/store/connection/database'
import { personRevisions, stateRevisions } from '@/lib/store/session/state'

/** What was changed of a State, the newest first. */
export async function listStateRevisions(
  tx: Tx,
  sessionId: string,
  page: { before: number | undefined; limit: number },
): Promise<StateRevision[]> {
  const rows = await stateRevisions(tx, sessionId, { ...page, limit: page.limit + 1 })
  const [newest] = page.before === undefined ? rows : []
  const open = newest && searchOpenConflicts(newest.state)
  const listed = rows.slice(0, page.limit).map(({ state: after, ...rest }, index) => {
    const { callId, revision } = rest
    const before = rows[index + 1]?.state ?? EMPTY_STATE
    const search = callId === undefined ? null : searchOverwritten({ revision, before, after })
    return { revision: { ...rest, changes: stateChanges(before, after) }, search }
  })
  const searches = [open, ...listed.map(({ search }) => search)].filter(search => search != null)
  if (searches.length > 0)
    // Nobody knows how far back a person set what was written over since.
    for await (const correction of personRevisions(tx, sessionId, page))
      for (const search of searches) search.add(correction)
  return listed.map(({ revision, search }, index) => ({
    ...revision,
    ...some('conflicts', search?.conflicts),
    ...some('open', index === 0 ? open?.conflicts : undefined),
  }))
}

const some = (name: 'conflicts' | 'open', changes: StateChange[] = []) =>
  changes.length > 0 ? { [name]: changes } : {}
