import { Worker } from 'node:worker_threads'
import {
  type Compute,
  type ComputeOptions,
  type Job,
  JobOverdue,
  JobsFull,
  THREAD_SIZE,
} from '@/lib/domain/job'
import type { JobMessage, JobReply, ThreadMessage } from './jobs'

export type ThreadPoolOptions = {
  threads: number
  /** From so many waiting Jobs on there is no room for more. */
  mostWaiting: number
  /** A thread that has been idle for this long is ended. */
  idleMs: number
  /** Shorter limits than their own, by the names of Jobs. */
  limitsMs?: Record<string, number>
}

export const THREAD_POOL: ThreadPoolOptions = { threads: 2, mostWaiting: 256, idleMs: 30_000 }

/** A pending Job. Only the first call of `settle` counts. */
type Pending = {
  message: JobMessage
  ms: number
  isSlow: boolean
  settle: (reply: JobReply) => void
}

type Thread = { worker: Worker; isReady: boolean; running: Pending | null; timer: NodeJS.Timeout | undefined }

/** How long a thread may take to load its program. */
const START_MS = 30_000

/** The memory limit of one thread. If it is exceeded the Job fails, not the process. */
const LIMITS = { maxOldGenerationSizeMb: 1024 }

/**
 * A few threads for everything large, started on demand. A thread runs one Job at a time; a Job that is overdue or
 * aborted is ended together with its thread, since nothing else stops it.
 */
export class Threads {
  readonly #threads = new Set<Thread>()
  readonly #waiting: Pending[] = []
  #isClosed = false

  constructor(private readonly options: ThreadPoolOptions = THREAD_POOL) {}

  /** Waits its turn, however many wait: for what has begun and can't be asked for again. */
  readonly compute: Compute = (job, input, options = {}) => this.#compute(job, input, options)

  /** Refuses where too many wait already: for whoever may come again in a moment. */
  readonly computeIfRoom: Compute = (job, input, options = {}) =>
    this.#compute(job, input, { ...options, mostWaiting: this.options.mostWaiting })

  /** Threads that are alive, and Jobs that wait for one. */
  readonly state = () => ({ threads: this.#threads.size, waiting: this.#waiting.length })

  /** Ends every thread; running and waiting Jobs are rejected. */
  readonly close = async (): Promise<void> => {
    this.#isClosed = true
    const unfinished = [...this.#waiting.splice(0), ...[...this.#threads].map(({ running }) => running)]
    const ended = [...this.#threads].map(thread => this.#drop(thread))
    for (const pending of unfinished) pending?.settle({ kind: 'failed', error: new JobsFull() })
    await Promise.all(ended)
  }

  async #compute<I, O>(
    job: Job<I, O>,
    input: I,
    { mostWaiting = Infinity, ...options }: ComputeOptions & { mostWaiting?: number },
  ): Promise<O> {
    options.signal?.throwIfAborted()
    if (job.size(input) < THREAD_SIZE) return job.run(input)
    if (this.#isClosed || this.#waiting.length >= mostWaiting) throw new JobsFull()
    const reply = await this.#reply(job, input, options)
    if (reply.kind === 'failed') throw reply.error
    return reply.output as O
  }

  #reply<I, O>(job: Job<I, O>, input: I, { signal, withinMs = Infinity }: ComputeOptions): Promise<JobReply> {
    const { promise, resolve } = Promise.withResolvers<JobReply>()
    const ms = Math.max(1, Math.min(job.longestMs, withinMs, this.options.limitsMs?.[job.name] ?? Infinity))
    const message = { name: job.name, input }
    const pending: Pending = { message, ms, isSlow: job.isSlow === true, settle: resolve }
    const abort = (): void => this.#giveUp(pending, signal?.reason)
    signal?.addEventListener('abort', abort, { once: true })
    this.#waiting.push(pending)
    this.#startWaiting()
    return promise.finally(() => signal?.removeEventListener('abort', abort))
  }

  #startWaiting(): void {
    for (let next = this.#startable(); next !== -1; next = this.#startable()) {
      const thread = [...this.#threads].find(({ running }) => running === null) ?? this.#newThread()
      const [pending] = this.#waiting.splice(next, 1)
      if (pending) this.#run(thread, pending)
    }
  }

  /**
   * The first waiting Job that may start now: the last free thread is reserved for fast Jobs, unless it is the only
   * one.
   */
  #startable(): number {
    const running = [...this.#threads].flatMap(thread => thread.running ?? [])
    if (running.length >= this.options.threads) return -1
    const mostSlow = Math.max(1, this.options.threads - 1)
    const mayBeSlow = running.filter(({ isSlow }) => isSlow).length < mostSlow
    return this.#waiting.findIndex(({ isSlow }) => mayBeSlow || !isSlow)
  }

  #newThread(): Thread {
    const worker = new Worker(new URL('./thread-entry.ts', import.meta.url), {
      env: {},
      resourceLimits: LIMITS,
    })
    const thread: Thread = { worker, isReady: false, running: null, timer: undefined }
    worker.on('message', (message: ThreadMessage) => this.#take(thread, message))
    worker.on('error', error => this.#fail(thread, error))
    worker.on('exit', () => this.#fail(thread, new Error('A thread ended by itself.')))
    this.#threads.add(thread)
    return thread
  }

  #run(thread: Thread, pending: Pending): void {
    thread.running = pending
    thread.worker.ref()
    if (thread.isReady) this.#post(thread, pending)
    else this.#setTimer(thread, new Error('A thread did not start.'), START_MS)
  }

  #take(thread: Thread, message: ThreadMessage): void {
    if (message.kind !== 'ready') this.#finish(thread, message)
    else {
      thread.isReady = true
      if (thread.running) this.#post(thread, thread.running)
    }
  }

  /** The time limit of a Job starts when its thread can run it. */
  #post(thread: Thread, { message, ms }: Pending): void {
    this.#setTimer(thread, new JobOverdue(message.name, ms), ms)
    try {
      thread.worker.postMessage(message)
    } catch (error) {
      this.#finish(thread, { kind: 'failed', error })
    }
  }

  #setTimer(thread: Thread, error: Error, ms: number): void {
    clearTimeout(thread.timer)
    thread.timer = setTimeout(() => this.#fail(thread, error), ms)
  }

  #finish(thread: Thread, reply: JobReply): void {
    const { running } = thread
    clearTimeout(thread.timer)
    thread.running = null
    thread.worker.unref()
    thread.timer = setTimeout(() => void this.#drop(thread), this.options.idleMs).unref()
    running?.settle(reply)
    this.#startWaiting()
  }

  /** Ends a thread together with its Job. */
  #fail(thread: Thread, error: unknown): void {
    if (!this.#threads.has(thread)) return
    void this.#drop(thread)
    thread.running?.settle({ kind: 'failed', error })
    this.#startWaiting()
  }

  #giveUp(pending: Pending, reason: unknown): void {
    const at = this.#waiting.indexOf(pending)
    if (at !== -1) this.#waiting.splice(at, 1)
    const thread = [...this.#threads].find(({ running }) => running === pending)
    if (thread) this.#fail(thread, reason)
    else pending.settle({ kind: 'failed', error: reason })
  }

  #drop(thread: Thread): Promise<unknown> {
    clearTimeout(thread.timer)
    this.#threads.delete(thread)
    return thread.worker.terminate()
  }
}
