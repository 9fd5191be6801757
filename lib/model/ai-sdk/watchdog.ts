/**
 * Cuts off what has been silent for too long. Armed from the start, so that it also covers the wait for the
 * response to begin. `signal` aborts on silence, with the caller's own signal, and when it is ended.
 */
export function startWatchdog(idleMs: number, caller: AbortSignal) {
  const cut = new AbortController()
  let silent = false
  const bark = () => {
    silent = true
    cut.abort()
  }
  let timer = setTimeout(bark, idleMs)
  return {
    signal: AbortSignal.any([caller, cut.signal]),
    isSilent: () => silent,
    kick: () => {
      clearTimeout(timer)
      timer = setTimeout(bark, idleMs)
    },
    /** Also lets go of a connection that is still open. */
    end: () => {
      clearTimeout(timer)
      cut.abort()
    },
  }
}
