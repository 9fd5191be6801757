import { Refusal } from '@/lib/domain/contract/problem'
import { isUnreachable } from '@/lib/store/connection/unreachable'
import type { OnceKey } from '@/lib/store/installation/idempotency-key'
import type { Deps, Slot } from '../process/deps'
import { type Moment, momentBy } from '../process/lease-clock'
import { type SessionHint, type Write, writeSession } from '../write/write'
import { advance } from './advance'
import { beginWith, type Commit } from './commit'
import { Lease } from './lease'

/** `known`: the session as whoever puts something in has looked at it already. */
type Target = { sessionId: string; once?: OnceKey | undefined; hint?: SessionHint | undefined }
type Input<T> = (write: Write) => Promise<T | Refusal>

/**
 * Stores what comes from outside the loop: a message, a Decision, a stop, a Rule. The same commit sets `wakeAt`, so that
 * the wake cannot be lost without the input. The message on the bus that follows only makes it quick.
 * Where this process has a place to work on the session, the beginning of what follows is stored in that same commit.
 */
export async function storeInput<T>(deps: Deps, target: Target, input: Input<T>): Promise<T | Refusal> {
  const slot = deps.whyNotReady() ? null : deps.reserve(target.sessionId)
  if (!slot) return store(deps, target, input)
  const { sessionId, once, hint = {} } = target
  const beginning = new Beginning(deps, { slot, sessionId, hint })
  try {
    const answer = await store(deps, { ...target, hint, begin: write => beginning.begin(write) }, input)
    beginning.proceed({ isInDoubt: false })
    return answer
  } catch (error) {
    beginning.proceed({ isInDoubt: isUnreachable(error) })
    if (!beginning.isBug) throw error
    return store(deps, { sessionId, once }, input)
  }
}

function store<T>(
  deps: Deps,
  { begin, ...target }: Target & { begin?: (write: Write) => Promise<boolean> },
  input: Input<T>,
): Promise<T | Refusal> {
  const { sessionId } = target
  return writeSession(deps, target, async write => {
    const answer = await input(write)
    if (answer instanceof Refusal) return answer
    write.row.wakeAt = write.now
    if (begin && (await begin(write))) return answer
    write.afterCommit(() => deps.bus.publish({ kind: 'wake', sessionId }))
    return answer
  })
}

/**
 * What begins in the commit of an input. It is gone on with once that very commit is stored, and not before: where
 * somebody else was faster the input is looked at again, and may turn out to have been stored by its twin.
 */
class Beginning {
  /** The loop could not begin, for which the input is not to blame. */
  isBug = false
  #commit: Commit | null = null
  #isStored = false
  readonly #deps: Deps
  readonly #holding: { slot: Slot; sessionId: string; hint: SessionHint }
  readonly #lease: Lease
  readonly #since: Moment

  constructor(deps: Deps, holding: { slot: Slot; sessionId: string; hint: SessionHint }) {
    this.#deps = deps
    this.#holding = holding
    this.#lease = new Lease(deps, holding.sessionId)
    this.#since = momentBy(deps.leaseClock)
  }

  /** It may be asked again, where the input is: the last time counts. */
  async begin(write: Write): Promise<boolean> {
    this.isBug = true
    this.#commit = null
    this.#commit = await beginWith(this.#deps, write, this.#lease)
    this.isBug = false
    if (!this.#commit) write.row.wakeAt = write.now
    write.afterCommit(() => {
      this.#isStored = true
    })
    return this.#commit !== null
  }

  /** `isInDoubt`: the answer to the last commit was lost. */
  proceed({ isInDoubt }: { isInDoubt: boolean }): void {
    const [lease, commit, isStored] = [this.#lease, this.#commit, this.#isStored]
    const { slot, sessionId, hint } = this.#holding
    if (!commit || !(isStored || isInDoubt)) {
      lease.close()
      slot.release()
      return
    }
    if (isStored) lease.renewed({ ...commit.lease, since: this.#since })
    const first = { lease, commit, isStored, hint }
    slot.begin((deps, ending) => advance(deps, sessionId, { ending, first }))
  }
}
