import { isExecuting } from '@/lib/domain/call/call-state'
import type { RunRow } from '@/lib/domain/run/run'
import { findRun } from '@/lib/store/run/run'
import { readSession } from '@/lib/store/session/session-work'
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

/** Waits until nothing runs that a person asked for. */
export async function setsEnded(
  deps: Pick<Deps, 'sql' | 'bus'>,
  wait: { sessionId: string; timeoutMs: number },
): Promise<void> {
  const { sessionId } = wait
  await untilDone(deps, wait, async () => {
    const session = await readSession(deps.sql, sessionId)
    const isRunning = session?.work.userSets.some(set => set.calls.some(isExecuting))
    return { value: null, awaited: isRunning ? sessionId : null }
  })
}
