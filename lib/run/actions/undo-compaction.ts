import type { Person } from '@/lib/domain/contract/person'
import { type Refusal, refuse } from '@/lib/domain/contract/problem'
import type { UndoneCompaction } from '@/lib/domain/run/compaction'
import { publicRun } from '@/lib/domain/run/run'
import type { OnceKey } from '@/lib/store/connection/idempotency-key'
import { findCompaction, lastCompactions, markUndone } from '@/lib/store/session/compaction'
import { putSize } from '../compaction/store-cut'
import { storeInput } from '../loop/store-input'
import type { Deps } from '../process/deps'

/** The next Request sees the originals again. Of several compactions the latest goes first: it builds on the others. */
export function undoCompaction(
  deps: Deps,
  command: { sessionId: string; compactionId: string; person: Person; once?: OnceKey | undefined },
): Promise<UndoneCompaction | Refusal> {
  const { sessionId, compactionId: id, person } = command
  return storeInput(deps, command, async write => {
    const found = await findCompaction(write.db, { id, sessionId })
    if (!found) return refuse('not_found', 'There is no such compaction.')
    if (found.undone) return refuse('invalid_request', 'This compaction is undone already.')
    const inForce = (await lastCompactions(write.db, sessionId)).find(one => !one.undone)
    if (inForce?.id !== id)
      return refuse('invalid_request', 'A later compaction builds on this one: undo that one first.')
    const [first] = write.work.runs
    if (first && publicRun(first.run).compacting)
      return refuse('session_busy', 'The conversation is being compacted. Wait for it, or stop it.')
    markUndone(write.rows, id, { by: person.id, at: write.now })
    putSize(write, found.before)
    write.emit('context.restored', { compactionId: id, size: found.before, by: person.id })
    const { before, after, method } = found
    return { compactionId: id, method, before, after, undone: true }
  })
}
