import { whyNotContinue } from '@/lib/domain/call/capabilities'
import { OBSTACLES } from '@/lib/domain/call/obstacle'
import { type Refusal, refuse } from '@/lib/domain/contract/problem'
import { queueRun } from '@/lib/run/write/changes'
import type { OnceKey } from '@/lib/store/connection/idempotency-key'
import { findRun, lastEndedRun } from '@/lib/store/session/run'
import { storeInput } from '../loop/store-input'
import type { Deps } from '../process/deps'
import { addNotice } from '../write/add-entry'

/**
 * A new Run that goes on where a limit or an error ended the last one. The model is told to go on: a
 * conversation that ends with its own words is none that every provider answers.
 */
export async function continueRun(
  deps: Deps,
  { runId, once, requests }: { runId: string; requests?: number | undefined; once?: OnceKey | undefined },
): Promise<{ runId: string } | Refusal> {
  const found = await findRun(deps.db, runId)
  if (!found) return refuse('not_found', { code: 'problem.noRun' })
  return storeInput(deps, { sessionId: found.sessionId, once }, async write => {
    const run = await findRun(write.db, runId)
    if (!run) return refuse('not_found', { code: 'problem.noRun' })
    if (write.work.runs.length > 0) return refuse('session_busy', { code: 'problem.runGoesOn' })
    const obstacle = whyNotContinue(run, await lastEndedRun(write.db, run.sessionId))
    if (obstacle) return refuse('invalid_request', OBSTACLES[obstacle])
    const overrides = { ...run.overrides, ...(requests ? { maxRequests: requests } : {}) }
    const { id: continuedFrom, briefing } = run
    const next = queueRun(deps, write, { overrides, position: 1, continuedFrom, briefing })
    addNotice(write, {
      id: deps.newId(),
      runId: next.id,
      words: { code: 'notice.continued' },
      message: { role: 'user', text: 'Go on with what is left to do.', aside: true },
    })
    return { runId: next.id }
  })
}
