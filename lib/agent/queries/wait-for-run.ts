import type { RunRow } from '@/lib/domain/run/run'
import { findRun } from '@/lib/store/run/run'
import type { Deps } from '../process/deps'
import { untilDone } from '../process/until-done'

/**
 * The Run once it has ended, or as it is when the time is over or the signal aborts; null where there is no
 * such Run. The rows tell; notes only say when to look.
 */
export async function runEnded(
  deps: Pick<Deps, 'db' | 'bus'>,
  wait: { runId: string; timeoutMs: number; signal?: AbortSignal },
): Promise<RunRow | null> {
  return untilDone(deps, wait, async () => {
    const run = await findRun(deps.db, wait.runId)
    return { value: run, awaited: run && run.status !== 'ended' ? run.sessionId : null }
  })
}
