/**
 * Two clocks of this machine, in milliseconds. The monotonic one is never set, but stands still while the machine
 * sleeps; the wall clock goes on then, but may be set.
 */
export type LeaseClock = { monotonic: () => number; wall: () => number }

export const machineClock: LeaseClock = { monotonic: () => performance.now(), wall: () => Date.now() }

/** A moment, by both clocks. */
export type Moment = { monotonic: number; wall: number }

export const momentBy = (clock: LeaseClock): Moment => ({
  monotonic: clock.monotonic(),
  wall: clock.wall(),
})

/** A wall clock that has gained less than the monotonic one by so much was set back. */
const SET_BACK_MS = 1_000

/** How long a moment is ago, by the clock that says more. */
export const elapsedSince = (clock: LeaseClock, moment: Moment): number =>
  Math.max(clock.monotonic() - moment.monotonic, clock.wall() - moment.wall)

/**
 * True where a moment is surely less than so long ago: by both clocks, and the wall clock was not set back since,
 * which would hide for how long the machine slept.
 */
export function isWithin(clock: LeaseClock, moment: Moment, ms: number): boolean {
  const awake = clock.monotonic() - moment.monotonic
  const passed = clock.wall() - moment.wall
  return awake < ms && passed < ms && passed > awake - SET_BACK_MS
}
