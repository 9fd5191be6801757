import { expect, test } from 'vitest'
import { dayAfter, dayIn, durationIn, tokenParts } from './usage-days'

test('the day that it is depends on where somebody is', () => {
  const at = new Date('2026-03-01T23:30:00Z')
  expect(['UTC', 'Europe/Berlin', 'America/New_York'].map(zone => dayIn(zone, at))).toEqual([
    ...['2026-03-01', '2026-03-02', '2026-03-01'],
  ])
  expect([dayAfter('2026-02-28', 1), dayAfter('2026-03-01', -1), dayAfter('2024-03-01', -1)]).toEqual([
    ...['2026-03-01', '2026-02-28', '2024-02-29'],
  ])
})

test.each([
  [0, 0, 'second'],
  [400, 0.4, 'second'],
  [80_000, 80, 'second'],
  [90_000, 1.5, 'minute'],
  [2 * 3_600_000, 2, 'hour'],
  [30 * 3_600_000, 30, 'hour'],
  [36 * 3_600_000, 1.5, 'day'],
  [2 * 86_400_000, 2, 'day'],
])('%i ms are %d %ss', (ms, value, unit) => {
  expect(durationIn(ms)).toEqual({ value, unit })
})

test('every token is in one part', () => {
  expect(tokenParts({ inputTokens: 100, cachedInputTokens: 40, outputTokens: 10 })).toEqual({
    fresh: 60,
    cached: 40,
    output: 10,
  })
})
