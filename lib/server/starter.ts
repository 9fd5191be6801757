import { setTimeout as sleep } from 'node:timers/promises'
import type { Log } from '@/lib/agent/process/deps'
import { errorFields } from '@/lib/agent/process/error-fields'
import { type Refusal, refuse } from '@/lib/domain/contract/problem'

/** How long a request waits for a start, and a failed start for the next try, at first and at most. */
const PATIENCE_MS = 15_000
const PAUSE_MS = 500
const LONGEST_PAUSE_MS = 5_000

/** Something that takes a while to start, and may fail to. */
export function keepStarting<T>(options: { start: () => Promise<T>; log: Log }) {
  const stopped = new AbortController()
  let works: T | null = null
  let failed = false
  const attempt = async (): Promise<void> => {
    try {
      works = await options.start()
      options.log('info', 'Started')
    } catch (error) {
      failed = true
      options.log('error', 'The start failed and is tried again', errorFields(error))
    }
  }
  const first = attempt()
  const rest = (async () => {
    await first
    let ms = PAUSE_MS
    while (works === null && !stopped.signal.aborted) {
      await pause(ms, stopped.signal)
      ms = Math.min(ms * 2, LONGEST_PAUSE_MS)
      if (!stopped.signal.aborted) await attempt()
    }
  })()
  return {
    /** Waits for the first start, not for ever; where it failed, says so at once while it is tried again. */
    started: async (): Promise<T | Refusal> => {
      if (works === null && !failed) await Promise.race([first, pause(PATIENCE_MS, stopped.signal)])
      return works ?? refuse('unavailable', NOT_YET, { retryAfter: 1 })
    },
    /** No further tries. Gives what has started, null where nothing has. */
    stop: async (): Promise<T | null> => {
      stopped.abort()
      await rest
      return works
    },
  }
}

const NOT_YET = 'The server cannot reach its database. It keeps trying; so can you.'

const pause = (ms: number, signal: AbortSignal): Promise<void> =>
  sleep(ms, undefined, { signal }).catch(() => undefined)
