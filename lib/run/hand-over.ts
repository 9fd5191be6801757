import { commit } from './commit'
import type { Deps } from './deps'
import type { Hand } from './hand'
import type { Lease } from './lease'
import type { Happening } from './task'

/** When a process ends: how long Activities may go on, and how long they may take to heed the abort then. */
const FINISH_MS = 2_000
const HEED_MS = 1_000

/**
 * Sets a session down in the middle of its work, because this process is to end. A reply that is on its way is
 * dropped: its Request stays open, and whoever goes on asks again. Activities get a moment to end, then are
 * aborted; what came of them is stored. The session is given back, due at once. Only where an Activity does not
 * end is the lease kept, so that what becomes of it is asked once this process is known to be gone.
 */
export async function handOver(
  deps: Deps,
  about: { sessionId: string; lease: Lease; hand: Hand; happened: Happening[] },
): Promise<void> {
  const { sessionId, lease, hand } = about
  const ended = await hand.finish({ withinMs: FINISH_MS, heedMs: HEED_MS, unless: lease.lost })
  if (lease.epoch === null || lease.isLost) return
  const happened = [...about.happened, ...ended].filter(happening => !wasDropped(happening))
  const last = hand.isPerforming ? 'keep' : 'give back'
  const looked = await commit(deps, { sessionId, lease, happened, hand: hand.inHand, last })
  if (looked?.next.do === 'rest') deps.bus.publish({ kind: 'wake', sessionId })
}

const wasDropped = (happening: Happening): boolean =>
  happening.kind === 'failed' && happening.failure.reason === 'aborted'
