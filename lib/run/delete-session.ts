import { isOpen } from '@/lib/domain/call-state'
import { Refusal, refuse } from '@/lib/domain/problem'
import { removeSession } from '@/lib/store/session'
import type { Deps } from './deps'
import { dropCalls } from './drop-calls'
import { endRun } from './end-run'
import { addInstallationFact } from './installation-chain'
import { stopSession } from './stop'
import { transact } from './transact'
import { runEnded, setsEnded } from './wait-for-run'
import { writeSession } from './write'

/** How long deletion waits for what is running to end by itself. */
const STOP_MS = 8_000

/**
 * Stop, then purge. What runs is asked to end first; where it does not, its Calls are settled here, and
 * whoever ran them finds the session gone and writes nothing. The installation's chain keeps that it was,
 * how long its record was and the last hash of it.
 */
export async function deleteSession(
  deps: Deps,
  about: { sessionId: string; by: string },
): Promise<null | Refusal> {
  const stopped = await stopSession(deps, about)
  if (stopped instanceof Refusal) return stopped
  if (stopped.runId) await runEnded(deps, { runId: stopped.runId, timeoutMs: STOP_MS })
  await setsEnded(deps, { sessionId: about.sessionId, timeoutMs: STOP_MS })
  return transact<null>(deps, undefined, async unit => {
    const ended = await writeSession(deps, { ...unit, sessionId: about.sessionId }, async write => {
      for (;;) {
        const { atWork, byPeople } = await write.work.now()
        await dropCalls(
          deps,
          write,
          byPeople.flatMap(set => set.calls.filter(isOpen)),
        )
        if (!atWork) break
        await endRun(deps, write, { ...atWork, outcome: { stopReason: 'cancelled' } })
      }
      return { seq: write.row.seq, head: write.row.head, at: write.now }
    })
    if (ended instanceof Refusal) return refuse('not_found', 'There is no such session.')
    const { at, ...last } = ended
    await removeSession(unit.tx, about.sessionId)
    const data = { sessionId: about.sessionId, ...last }
    await addInstallationFact(deps, { ...unit, at }, { type: 'session.deleted', data })
    unit.afterCommit(() => deps.bus.publish({ kind: 'events', sessionId: about.sessionId }))
    return null
  })
}
