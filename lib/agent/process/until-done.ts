import type { Deps } from './deps'

/** Looks at each news of the session that is `awaited`, until none is; gives the `value` that it saw last. */
export async function untilDone<T>(
  deps: Pick<Deps, 'bus'>,
  { timeoutMs, signal }: { timeoutMs: number; signal?: AbortSignal },
  read: () => Promise<{ value: T; awaited: string | null }>,
): Promise<T> {
  const deadline = performance.now() + timeoutMs
  for (;;) {
    const nextEvent = nextEventOf(deps)
    try {
      const { value, awaited } = await read()
      const left = deadline - performance.now()
      if (awaited === null || left <= 0 || signal?.aborted) return value
      await nextEvent.within(awaited, Math.min(left, LOOK_MS), signal)
    } finally {
      nextEvent.close()
    }
  }
}

/** A note can be lost with the connection that brings it, so the rows are looked at now and then. */
const LOOK_MS = 10_000

function nextEventOf(deps: Pick<Deps, 'bus'>) {
  const awaitedIds = new Set<string>()
  let ring: (sessionId: string) => void = () => undefined
  const close = deps.bus.subscribe(note => {
    if (note.kind !== 'events') return
    awaitedIds.add(note.sessionId)
    ring(note.sessionId)
  })
  const within = (sessionId: string, ms: number, signal?: AbortSignal): Promise<void> =>
    new Promise(resolve => {
      if (awaitedIds.has(sessionId)) return resolve()
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
