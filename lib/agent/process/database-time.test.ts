import { expect, test } from 'vitest'
import { toInstant } from '@/lib/domain/instant'
import { DatabaseTime } from './database-time'

const START = Date.parse('2026-11-23T12:00:00.000Z')

/** What time it is by a process, in seconds since it began, for each thing that its readings are: [its own clock, the database's]. */
function timesBy(...readings: [number, number, number?][]): number[] {
  let own = 0
  const time = new DatabaseTime({ offsetMs: 0 }, () => own * 1000)
  return readings.map(([seconds, database, took = 0]) => {
    own = seconds - took
    const sent = time.ask()
    own = seconds
    return (Date.parse(time.take(toInstant(START + database * 1000), sent)) - START) / 1000
  })
}

test('the time of the database is that of the process', () => {
  expect(timesBy([0, 0], [5, 5], [3600, 3600])).toEqual([0, 5, 3600])
})

test('an answer that came late is no clock that was set', () => {
  expect(timesBy([0, 0], [30, 5, 26], [31, 31], [60, 32, 28], [61, 61])).toEqual([0, 5, 31, 32, 61])
})

test('where the clock is set back time goes on, as often as that happens', () => {
  expect(timesBy([0, 0], [5, 5 - 7200], [10, 10 - 7200], [20, 20 - 10_800])).toEqual([0, 5, 10, 20])
})

test('where it is set forward again it is what it was', () => {
  expect(timesBy([0, 0], [5, 5 - 7200], [10, 10], [20, 20])).toEqual([0, 5, 10, 20])
})

test('where it is set forward time jumps, as it does where the machine slept', () => {
  expect(timesBy([0, 0], [5, 3605], [10, 3610])).toEqual([0, 3605, 3610])
})
