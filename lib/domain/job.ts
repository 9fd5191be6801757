/**
 * A pure function whose input may be large, since a model, a file or a person supplies it. Input and output are
 * cloneable data: nothing is shared with the caller.
 */
export type Job<Input, Output> = {
  /** Unique among all Jobs: the other thread finds `run` by it. A verb in words, since people read it. */
  name: string
  run: (input: Input) => Output
  /**
   * The size of the input in characters or bytes, or what it costs in such; Infinity if nothing says what it costs. It is
   * told here and now, so that it takes no longer than to read a small input once.
   */
  size: (input: Input) => number
  longestMs: number
  /** It may use all the time it is allowed. Such Jobs leave one thread free for Jobs that others wait for. */
  isSlow?: true
}

/** `withinMs`: a shorter limit than that of the Job. An abort ends it at once, and its reason is thrown. */
export type ComputeOptions = { withinMs?: number; signal?: AbortSignal | undefined }

/**
 * Runs a Job: right here if there is little to do, else in a thread that can be ended. If it takes too long,
 * JobOverdue is thrown.
 */
export type Compute = <Input, Output>(
  job: Job<Input, Output>,
  input: Input,
  options?: ComputeOptions,
) => Promise<Output>

/** From this size on a Job goes to another thread, and long output is written piece by piece. */
export const THREAD_SIZE = 65_536

/** A Job that took too long, and was ended. */
export class JobOverdue extends Error {
  override readonly name = 'JobOverdue'

  constructor(job: string, ms: number) {
    super(`It took longer than ${ms / 1000} s to ${job}.`)
  }
}

/** A bundler may copy this module: every copy recognises the error by its name. */
export const isJobOverdue = (error: unknown): error is Error => isNamed(error, 'JobOverdue')
export const isJobsFull = (error: unknown): boolean => isNamed(error, 'JobsFull')
/** It says something about the Job's size or about its place, and nothing about what was computed. */
export const isJobError = (error: unknown): boolean =>
  isJobOverdue(error) || isJobsFull(error) || isNamed(error, 'JobUnwanted')

const isNamed = (error: unknown, name: string): boolean => error instanceof Error && error.name === name

/** Nobody waits for the outcome any more. */
export class JobUnwanted extends Error {
  override readonly name = 'JobUnwanted'
}

/** Too many Jobs are waiting for a thread; the same one may succeed in a moment. */
export class JobsFull extends Error {
  override readonly name = 'JobsFull'

  constructor() {
    super('Too much large work waits already. Try again in a moment.')
  }
}

/** Each Job ends with this signal, whatever its own. */
export const computeWhile =
  (compute: Compute, signal: AbortSignal): Compute =>
  (job, input, options) =>
    compute(job, input, {
      ...options,
      signal: options?.signal ? AbortSignal.any([options.signal, signal]) : signal,
    })

/** Runs any Job in this thread, however large. */
export const computeHere: Compute = async (job, input, options) => {
  options?.signal?.throwIfAborted()
  return job.run(input)
}

/** After a piece of work of this many characters, yields to everything else, unless it was a small one. */
export const turnAfter = (size: number): Promise<void> =>
  size < THREAD_SIZE ? Promise.resolve() : new Promise(resolve => setImmediate(resolve))
