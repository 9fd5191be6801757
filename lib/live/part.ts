import type { Outlet } from './outlet'

/** A way out that shares another one's stream. Where it is closed the others go on; `onClose` says so to the client. */
export function partOf(whole: Outlet, onClose: () => void): Outlet {
  const ended = new AbortController()
  const closed = AbortSignal.any([whole.closed, ended.signal])
  return {
    ...whole,
    push: bytes => {
      if (!closed.aborted) whole.push(bytes)
    },
    close: () => {
      if (closed.aborted) return
      ended.abort()
      onClose()
    },
    closed,
  }
}
