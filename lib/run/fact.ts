import { Refusal } from '@/lib/domain/problem'
import type { OnceKey } from '@/lib/store/idempotency-key'
import { isUnreachable } from '@/lib/store/unreachable'
import { advance } from './advance'
import { beginWith, type Made } from './commit'
import type { Deps } from './deps'
import { Lease } from './lease'
import type { Slot } from './slot'
import { transact, type Unit } from './transact'
import { type Write, writeSession } from './write'

type About = { sessionId: string; once?: OnceKey | undefined }
type Body<T> = (write: Write) => Promise<T | Refusal>

/**
 * A fact from outside the loop: a message, a Decision, a stop, a Rule. It locks the Session row first, then
 * writes, bumps the version and sets `wakeAt`, in one transaction: the wake is a column of the row it is
 * about, so it cannot be lost without the fact. The note that follows the commit only makes it quick. Where this
 * process has a place to work on the session, what follows from the fact begins in that same transaction.
 */
export async function writeFact<T>(deps: Deps, about: About, body: Body<T>): Promise<T | Refusal> {
  const slot = deps.unfit() ? null : deps.reserve(about.sessionId)
  return slot ? writeAndBegin(deps, { ...about, slot }, body) : store(deps, about, body)
}

function store<T>(
  deps: Deps,
  about: About & { begin?: (write: Write, unit: Unit) => Promise<boolean> },
  body: Body<T>,
): Promise<T | Refusal> {
  const { sessionId, once, begin } = about
  return transact(deps, undefined, unit =>
    writeSession(deps, { ...unit, sessionId, once, ...(begin ? { wants: 'work' } : {}) }, async write => {
      const answer = await body(write)
      if (answer instanceof Refusal) return answer
      write.row.version += 1
      write.row.wakeAt = write.now
      if (begin && (await begin(write, unit))) return answer
      unit.afterCommit(() => deps.bus.publish({ kind: 'wake', sessionId }))
      return answer
    }),
  )
}

/** `isBug`: the loop could not begin, for which the fact is not to blame. */
type Beginning = { made: Made | null; isBug: boolean }

async function writeAndBegin<T>(
  deps: Deps,
  about: About & { slot: Slot },
  body: Body<T>,
): Promise<T | Refusal> {
  const { slot, sessionId, once } = about
  const lease = new Lease(deps, sessionId)
  const news = lease.news()
  const since = performance.now()
  const beginning: Beginning = { made: null, isBug: false }
  let isOver = false
  const goOn = (isCommitted: boolean): void => {
    if (isOver) return
    isOver = true
    const { made } = beginning
    if (made) lease.held({ ...made.held, since })
    else lease.close()
    const begun = made && { lease, news, made, isCommitted }
    if (begun) slot.begin(ending => advance(deps, sessionId, { ending, begun }))
    else slot.release()
  }
  const begin = (write: Write, unit: Unit): Promise<boolean> => {
    // Before anybody is told: what begins has waited long enough.
    unit.afterCommit(() => goOn(true))
    return beginIn(deps, write, { lease, beginning })
  }
  let answer: T | Refusal
  try {
    answer = await store(deps, { sessionId, once, begin }, body)
  } catch (error) {
    const isUnknown = isUnreachable(error)
    if (!isUnknown) beginning.made = null
    goOn(false)
    if (isUnknown || !beginning.isBug) throw error
    return store(deps, { sessionId, once }, body)
  }
  beginning.made = null
  goOn(false)
  return answer
}

async function beginIn(
  deps: Deps,
  write: Write,
  about: { lease: Lease; beginning: Beginning },
): Promise<boolean> {
  const { lease, beginning } = about
  beginning.isBug = true
  beginning.made = await beginWith(deps, write, lease)
  beginning.isBug = false
  if (!beginning.made) write.row.wakeAt = write.now
  return beginning.made !== null
}
