import { isOpen } from '@/lib/domain/call-state'
import type { Deps } from './deps'
import { dropCalls } from './drop-calls'
import { endRun } from './end-run'
import { reportBug } from './report-bug'
import { rest } from './rest'
import { transact } from './transact'
import { type Write, writeSession } from './write'

/**
 * The one place where a bug ends up: the Run ends with it, as the page says in general words, sets by people
 * are dropped, and the session is set down. Where even that fails there is nothing left but the log.
 */
export async function failRun(
  deps: Deps,
  about: { sessionId: string; epoch: number | null; error: unknown },
): Promise<void> {
  const more = reportBug(deps, 'A run failed', { sessionId: about.sessionId, error: about.error })
  await transact(deps, undefined, unit =>
    writeSession(deps, { ...unit, sessionId: about.sessionId, wants: 'work' }, async write => {
      if (isSomebodyElses(write, about.epoch)) return
      const { atWork, byPeople } = await write.work.now()
      const outcome = { stopReason: 'error' as const, error: `Something broke in the server. ${more}` }
      if (atWork) await endRun(deps, write, { ...atWork, outcome })
      const open = byPeople.flatMap(set => set.calls.filter(isOpen))
      await dropCalls(deps, write, open)
      return rest(write, { wakeAt: write.now })
    }),
  ).catch(error => void reportBug(deps, 'A failed run could not be ended', { ...about, error }))
}

/** Whoever did not come to hold the session leaves it to one who does. */
function isSomebodyElses({ row, now }: Write, epoch: number | null): boolean {
  if (epoch !== null) return row.leaseEpoch !== epoch
  return row.leaseUntil !== undefined && row.leaseUntil > now
}
