import { expect, test } from 'vitest'
import { elapsedSince, isWithin, momentBy } from './lease-clock'

/** What the clocks say of a renewal after they have gone on by so much. */
function after(monotonic: number, wall: number) {
  const at = { monotonic: 100, wall: 1_700_000_000_000 }
  const clock = { monotonic: () => at.monotonic, wall: () => at.wall }
  const moment = momentBy(clock)
  at.monotonic += monotonic
  at.wall += wall
  return { isWithin: isWithin(clock, moment, 3000), elapsed: elapsedSince(clock, moment) }
}

test.each([
  ['a moment ago', 2999, 2999, { isWithin: true, elapsed: 2999 }],
  ['too long ago', 3000, 3000, { isWithin: false, elapsed: 3000 }],
  ['before the machine slept', 10, 3000, { isWithin: false, elapsed: 3000 }],
  ['before the wall clock was set forward', 10, 7_200_010, { isWithin: false, elapsed: 7_200_010 }],
  ['before the wall clock was set back', 10, -7_200_000, { isWithin: false, elapsed: 10 }],
  ['too long ago, and the wall clock was set back', 3500, -10, { isWithin: false, elapsed: 3500 }],
  ['while the wall clock was corrected a little', 2000, 1900, { isWithin: true, elapsed: 2000 }],
])('a renewal that was %s', (...[, monotonic, wall, expected]) => {
  expect(after(monotonic, wall)).toEqual(expected)
})
