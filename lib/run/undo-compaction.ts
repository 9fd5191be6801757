import type { UndoneCompaction } from '@/lib/domain/compaction'
import type { Person } from '@/lib/domain/person'
import { type Refusal, refuse } from '@/lib/domain/problem'
import { publicRun } from '@/lib/domain/run'
import { findCompaction, lastCompactions, markUndone } from '@/lib/store/compaction'
import type { OnceKey } from '@/lib/store/idempotency-key'
import { openRuns } from '@/lib/store/run'
import type { Deps } from './deps'
import { writeFact } from './fact'
import { putSize } from './store-cut'

/** The next Request sees the originals again. Of several compactions the latest goes first: it builds on the others. */
export function undoCompaction(
  deps: Deps,
  about: { sessionId: string; compactionId: string; person: Person; once?: OnceKey | undefined },
): Promise<UndoneCompaction | Refusal> {
  const { sessionId, compactionId: id, person } = about
  return writeFact(deps, about, async write => {
    const found = await findCompaction(write.tx, { id, sessionId })
    if (!found) return refuse('not_found', 'There is no such compaction.')
    if (found.undone) return refuse('invalid_request', 'This compaction is undone already.')
    const inForce = (await lastCompactions(write.tx, sessionId)).find(one => !one.undone)
    if (inForce?.id !== id)
      return refuse('invalid_request', 'A later compaction builds on this one: undo that one first.')
    const [first] = await openRuns(write.tx, sessionId)
    if (first && publicRun(first.run).compacting)
      return refuse('session_busy', 'The conversation is being compacted. Wait for it, or stop it.')
    await markUndone(write.tx, id, { by: person.id, at: write.now })
    putSize(write, found.before)
    write.emit('context.restored', { compactionId: id, size: found.before, by: person.id })
    const { before, after, method } = found
    return { compactionId: id, method, before, after, undone: true }
  })
}
