import { describe, expect, test } from 'vitest'
import { aSession } from '@/test/factories'
import { monthName, sessionAge, sessionGroups } from './session-groups'

const HOUR = 3_600_000
const now = Date.parse('2026-03-10T01:30:00.000Z')
const UTC = { now, offsetMs: 0 }

const at = (id: string, updatedAt: string, more: Parameters<typeof aSession>[0] = {}) =>
  aSession({ id, updatedAt, ...more })

const named = (groups: ReturnType<typeof sessionGroups>) =>
  Object.fromEntries(groups.map(({ name, sessions }) => [name, sessions.map(({ id }) => id)]))

describe('sessions are grouped', () => {
  test('by what they need, then by the day of their last activity', () => {
    const groups = sessionGroups(
      [
        at('now', '2026-03-10T01:00:00.000Z'),
        at('at work', '2026-03-10T00:50:00.000Z', { state: 'running' }),
        at('early', '2026-03-10T00:00:00.000Z'),
        at('late', '2026-03-09T23:59:59.999Z', { state: 'error' }),
        at('six days', '2026-03-04T00:00:00.000Z'),
        at('last year', '2025-12-03T12:00:00.000Z'),
        at('seven days', '2026-03-03T23:59:59.999Z'),
        at('waits since long', '2025-01-01T00:00:00.000Z', { state: 'waiting', pendingCalls: 2 }),
      ],
      UTC,
    )
    expect(groups.map(({ name }) => name)).toEqual([
      'needsYou',
      'running',
      'today',
      'yesterday',
      'week',
      '2026-03',
      '2025-12',
    ])
    expect(named(groups)).toEqual({
      needsYou: ['waits since long'],
      running: ['at work'],
      today: ['now', 'early'],
      yesterday: ['late'],
      week: ['six days'],
      '2026-03': ['seven days'],
      '2025-12': ['last year'],
    })
  })

  test('by the days of the reader, not of the server', () => {
    const sessions = [at('a', '2026-03-10T01:00:00.000Z'), at('b', '2026-03-09T23:00:00.000Z')]
    expect(named(sessionGroups(sessions, { now, offsetMs: -2 * HOUR }))).toEqual({ today: ['a', 'b'] })
    expect(named(sessionGroups(sessions, { now, offsetMs: 9 * HOUR }))).toEqual({ today: ['a', 'b'] })
    expect(named(sessionGroups(sessions, UTC))).toEqual({ today: ['a'], yesterday: ['b'] })
  })

  test('each once, also where clocks differ', () => {
    const ahead = at('a', '2026-03-11T00:00:00.000Z')
    expect(named(sessionGroups([ahead, ahead], UTC))).toEqual({ today: ['a'] })
    expect(sessionGroups([], UTC)).toEqual([])
  })
})

test.each([
  ['2026-03-10T01:30:20.000Z', 'now', 'сейчас'],
  ['2026-03-10T01:29:00.000Z', '1m', '1 мин'],
  ['2026-03-10T00:31:00.000Z', '59m', '59 мин'],
  ['2026-03-10T00:10:00.000Z', '1h', '1 ч'],
  ['2026-03-09T23:59:00.000Z', 'Mon', 'пн'],
  ['2026-03-03T12:00:00.000Z', '3 Mar', '3 мар.'],
  ['2025-11-03T12:00:00.000Z', 'Nov 2025', 'нояб. 2025 г.'],
])('a session that was active at %s shows %s or %s', (updatedAt, en, ru) => {
  expect(sessionAge(updatedAt, 'en', UTC)).toBe(en)
  expect(sessionAge(updatedAt, 'ru', UTC).replace(/\s/g, ' ')).toBe(ru)
})

test('a month has its year if it is another one', () => {
  expect([monthName('2026-02', 'en', UTC), monthName('2025-12', 'ru', UTC)]).toEqual([
    'February',
    'Декабрь 2025 г.',
  ])
})
