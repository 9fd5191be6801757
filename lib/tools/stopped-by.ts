/** True where an exception is the signal's abort, thrown as it is or wrapped by Node. */
export function stoppedBy(signal: AbortSignal, error: unknown): boolean {
  if (!signal.aborted) return false
  return error === signal.reason || (error instanceof Error && error.cause === signal.reason)
}
