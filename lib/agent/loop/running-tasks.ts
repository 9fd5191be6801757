import type { Instant } from '@/lib/domain/instant'
import { computeWhile, JobUnwanted } from '@/lib/domain/job'
import type { CallOutcome, PerformTask, ReassessTask } from '../calls/begin-calls'
import { type ConsultTask, consultApproved } from '../calls/consult-hooks'
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

/** `abandoned`: aborted once nobody waits for it any more. */
type Running = { task: Task; abort: AbortController; abandoned: AbortController; done: Promise<void> }

/** When a process ends: how long Activities may go on, and how long they may take to heed the abort then. */
const FINISH_MS = 2_000
const HEED_MS = 1_000

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
    running.done = this.#run(running)
      .then(
        outcome => void this.#outcomes.push(outcome),
        error => {
          if (!abandoned.signal.aborted) this.#bug ??= { error }
        },
      )
      .then(() => {
        this.#running.delete(running)
        this.#ring()
      })
    this.#running.add(running)
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
      case 'consult':
        return consultApproved(deps, { ...task, signal })
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
    if (this.#outcomes.length === 0 && !this.#bug) {
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
    const bug = this.#bug
    this.#bug = null
    if (bug) throw bug.error
    return this.#outcomes.splice(0)
  }

  /** Aborts this, or everything, and waits, not for ever, for it to end. What does not end is given up. */
  async abort(what?: RunningNames): Promise<TaskOutcome[]> {
    const aborted = [...this.#running].filter(
      ({ task }) => !what || (task.do === 'request' ? what.request : what.calls.has(task.call.id)),
    )
    for (const { abort } of aborted) abort.abort()
    await this.#end(this.#deps.graceMs, aborted)
    for (const running of aborted) {
      if (!this.#running.delete(running)) continue
      const { task, abandoned, done } = running
      abandoned.abort(new JobUnwanted('The task that this is part of was given up.'))
      if (task.do === 'perform') await noteOrphan(this.#deps, task, done)
    }
    return this.#collected()
  }

  /**
   * Drops a Request, and lets Activities end, `unless` something comes; then aborts them. What does not end in time
   * keeps running.
   */
  async finish(unless: Promise<unknown>): Promise<TaskOutcome[]> {
    for (const { task, abort } of this.#running) if (task.do === 'request') abort.abort()
    await Promise.race([this.#end(FINISH_MS), unless])
    for (const { abort } of this.#running) abort.abort()
    await this.#end(HEED_MS)
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
export type Task = RequestTask | PerformTask | ReassessTask | ConsultTask

/** What came of a Task. It is stored, then the loop looks again. */
export type TaskOutcome = RequestOutcome | SummaryOutcome | CallOutcome

/** What the loop does after it has looked: begin Tasks, wait for those that run, drop some, or rest until a time. */
export type LoopMove =
  | { do: 'work'; tasks: Task[]; until: Instant | undefined }
  | { do: 'wait'; until: Instant | undefined }
  | { do: 'abort'; what: RunningNames }
  | { do: 'rest'; until: Instant | undefined }
