import type { Call, CallSet } from '@/lib/domain/call'
import type { RunRow } from '@/lib/domain/run'
import type { LastContext } from '@/lib/store/request'
import type { RunInHand, WorkInHand } from '@/lib/store/work-in-hand'

/**
 * The work in hand as one transaction has left it so far: what it writes is told here as well, so that it need
 * not read back what it has just written. Whatever is not plainly a change of the Run at work and its Calls makes
 * it read the rows again. It is known for one transaction, under the session's lock, and no longer.
 */
export class WorkingCopy {
  #known: WorkInHand | null
  readonly #read: () => Promise<WorkInHand>

  constructor(known: WorkInHand | null, read: () => Promise<WorkInHand>) {
    this.#known = known
    this.#read = read
  }

  /** The rows as they are now. */
  async now(): Promise<WorkInHand> {
    this.#known ??= await this.#read()
    return this.#known
  }

  /** Something was written that may matter, and is not told here. */
  forget(): void {
    this.#known = null
  }

  saved(call: Call): void {
    const atWork = this.#known?.atWork
    if (!atWork?.calls.some(({ id }) => id === call.id)) this.forget()
    else this.#put({ ...atWork, calls: atWork.calls.map(other => (other.id === call.id ? call : other)) })
  }

  changed(run: RunRow): void {
    const atWork = this.#known?.atWork
    if (atWork?.run.id !== run.id || run.status === 'ended') this.forget()
    else this.#put({ ...atWork, run })
  }

  /** A Request was recorded. */
  sent(context: LastContext): void {
    if (this.#known) this.#known = { ...this.#known, context }
  }

  /** A new set is the last one of its Run. */
  added({ runId, calls }: CallSet): void {
    const atWork = this.#known?.atWork
    if (!atWork || atWork.run.id !== runId) this.forget()
    else this.#put({ ...atWork, calls })
  }

  #put(atWork: RunInHand): void {
    if (this.#known) this.#known = { ...this.#known, atWork }
  }
}
