import { expect, test } from 'vitest'
import { dayName } from './day'

const now = new Date(2026, 2, 30, 0, 10)

test.each([
  [new Date(2026, 2, 30, 0, 5), 'Today', 'Сегодня'],
  [new Date(2026, 2, 29, 23, 55), 'Yesterday', 'Вчера'],
  [new Date(2026, 2, 28, 12), 'Saturday 28 March', 'Суббота, 28 марта'],
  [new Date(2025, 11, 31, 12), 'Wednesday, 31 December 2025', 'Среда, 31 декабря 2025 г.'],
])('%s is %s, %s', (at, en, ru) => {
  expect(dayName(at.toISOString(), { locale: 'en', now })).toBe(en)
  expect(dayName(at.toISOString(), { locale: 'ru', now })).toBe(ru)
})
