/** By how much the clock of the server is ahead of this machine's, as far as is known. */
let aheadMs = 0

/** Learns the time of the server from its answer to what was asked at `askedAt`. */
export function noteServerTime(response: Response, askedAt: number): void {
  const date = Date.parse(response.headers.get('date') ?? '')
  if (Number.isNaN(date)) return
  // The header gives a whole second between question and answer. Clocks that agree within that are taken for the same.
  const least = date - Date.now()
  const most = date + 1_000 - askedAt
  aheadMs = Math.max(least, Math.min(most, 0))
}

/** The time by the clock that what the server tells goes by. */
export const serverNow = (): number => Date.now() + aheadMs
