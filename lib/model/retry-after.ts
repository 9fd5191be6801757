/**
 * How long a server asks to wait, in milliseconds: `retry-after-ms`, or `retry-after` as seconds or as a
 * date. A date is measured against the server's own clock where it tells it.
 */
export function retryAfterMs(headers: Record<string, string>, now: number): number | undefined {
  const ms = amount(headers['retry-after-ms'])
  if (ms !== undefined) return Math.round(ms)
  const value = headers['retry-after']
  const seconds = amount(value)
  if (seconds !== undefined) return Math.round(seconds * 1000)
  // Date.parse takes nearly anything for a date; those of HTTP begin with the day of the week.
  const until = Date.parse(/^[a-z]{3}/i.test(value ?? '') ? (value ?? '') : '')
  if (Number.isNaN(until)) return undefined
  const sent = Date.parse(headers.date ?? '')
  return Math.max(0, until - (Number.isNaN(sent) ? now : sent))
}

const amount = (text: string | undefined): number | undefined =>
  text !== undefined && /^\s*\d+(\.\d+)?\s*$/.test(text) ? Number(text) : undefined
