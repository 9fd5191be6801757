import { isOpen } from '@/lib/domain/call/call-state'
import { isJobOverdue } from '@/lib/domain/job'
import { dropCalls } from '@/lib/run/calls/settle'
import { NotReadable } from '@/lib/store/connection/stored'
import type { Deps } from '../process/deps'
import { reportBug } from '../write/report-bug'
import { type Write, writeSession } from '../write/write'
import { endRun } from './end-run'
import { releaseLease } from './release-lease'

/**
 * The one place where a bug ends up: the Run ends with it, as the page says in general words, sets by people
 * are dropped, and the session is set down. Where even that fails there is nothing left but the log.
 */
export async function failRun(
  deps: Deps,
  failure: { sessionId: string; epoch: number | null; error: unknown },
): Promise<void> {
  const said = tellFailure(deps, failure)
  await writeSession(deps, { sessionId: failure.sessionId }, async write => {
    if (isSomebodyElses(write, failure.epoch)) return
    const { atWork, userSets } = write.work
    const outcome = { stopReason: 'error' as const, error: said }
    if (atWork) await endRun(deps, write, { ...atWork, outcome })
    const open = userSets.flatMap(set => set.calls.filter(isOpen))
    await dropCalls(deps, write, open)
    return releaseLease(write, { wakeAt: write.now })
  }).catch(error => void reportBug(deps, 'A failed run could not be ended', { ...failure, error }))
}

/** What cannot be read is no bug, and says itself what to do; nor is what is too large. */
function tellFailure(deps: Deps, { sessionId, error }: { sessionId: string; error: unknown }): string {
  if (error instanceof NotReadable) {
    deps.log('warn', 'A run met what it cannot read', { sessionId, error: error.message })
    return error.message
  }
  if (isJobOverdue(error)) {
    deps.log('warn', 'A run met what is too large', { sessionId, error: error.message })
    return `The run met what is too large for it. ${error.message}`
  }
  return `Something broke in the server. ${reportBug(deps, 'A run failed', { sessionId, error })}`
}

/** Whoever did not come to hold the session leaves it to one who does. */
function isSomebodyElses({ row, now }: Write, epoch: number | null): boolean {
  if (epoch !== null) return row.leaseEpoch !== epoch
  return row.leaseUntil !== undefined && row.leaseUntil > now
}
