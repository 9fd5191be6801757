import type { RunRow } from '@/lib/domain/run'
import { findRun } from '@/lib/store/run'
import type { Deps } from './deps'

/**
 * The Run once it has ended, or as it is when the time is over or the signal aborts; null where there is no
 * such Run. The rows tell; notes only say when to look.
 */
export async function runEnded(
  deps: Pick<Deps, 'db' | 'bus'>,
  about: { runId: string; timeoutMs: number; signal?: AbortSignal },
): Promise<RunRow | null> {
  const { runId, timeoutMs, signal } = about
  const deadline = performance.now() + timeoutMs
  for (;;) {
    const news = nextNews(deps)
    try {
      const run = await findRun(deps.db, runId)
      const left = deadline - performance.now()
      if (!run || run.status === 'ended' || left <= 0 || signal?.aborted) return run
      await news.within(run.sessionId, Math.min(left, LOOK_MS), signal)
    } finally {
      news.close()
    }
  }
}

/** A note can be lost with the connection that brings it, so the rows are looked at now and then. */
const LOOK_MS = 10_000

function nextNews(deps: Pick<Deps, 'bus'>) {
  const heard = new Set<string>()
  let ring: (sessionId: string) => void = () => undefined
  const close = deps.bus.subscribe(note => {
    if (note.kind !== 'events') return
    heard.add(note.sessionId)
    ring(note.sessionId)
  })
  const within = (sessionId: string, ms: number, signal?: AbortSignal): Promise<void> =>
    new Promise(resolve => {
      if (heard.has(sessionId)) return resolve()
      const timer = setTimeout(resolve, ms)
      const done = () => {
        clearTimeout(timer)
        resolve()
      }
      ring = id => id === sessionId && done()
      signal?.addEventListener('abort', done, { once: true })
    })
  return { within, close }
}
