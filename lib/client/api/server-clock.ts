/** By how much the clock of the server is ahead of this machine's. */
let aheadMs = 0

/** A header gives whole seconds, and takes its time: clocks that differ by less are taken for the same. */
const TRIFLE_MS = 2_000

/** Learns the time of the server from an answer of its own. */
export function noteServerTime(response: Response): void {
  const ahead = Date.parse(response.headers.get('date') ?? '') - Date.now()
  if (!Number.isNaN(ahead)) aheadMs = Math.abs(ahead) < TRIFLE_MS ? 0 : ahead
}

/** The time by the clock that what the server tells goes by. */
export const serverNow = (): number => Date.now() + aheadMs
