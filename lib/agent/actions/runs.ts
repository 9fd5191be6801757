import { whyNotContinue } from '@/lib/domain/call/capabilities'
import { OBSTACLES } from '@/lib/domain/call/obstacle'
import { type Refusal, refuse } from '@/lib/domain/contract/problem'
import type { RunRow, Stop } from '@/lib/domain/run/run'
import type { OnceKey } from '@/lib/store/installation/idempotency-key'
import { findRun, lastEndedRun } from '@/lib/store/run/run'
import { endRun } from '../loop/end-run'
import { storeInput } from '../loop/store-input'
import type { Deps } from '../process/deps'
import { addNotice } from '../write/add-entry'
import { changeRun, queueRun } from '../write/changes'
import type { Write } from '../write/write'

/** Clears the queue, then asks the active Run and the sets by people to end. Answers with that Run's id, or null. */
export function stopSession(
  deps: Deps,
  command: { sessionId: string; by: string; once?: OnceKey | undefined },
): Promise<{ runId: string | null } | Refusal> {
  return storeInput(deps, command, async write => {
    const { items } = write.work
    write.work.removeItems(items.map(item => item.id))
    if (items.length > 0) write.emit('queue.changed', { items: [] })
    const stop: Stop = { reason: 'cancelled', by: command.by, at: write.now }
    for (const { id } of write.work.userSets.filter(set => !set.stop)) write.work.stopUserSet(id, stop)
    const [first, ...queued] = write.work.runs
    for (const { run } of queued) await drop(write, run)
    if (first) askToStop(write, first.run, command.by)
    return { runId: first?.run.id ?? null }
  })
}

/** Ends one Run: the active one by asking the loop, a queued one at once. */
export async function cancelRun(
  deps: Deps,
  { runId, once, by }: { runId: string; by: string; once?: OnceKey | undefined },
): Promise<RunRow | Refusal> {
  const stored = await findRun(deps.db, runId)
  if (!stored) return refuse('not_found', { code: 'problem.noRun' })
  return storeInput(deps, { sessionId: stored.sessionId, once }, async write => {
    const open = write.work.runs.find(({ run }) => run.id === runId)
    const run = open?.run ?? (await findRun(write.db, runId))
    if (!run) return refuse('not_found', { code: 'problem.noRun' })
    if (run.status === 'ended') return refuse('run_not_active', { code: 'problem.runEnded' })
    return run.status === 'queued' ? drop(write, run) : askToStop(write, run, by)
  })
}

function askToStop(write: Write, run: RunRow, by: string): RunRow {
  if (run.stop) return run
  const after: RunRow = { ...run, stop: { reason: 'cancelled', by, at: write.now } }
  return changeRun(write, { before: run, after })
}

async function drop(write: Write, run: RunRow): Promise<RunRow> {
  const items = write.work.items.filter(item => item.runId === run.id)
  return endRun(write, { run, calls: [], items, outcome: { stopReason: 'cancelled' } })
}

/**
 * A new Run that goes on where a limit or an error ended the last one. The model is told to go on: a
 * conversation that ends with its own words is none that every provider answers.
 */
export async function continueRun(
  deps: Deps,
  { runId, once, requests }: { runId: string; requests?: number | undefined; once?: OnceKey | undefined },
): Promise<{ runId: string } | Refusal> {
  const stored = await findRun(deps.db, runId)
  if (!stored) return refuse('not_found', { code: 'problem.noRun' })
  return storeInput(deps, { sessionId: stored.sessionId, once }, async write => {
    const run = await findRun(write.db, runId)
    if (!run) return refuse('not_found', { code: 'problem.noRun' })
    if (write.work.runs.length > 0) return refuse('session_busy', { code: 'problem.runGoesOn' })
    const obstacle = whyNotContinue(run, await lastEndedRun(write.db, run.sessionId))
    if (obstacle) return refuse('invalid_request', OBSTACLES[obstacle])
    const overrides = { ...run.overrides, ...(requests ? { maxRequests: requests } : {}) }
    const { id: continuedFrom, runContext } = run
    const next = queueRun(write, { overrides, position: 1, continuedFrom, runContext })
    addNotice(write, {
      runId: next.id,
      codedText: { code: 'notice.continued' },
      message: { role: 'user', text: 'Go on with what is left to do.', aside: true },
    })
    return { runId: next.id }
  })
}
