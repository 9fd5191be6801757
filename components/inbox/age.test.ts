import { expect, test } from 'vitest'
import { ageOf } from './age'

test.each([
  [-5_000, 'moment', 0],
  [59_999, 'moment', 0],
  [60_000, 'minutes', 1],
  [3_599_999, 'minutes', 59],
  [3_600_000, 'hours', 1],
  [86_399_999, 'hours', 23],
  [86_400_000, 'days', 1],
  [40 * 86_400_000, 'days', 40],
])('%d ms are %s: %d', (ms, unit, count) => {
  expect(ageOf(ms)).toEqual({ unit, count })
})
