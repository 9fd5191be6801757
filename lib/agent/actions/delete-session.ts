import { isExecuting, isOpen } from '@/lib/domain/call/call-state'
import { Refusal, refuse } from '@/lib/domain/contract/problem'
import { removeSession } from '@/lib/store/session/session'
import { readSession } from '@/lib/store/session/session-work'
import { dropCalls } from '../calls/settle'
import { endRun } from '../loop/end-run'
import type { Deps } from '../process/deps'
import { untilDone } from '../process/until-done'
import { runEnded } from '../queries/wait-for-run'
import { tellHooks } from '../write/ask-hooks'
import { nextInstallationLink } from '../write/installation-chain'
import { transact } from '../write/transaction'
import { writeSession } from '../write/write'
import { stopSession } from './runs'

/** How long deletion waits for an end to be written down, once everything that runs has ended or was given up. */
const WRITE_MS = 3_000

/**
 * Stop, then purge. What runs is asked to end first; where it does not, its Calls are settled here, and
 * whoever ran them finds the session gone and writes nothing. The installation's chain keeps that it was,
 * how long its record was and the last hash of it.
 */
export async function deleteSession(
  deps: Deps,
  command: { sessionId: string; by: string },
): Promise<null | Refusal> {
  const { sessionId } = command
  const stopped = await stopSession(deps, command)
  if (stopped instanceof Refusal) return stopped
  const timeoutMs = deps.graceMs + WRITE_MS
  if (stopped.runId) await runEnded(deps, { runId: stopped.runId, timeoutMs })
  // Nor may anything still run that a person asked for.
  await untilDone(deps, { timeoutMs }, async () => {
    const session = await readSession(deps.sql, sessionId)
    const isRunning = session?.work.userSets.some(set => set.calls.some(isExecuting))
    return { value: null, awaited: isRunning ? sessionId : null }
  })
  return transact<null>(deps, undefined, async unit => {
    const ended = await writeSession(deps, { tx: unit.tx, sessionId }, async write => {
      for (;;) {
        const { atWork, userSets } = write.work
        const open = userSets.flatMap(set => set.calls.filter(isOpen))
        await dropCalls(write, open)
        if (!atWork) break
        await endRun(write, { ...atWork, outcome: { stopReason: 'cancelled' } })
      }
      return { row: write.row, at: write.now }
    })
    if (ended instanceof Refusal) return refuse('not_found', { code: 'problem.noSession' })
    const { at, row } = ended
    const data = { sessionId, seq: row.seq, head: row.head }
    const fact = { type: 'session.deleted', data } as const
    await removeSession(unit.tx, sessionId, await nextInstallationLink(deps, { tx: unit.tx, at }, fact))
    unit.afterCommit(() => deps.bus.publish({ kind: 'events', sessionId }))
    unit.afterCommit(() => tellHooks(deps, 'session_end', { session: row }))
    return null
  })
}
