export type Age = { unit: 'moment' | 'minutes' | 'hours' | 'days'; count: number }

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

/** A duration in its largest whole unit. Clocks differ: a negative one is a moment, too. */
export function ageOf(ms: number): Age {
  if (ms < MINUTE) return { unit: 'moment', count: 0 }
  if (ms < HOUR) return { unit: 'minutes', count: Math.floor(ms / MINUTE) }
  return ms < DAY
    ? { unit: 'hours', count: Math.floor(ms / HOUR) }
    : { unit: 'days', count: Math.floor(ms / DAY) }
}
