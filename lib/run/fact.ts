import { Refusal } from '@/lib/domain/problem'
import type { OnceKey } from '@/lib/store/idempotency-key'
import { Moved } from '@/lib/store/session'
import { isUnreachable } from '@/lib/store/unreachable'
import type { Seen } from '@/lib/store/work-in-hand'
import { advance, type Committed } from './advance'
import { beginWith, type Made } from './commit'
import type { Deps } from './deps'
import { Lease } from './lease'
import type { Slot } from './slot'
import { transact, type Unit } from './transact'
import { type Write, writeSession } from './write'

/** `seen`: the session as whoever writes it has looked at it already. */
type About = { sessionId: string; once?: OnceKey | undefined; seen?: Seen | undefined }
type Body<T> = (write: Write) => Promise<T | Refusal>

/**
 * A fact from outside the loop: a message, a Decision, a stop, a Rule. It locks the Session row first, then
 * writes, bumps the version and sets `wakeAt`, in one transaction: the wake is a column of the row it is
 * about, so it cannot be lost without the fact. The note that follows the commit only makes it quick. Where this
 * process has a place to work on the session, what follows from the fact begins in that same transaction.
 */
export async function writeFact<T>(deps: Deps, about: About, body: Body<T>): Promise<T | Refusal> {
  const { seen, ...unseen } = about
  if (!seen || performance.now() - seen.arrived > SEEN_MS) return writeOnce(deps, unseen, body)
  try {
    return await writeOnce(deps, about, body)
  } catch (error) {
    if (error instanceof Moved) return writeOnce(deps, unseen, body)
    throw error
  }
}

/** What holds for all sessions, as a Rule may, is never older than this when something begins. */
const SEEN_MS = 1_000

async function writeOnce<T>(deps: Deps, about: About, body: Body<T>): Promise<T | Refusal> {
  const slot = deps.unfit() ? null : deps.reserve(about.sessionId)
  if (!slot) return store(deps, about, body)
  const beginning = new Beginning(deps, { slot, sessionId: about.sessionId })
  try {
    const begin = (write: Write, unit: Unit): Promise<boolean> => beginning.begin(write, unit)
    const answer = await store(deps, { ...about, begin }, body)
    beginning.end('no')
    return answer
  } catch (error) {
    beginning.end(isUnreachable(error) ? 'unknown' : 'no')
    if (!beginning.isBug) throw error
    const { sessionId, once } = about
    return store(deps, { sessionId, once }, body)
  }
}

type Storing = About & { begin?: (write: Write, unit: Unit) => Promise<boolean> }

function store<T>(deps: Deps, about: Storing, body: Body<T>): Promise<T | Refusal> {
  const { begin, ...what } = about
  const { sessionId } = about
  return transact(deps, undefined, unit =>
    writeSession(deps, { ...unit, ...what, ...(begin ? { wants: 'work' } : {}) }, async write => {
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

/** The loop begins in the transaction of a fact, if that is committed. */
class Beginning {
  /** The loop could not begin, for which the fact is not to blame. */
  isBug = false
  #hasBegun = false
  readonly #deps: Deps
  readonly #slot: Slot
  readonly #lease: Lease
  readonly #news: Promise<void>
  readonly #since = performance.now()
  readonly #committed = Promise.withResolvers<Committed>()

  constructor(deps: Deps, { slot, sessionId }: { slot: Slot; sessionId: string }) {
    this.#deps = deps
    this.#slot = slot
    this.#lease = new Lease(deps, sessionId)
    this.#news = this.#lease.news()
  }

  async begin(write: Write, unit: Unit): Promise<boolean> {
    this.isBug = true
    const made = await beginWith(this.#deps, write, this.#lease)
    this.isBug = false
    if (!made) {
      write.row.wakeAt = write.now
      return false
    }
    unit.whileCommitting(() => this.#goOn(write.row.id, made))
    unit.afterCommit(() => {
      this.end('yes')
      return made.next.do === 'work' ? headStart() : undefined
    })
    return true
  }

  #goOn(sessionId: string, made: Made): void {
    this.#hasBegun = true
    const begun = {
      lease: this.#lease,
      news: this.#news,
      since: this.#since,
      made,
      committed: this.#committed.promise,
    }
    this.#slot.begin(ending => advance(this.#deps, sessionId, { ending, begun }))
  }

  /** The first word counts. */
  end(committed: Committed): void {
    this.#committed.resolve(committed)
    if (this.#hasBegun) return
    this.#lease.close()
    this.#slot.release()
  }
}

/**
 * What begins has waited long enough, and gets to its file or its model before anybody is told: telling keeps this
 * thread busier for longer than that.
 */
const headStart = (): Promise<void> => new Promise(resolve => setTimeout(resolve, 2))
