import { expect, test } from 'vitest'
import type { UsageGroup } from '@/lib/domain/contract/usage-operations'
import { dayAfter, dayIn, durationIn, everyDay, tokenParts } from './usage-days'

const group = (key: string, more: Partial<UsageGroup> = {}): UsageGroup => ({
  key,
  requests: 1,
  inputTokens: 100,
  cachedInputTokens: 40,
  outputTokens: 10,
  reasoningTokens: 0,
  cost: null,
  unpricedRequests: 1,
  calls: 0,
  modelMs: 0,
  toolMs: 0,
  waitingMs: 0,
  decisions: 0,
  ...more,
})

test('the day that it is depends on where somebody is', () => {
  const at = new Date('2026-03-01T23:30:00Z')
  expect(['UTC', 'Europe/Berlin', 'America/New_York'].map(zone => dayIn(zone, at))).toEqual([
    ...['2026-03-01', '2026-03-02', '2026-03-01'],
  ])
  expect([dayAfter('2026-02-28', 1), dayAfter('2026-03-01', -1), dayAfter('2024-03-01', -1)]).toEqual([
    ...['2026-03-01', '2026-02-28', '2024-02-29'],
  ])
})

test('a day without any use cost nothing, and one without a price keeps that it has none', () => {
  const days = everyDay({ from: '2026-02-27', to: '2026-03-02', groups: [group('2026-03-01')] })
  expect(days.map(({ day, cost, outputTokens }) => [day, cost, outputTokens])).toEqual([
    ['2026-02-27', 0, 0],
    ['2026-02-28', 0, 0],
    ['2026-03-01', null, 10],
    ['2026-03-02', 0, 0],
  ])
  expect(everyDay({ from: '2026-03-01', to: '2026-03-01', groups: [] })).toHaveLength(1)
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
  expect(tokenParts(group('a'))).toEqual({ fresh: 60, cached: 40, output: 10 })
})
