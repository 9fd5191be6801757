import { runInHand } from '@/lib/store/active-run'
import type { Deps } from './deps'
import { endRun } from './end-run'
import { rest } from './rest'
import { transact } from './transact'
import { type Write, writeSession } from './write'

/**
 * The one place where a bug ends up: the Run ends with it, said on the page, and the session is set down.
 * Where even that fails there is nothing left but the log.
 */
export async function failRun(
  deps: Deps,
  about: { sessionId: string; epoch: number | null; error: unknown },
): Promise<void> {
  const message = about.error instanceof Error ? about.error.message : String(about.error)
  const stack = about.error instanceof Error ? about.error.stack : undefined
  deps.log('error', 'A run failed', { sessionId: about.sessionId, error: message, stack })
  await transact(deps, undefined, unit =>
    writeSession(deps, { ...unit, sessionId: about.sessionId }, async write => {
      if (isSomebodyElses(write, about.epoch)) return
      const found = await runInHand(write.tx, about.sessionId)
      const outcome = { stopReason: 'error' as const, error: `Something broke in the server: ${message}` }
      if (found) await endRun(deps, write, { ...found, outcome })
      await rest(write, { wakeAt: write.now })
    }),
  ).catch(error => deps.log('error', 'A failed run could not be ended', { error: String(error) }))
}

/** Whoever did not come to hold the session leaves it to one who does. */
function isSomebodyElses({ row, now }: Write, epoch: number | null): boolean {
  if (epoch !== null) return row.leaseEpoch !== epoch
  return row.leaseUntil !== undefined && row.leaseUntil > now
}
