import { whyNotContinue } from '@/lib/domain/capabilities'
import { type Refusal, refuse } from '@/lib/domain/problem'
import type { OnceKey } from '@/lib/store/idempotency-key'
import { findRun, lastEndedRun, openRuns } from '@/lib/store/run'
import type { Deps } from './deps'
import { writeFact } from './fact'
import { queueRun } from './queue-run'
import { addNotice } from './transcript'

/**
 * A new Run that goes on where a limit or an error ended the last one. The model is told to go on: a
 * conversation that ends with its own words is none that every provider answers.
 */
export async function continueRun(
  deps: Deps,
  about: { runId: string; requests?: number | undefined; once?: OnceKey | undefined },
): Promise<{ runId: string } | Refusal> {
  const found = await findRun(deps.db, about.runId)
  if (!found) return refuse('not_found', 'There is no such run.')
  return writeFact(deps, { sessionId: found.sessionId, once: about.once }, async write => {
    const run = await findRun(write.tx, about.runId)
    if (!run) return refuse('not_found', 'There is no such run.')
    if ((await openRuns(write.tx, run.sessionId)).length > 0)
      return refuse('session_busy', 'The session has a run that has not ended. Wait for it, or stop it.')
    const obstacle = whyNotContinue(run, await lastEndedRun(write.tx, run.sessionId))
    if (obstacle) return refuse('invalid_request', obstacle)
    const overrides = { ...run.overrides, ...(about.requests ? { maxRequests: about.requests } : {}) }
    const { id: continuedFrom, briefing } = run
    const next = await queueRun(deps, write, { overrides, position: 1, continuedFrom, briefing })
    await addNotice(write, {
      id: deps.newId(),
      runId: next.id,
      text: 'Continued.',
      message: { role: 'user', text: 'Go on with what is left to do.', aside: true },
    })
    return { runId: next.id }
  })
}
