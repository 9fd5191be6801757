import { expect, test } from 'vitest'
import { Failures } from './failures'

test('failures are too many beyond the limit, until a minute after the first', () => {
  const clock = { now: 5 }
  const failures = new Failures(3, () => clock.now)
  expect([1, 2, 3].map(() => failures.count())).toEqual([null, null, null])
  clock.now = 20_005
  expect(failures.count()).toBe(40)
  clock.now = 60_005
  expect([1, 2, 3, 4].map(() => failures.count())).toEqual([null, null, null, 60])
})
