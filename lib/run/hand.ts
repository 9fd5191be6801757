import type { Deps } from './deps'
import { execute, reassess } from './execute'
import { GRACE_MS } from './grace'
import { reportBug } from './report-bug'
import { request } from './request'
import type { Happening, Task } from './task'

/** What a look must know of the Tasks that are under way. */
export type InHand = { request: boolean; calls: ReadonlySet<string> }

type Running = { task: Task; abort: AbortController; done: Promise<void> }

const isIn = (task: Task, { request, calls }: InHand): boolean =>
  task.do === 'request' ? request : calls.has(task.call.id)

const STORED = Promise.resolve(true)

/**
 * The Tasks under way in one lease: at most one Request, or several Activities. Nothing here waits for a
 * person; it lives as long as one `advance`.
 */
export class Hand {
  readonly #running = new Set<Running>()
  readonly #happened: Happening[] = []
  readonly #deps: Deps
  #bug: { error: unknown } | null = null
  #ring: () => void = () => undefined

  constructor(deps: Deps) {
    this.#deps = deps
  }

  get inHand(): InHand {
    const tasks = [...this.#running].map(({ task }) => task)
    const calls = tasks.flatMap(task => (task.do === 'request' ? [] : [task.call.id]))
    return { request: tasks.some(task => task.do === 'request'), calls: new Set(calls) }
  }

  /** `isStored`: whether it is stored that the Task begins, where that is not known yet. If not, it comes to nothing. */
  start(task: Task, isStored = STORED): void {
    const abort = new AbortController()
    const stored = isStored.then(is => {
      if (!is) abort.abort()
    })
    const ended = this.#run(task, { signal: abort.signal, stored })
    const running: Running = { task, abort, done: Promise.resolve() }
    running.done = this.#note(ended, isStored).then(() => {
      this.#running.delete(running)
      this.#ring()
    })
    this.#running.add(running)
  }

  async #note(ended: Promise<Happening>, isStored: Promise<boolean>): Promise<void> {
    const [[end], hasBegun] = await Promise.all([Promise.allSettled([ended]), isStored])
    if (!hasBegun) return
    if (end.status === 'fulfilled') this.#happened.push(end.value)
    else this.#bug ??= { error: end.reason }
  }

  /** What a Call is to touch can be looked at before its beginning is stored. */
  async #run(task: Task, given: { signal: AbortSignal; stored: Promise<void> }): Promise<Happening> {
    if (task.do === 'perform') return execute(this.#deps, task, given)
    await given.stored
    given.signal.throwIfAborted()
    switch (task.do) {
      case 'request':
        return request(this.#deps, task, given.signal)
      case 'reassess':
        return reassess(this.#deps, task)
      default:
        return task satisfies never
    }
  }

  /**
   * Waits until a Task has ended, `more` resolves, or the time is over; takes what has happened. A Task that
   * threw is a bug, thrown here.
   */
  async next(more: Promise<unknown>, ms: number | undefined): Promise<Happening[]> {
    if (this.#happened.length === 0 && !this.#bug) await this.#wait(more, ms)
    const bug = this.#bug
    this.#bug = null
    if (bug) throw bug.error
    return this.#happened.splice(0)
  }

  async #wait(more: Promise<unknown>, ms: number | undefined): Promise<void> {
    let timer: NodeJS.Timeout | undefined
    await new Promise<void>((resolve, reject) => {
      this.#ring = resolve
      void more.then(() => resolve(), reject)
      if (ms !== undefined) timer = setTimeout(resolve, Math.max(0, ms))
    }).finally(() => {
      clearTimeout(timer)
      this.#ring = () => undefined
    })
  }

  /** Aborts this, or everything, and waits, not for ever, for it to end. What does not end is no longer in hand. */
  async abort(what?: InHand): Promise<Happening[]> {
    const aborted = [...this.#running].filter(({ task }) => !what || isIn(task, what))
    for (const { abort } of aborted) abort.abort()
    await this.#end(GRACE_MS, aborted)
    for (const running of aborted) this.#running.delete(running)
    return this.#collected()
  }

  /**
   * Drops a Request, and lets Activities end within the time, `unless` something comes; then aborts them. What
   * does not end is still in hand.
   */
  async finish(given: { withinMs: number; heedMs: number; unless: Promise<unknown> }): Promise<Happening[]> {
    for (const { task, abort } of this.#running) if (task.do === 'request') abort.abort()
    await Promise.race([this.#end(given.withinMs), given.unless])
    for (const { abort } of this.#running) abort.abort()
    await this.#end(given.heedMs)
    return this.#collected()
  }

  get isPerforming(): boolean {
    return [...this.#running].some(({ task }) => task.do === 'perform')
  }

  async #end(withinMs: number, running: Iterable<Running> = this.#running): Promise<void> {
    let timer: NodeJS.Timeout | undefined
    const over = new Promise<void>(resolve => {
      timer = setTimeout(resolve, withinMs)
    })
    await Promise.race([Promise.all([...running].map(({ done }) => done)), over])
    clearTimeout(timer)
  }

  #collected(): Happening[] {
    if (this.#bug) reportBug(this.#deps, 'A task failed while it was stopped', this.#bug)
    this.#bug = null
    return this.#happened.splice(0)
  }
}
