import { type Orphan, orphansIn } from '@/lib/domain/run/orphan'
import type { Database } from '@/lib/store/connection/database'
import { othersOrphans, putOrphan, removeOrphans } from '@/lib/store/run/orphan'
import { SteadyWatch } from './lease-watch'

const AGAIN_MS = 1_000

type Options = {
  db: Database
  holder: bigint
  now: () => number
  /** For how long the lock of a process must be free before it counts as ended. */
  goneMs: number
  log: (message: string, error: unknown) => void
}

type Acting = { orphan: Orphan; ended: Promise<unknown>; isStored: boolean }

/**
 * The Activities of this process that were given up and may still act, and those of all others: no write begins where
 * one of them may. Rows make them known to other processes, and outlive neither the Activity nor its process.
 */
export class Orphans {
  readonly #acting = new Map<string, Acting>()
  readonly #over = new Set<string>()
  readonly #watch: SteadyWatch
  readonly #options: Options
  #storing: Promise<void> = Promise.resolve()
  #again: NodeJS.Timeout | undefined

  constructor(options: Options) {
    this.#options = options
    this.#watch = new SteadyWatch(options.now)
  }

  /** Resolves once all know of it, as far as the database can be reached. `ended`: when it can act no more. */
  async note(orphan: Orphan, ended: Promise<unknown>): Promise<void> {
    this.#acting.set(orphan.callId, { orphan, ended, isStored: false })
    const end = (): void => this.#end(orphan.callId, ended)
    void ended.then(end, end)
    await this.#store()
  }

  /** The orphans of a workspace: of those that are stored, and of this process’s own. */
  in(workspace: string, stored: Orphan[]): Orphan[] {
    const here = [...this.#acting.values()].map(({ orphan }) => orphan)
    return orphansIn([...stored, ...here], workspace)
  }

  /**
   * Says once more which of this process may act, and forgets those whose processes have ended: whose lock is free, as
   * it also is where its connection broke, and who say nothing any more.
   */
  async sweep(): Promise<void> {
    const { db, holder, goneMs } = this.#options
    for (const acting of this.#acting.values()) acting.isStored = false
    if (this.#acting.size > 0) await this.#store()
    const others = await othersOrphans(db, holder)
    const ages = this.#watch.see(
      others.map(({ callId: id, version, isHolderGone }) => ({ id, mark: `${isHolderGone} ${version}` })),
    )
    const over = others.flatMap(({ callId, isHolderGone }) =>
      isHolderGone && (ages.get(callId) ?? 0) >= goneMs ? [callId] : [],
    )
    if (over.length > 0) await removeOrphans(db, over)
  }

  stop(): void {
    clearTimeout(this.#again)
  }

  /** What was noted anew since, with another end, is not over yet. */
  #end(callId: string, ended: Promise<unknown>): void {
    if (this.#acting.get(callId)?.ended !== ended) return
    this.#acting.delete(callId)
    this.#over.add(callId)
    void this.#store()
  }

  #store(): Promise<void> {
    clearTimeout(this.#again)
    this.#storing = this.#storing.then(() => this.#storeAll()).catch(error => this.#tryAgain(error))
    return this.#storing
  }

  async #storeAll(): Promise<void> {
    const { db, holder } = this.#options
    for (const acting of this.#acting.values()) {
      if (!acting.isStored) await putOrphan(db, acting.orphan, holder)
      acting.isStored = true
    }
    const over = [...this.#over]
    if (over.length > 0) await removeOrphans(db, over)
    for (const callId of over) this.#over.delete(callId)
  }

  #tryAgain(error: unknown): void {
    this.#options.log('An activity that was given up could not be noted', error)
    this.#again = setTimeout(() => void this.#store(), AGAIN_MS).unref()
  }
}
