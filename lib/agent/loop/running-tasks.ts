import { computeWhile, JobUnwanted } from '@/lib/domain/job'
import type { CallOutcome, PerformTask, ReassessTask } from '../calls/begin-calls'
import { execute, noteOrphan, reassess } from '../calls/execute'
import { type SummaryOutcome, summarise } from '../compaction/compaction'
import type { Deps } from '../process/deps'
import { reportBug } from '../process/error-fields'
import { warnUnavailable } from '../process/unavailable'
import { request } from '../request/request'
import type { RequestOutcome, RequestTask } from '../request/request-task'
import type { Lease } from './lease'

/** What a look must know of the Tasks that are under way. */
export type RunningNames = { request: boolean; calls: ReadonlySet<string> }

/** `gone`: aborted once nobody waits for it any more. */
type Running = { task: Task; abort: AbortController; abandoned: AbortController; done: Promise<void> }

const isIn = (task: Task, { request, calls }: RunningNames): boolean =>
  task.do === 'request' ? request : calls.has(task.call.id)

/**
 * The Tasks under way in one lease: at most one Request, or several Activities. Nothing here waits for a
 * person; it lives as long as one `advance`.
 */
export class RunningTasks {
  readonly #running = new Set<Running>()
  readonly #outcomes: TaskOutcome[] = []
  readonly #deps: Deps
  readonly #lease: Lease
  #bug: { error: unknown } | null = null
  #ring: () => void = () => undefined

  constructor(deps: Deps, lease: Lease) {
    this.#deps = deps
    this.#lease = lease
  }

  get running(): RunningNames {
    const tasks = [...this.#running].map(({ task }) => task)
    const calls = tasks.flatMap(task => (task.do === 'request' ? [] : [task.call.id]))
    return { request: tasks.some(task => task.do === 'request'), calls: new Set(calls) }
  }

  /** It must be stored, and confirmed, that the Task begins. */
  start(task: Task): void {
    const [abort, abandoned] = [new AbortController(), new AbortController()]
    const running: Running = { task, abort, abandoned, done: Promise.resolve() }
    running.done = this.#note(running, this.#run(running)).then(() => {
      this.#running.delete(running)
      this.#ring()
    })
    this.#running.add(running)
  }

  async #note({ abandoned }: Running, ended: Promise<TaskOutcome>): Promise<void> {
    const [end] = await Promise.allSettled([ended])
    if (end.status === 'fulfilled') this.#outcomes.push(end.value)
    else if (!abandoned.signal.aborted) this.#bug ??= { error: end.reason }
  }

  async #run({ task, abort: { signal }, abandoned }: Running): Promise<TaskOutcome> {
    const deps = { ...this.#deps, compute: computeWhile(this.#deps.compute, abandoned.signal) }
    switch (task.do) {
      case 'perform':
        return execute(deps, task, { signal, lease: this.#lease })
      case 'request':
        return task.run.openRequest?.purpose === 'compaction'
          ? summarise(deps, task, signal)
          : request(deps, task, signal)
      case 'reassess':
        return reassess(deps, task)
      default:
        return task satisfies never
    }
  }

  /**
   * Waits until a Task has ended, `more` resolves, or the time is over; takes what has happened. A Task that
   * threw is a bug, thrown here.
   */
  async next(more: Promise<unknown>, ms: number | undefined): Promise<TaskOutcome[]> {
    if (this.#outcomes.length === 0 && !this.#bug) await this.#wait(more, ms)
    const bug = this.#bug
    this.#bug = null
    if (bug) throw bug.error
    return this.#outcomes.splice(0)
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
  async abort(what?: RunningNames): Promise<TaskOutcome[]> {
    const aborted = [...this.#running].filter(({ task }) => !what || isIn(task, what))
    for (const { abort } of aborted) abort.abort()
    await this.#end(this.#deps.graceMs, aborted)
    for (const running of aborted) if (this.#running.delete(running)) await this.#giveUp(running)
    return this.#collected()
  }

  async #giveUp({ task, abandoned, done }: Running): Promise<void> {
    abandoned.abort(new JobUnwanted('The task that this is part of was given up.'))
    if (task.do === 'perform') await noteOrphan(this.#deps, task, done)
  }

  /**
   * Drops a Request, and lets Activities end within the time, `unless` something comes; then aborts them. What
   * does not end is still in hand.
   */
  async finish({
    withinMs,
    unless,
    heedMs,
  }: {
    withinMs: number
    heedMs: number
    unless: Promise<unknown>
  }): Promise<TaskOutcome[]> {
    for (const { task, abort } of this.#running) if (task.do === 'request') abort.abort()
    await Promise.race([this.#end(withinMs), unless])
    for (const { abort } of this.#running) abort.abort()
    await this.#end(heedMs)
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

  #collected(): TaskOutcome[] {
    if (this.#bug && !warnUnavailable(this.#deps, this.#bug.error, {}))
      reportBug(this.#deps, 'A task failed while it was stopped', this.#bug)
    this.#bug = null
    return this.#outcomes.splice(0)
  }
}

/** What is to be done outside of any transaction, for the session as it was. Its beginning is stored. */
export type Task = RequestTask | PerformTask | ReassessTask

/** What came of a Task. It is stored, then the loop looks again. */
export type TaskOutcome = RequestOutcome | SummaryOutcome | CallOutcome
