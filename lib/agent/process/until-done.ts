import type { Deps } from './deps'

/** Looks at each news of the session that is `awaited`, until none is; gives the `value` that it saw last. */
export async function untilDone<T>(
  deps: Pick<Deps, 'bus'>,
  { timeoutMs, signal }: { timeoutMs: number; signal?: AbortSignal },
  read: () => Promise<{ value: T; awaited: string | null }>,
): Promise<T> {
  const deadline = performance.now() + timeoutMs
  const changed = new Set<string>()
  let ring = (): void => undefined
  const unsubscribe = deps.bus.subscribe(note => {
    if (note.kind !== 'events') return
    changed.add(note.sessionId)
    ring()
  })
  const onAbort = (): void => ring()
  signal?.addEventListener('abort', onAbort)
  try {
    for (;;) {
      changed.clear()
      const { value, awaited } = await read()
      const left = deadline - performance.now()
      if (awaited === null || left <= 0 || signal?.aborted) return value
      const { promise, resolve } = Promise.withResolvers<void>()
      const timer = setTimeout(resolve, Math.min(left, LOOK_MS))
      ring = () => {
        if (changed.has(awaited) || signal?.aborted) resolve()
      }
      ring()
      await promise
      clearTimeout(timer)
    }
  } finally {
    unsubscribe()
    signal?.removeEventListener('abort', onAbort)
  }
}

/** A note can be lost with the connection that brings it, so the rows are looked at now and then. */
const LOOK_MS = 10_000
