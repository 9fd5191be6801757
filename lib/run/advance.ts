import { msBetween } from '@/lib/domain/instant'
import { isUnreachable } from '@/lib/store/unreachable'
import { commit, type Made } from './commit'
import type { Deps } from './deps'
import { failRun } from './fail-run'
import { Hand } from './hand'
import { handOver } from './hand-over'
import { Lease } from './lease'
import type { Happening } from './task'

/**
 * What begins in the transaction of a fact, which is being committed. `news` is there since before it, and it began
 * at `since`.
 */
export type Begun = {
  lease: Lease
  news: Promise<void>
  since: number
  made: Made
  committed: Promise<Committed>
}

/** Whether a transaction was committed. `unknown`: its answer was lost. */
export type Committed = 'yes' | 'no' | 'unknown'

/**
 * Works on a session until there is nothing to do but wait, then sets it down. Any process may call it at
 * any time, and calling it in vain costs one transaction. Tells in how many milliseconds the session is to
 * wake, where that is known. When this process is `ending` the session is handed over in the middle of it. Work
 * may have `begun` in the transaction of the fact that made it.
 *
 *   commit:  lock the row; take or keep the lease; store what happened; look; store what begins
 *   hand:    do what began; wait until something has happened, or a fact has come
 *
 * so that one transaction ends one thing and begins the next. What makes it correct:
 *  1. Every fact (message, Decision, stop, Rule) locks the Session row first, then writes, bumps the version
 *     and sets the wake, in one transaction; a process that has a place for it begins the work in that one.
 *  2. The lease is given back in the transaction that looked, under the same lock: no fact comes between.
 *  3. Every commit of the loop checks the lease's epoch under the lock; who lost it cannot write.
 *  4. `executing`, with its epoch, is stored before the effect; a crash leaves a question for a person, never
 *     a silent repeat.
 *  5. The fence cannot stop an effect: a holder that cannot renew aborts its Activities at half the lease by
 *     its own monotonic clock, and an Activity checks the abort, and its preconditions on what it opened,
 *     immediately before the effect.
 */
export async function advance(
  deps: Deps,
  sessionId: string,
  given: { ending: AbortSignal; begun?: Begun | undefined },
): Promise<number | undefined> {
  if (!given.begun && deps.unfit()) return undefined
  const hand = new Hand(deps)
  const lease = given.begun?.lease ?? new Lease(deps, sessionId)
  try {
    return await work(deps, { sessionId, hand, lease, ...given })
  } catch (error) {
    await hand.abort()
    if (isUnreachable(error)) deps.log('warn', 'The database cannot be reached', { sessionId })
    else await failRun(deps, { sessionId, epoch: lease.epoch, error })
    return undefined
  } finally {
    lease.close()
  }
}

type Work = {
  sessionId: string
  hand: Hand
  lease: Lease
  ending: AbortSignal
  begun?: Begun | undefined
}

async function work(deps: Deps, about: Work): Promise<number | undefined> {
  const { sessionId, hand, lease, ending } = about
  const ends = new Promise<void>(resolve => ending.addEventListener('abort', () => resolve(), { once: true }))
  let happened: Happening[] = []
  const committed = about.begun && (await startWith(hand, about.begun))
  if (committed === 'no') return undefined
  for (let { begun } = about; ; begun = undefined) {
    if (ending.aborted && !begun) {
      await handOver(deps, { ...about, happened })
      break
    }
    const news = begun?.news ?? lease.news()
    const underWay = committed === 'yes' ? begun?.made : undefined
    const looked =
      underWay ?? (await commit(deps, { sessionId, lease, happened, hand: hand.inHand, made: begun?.made }))
    if (looked === null) break
    const { next } = looked
    if (next.do === 'abort') {
      happened = await hand.abort(next.what)
      continue
    }
    const ms = next.until === undefined ? undefined : msBetween(looked.now, next.until)
    if (next.do === 'rest') return ms
    if (next.do === 'work' && !underWay) for (const task of next.tasks) hand.start(task)
    happened = await hand.next(Promise.race([news, lease.lost, ends]), ms)
    if (lease.isLost) break
  }
  await hand.abort()
  return undefined
}

/** Tasks get ready while what lets them begin is being committed; of those that were not let begin nothing is left. */
async function startWith(hand: Hand, begun: Begun): Promise<Committed> {
  const { lease, since, made } = begun
  const isStored = begun.committed.then(committed => committed === 'yes')
  if (made.next.do === 'work') for (const task of made.next.tasks) hand.start(task, isStored)
  const committed = await begun.committed
  if (committed !== 'yes') await hand.abort()
  if (committed !== 'no') lease.held({ ...made.held, since })
  return committed
}
