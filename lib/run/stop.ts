import { type Refusal, refuse } from '@/lib/domain/problem'
import type { RunRow } from '@/lib/domain/run'
import { stopPersonSets } from '@/lib/store/call'
import type { OnceKey } from '@/lib/store/idempotency-key'
import { queueOf, removeQueueItems } from '@/lib/store/queue-item'
import { findRun, openRuns } from '@/lib/store/run'
import { changeRun } from './change-run'
import type { Deps } from './deps'
import { endRun } from './end-run'
import { writeFact } from './fact'
import type { Write } from './write'

/** Clears the queue, then asks the active Run and the sets by people to end. Answers with that Run's id, or null. */
export function stopSession(
  deps: Deps,
  about: { sessionId: string; by: string; once?: OnceKey | undefined },
): Promise<{ runId: string | null } | Refusal> {
  return writeFact(deps, about, async write => {
    const items = await queueOf(write.tx, about.sessionId)
    await removeQueueItems(
      write.tx,
      items.map(item => item.id),
    )
    if (items.length > 0) write.emit('queue.changed', { items: [] })
    await stopPersonSets(write.tx, about.sessionId, { reason: 'cancelled', by: about.by, at: write.now })
    const [first, ...queued] = await openRuns(write.tx, about.sessionId)
    for (const { run } of queued) await drop(deps, write, run)
    if (first) await askToStop(write, first.run, about.by)
    return { runId: first?.run.id ?? null }
  })
}

/** Ends one Run: the active one by asking the loop, a queued one at once. */
export async function cancelRun(
  deps: Deps,
  about: { runId: string; by: string; once?: OnceKey | undefined },
): Promise<RunRow | Refusal> {
  const found = await findRun(deps.db, about.runId)
  if (!found) return refuse('not_found', 'There is no such run.')
  return writeFact(deps, { sessionId: found.sessionId, once: about.once }, async write => {
    const run = await findRun(write.tx, about.runId)
    if (!run) return refuse('not_found', 'There is no such run.')
    if (run.status === 'ended') return refuse('run_not_active', `This run has ended: ${run.stopReason}.`)
    return run.status === 'queued' ? drop(deps, write, run) : askToStop(write, run, about.by)
  })
}

async function askToStop(write: Write, run: RunRow, by: string): Promise<RunRow> {
  if (run.stop) return run
  const after: RunRow = { ...run, stop: { reason: 'cancelled', by, at: write.now } }
  return changeRun(write, { before: run, after })
}

/** A Run that has not started ends with its messages. */
async function drop(deps: Deps, write: Write, run: RunRow): Promise<RunRow> {
  const items = (await queueOf(write.tx, write.row.id)).filter(item => item.runId === run.id)
  return endRun(deps, write, { run, calls: [], items, outcome: { stopReason: 'cancelled' } })
}
