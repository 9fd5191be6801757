import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { NOW } from '@/test/factories'
import { earliest, Instant, later, msBetween, toInstant } from './instant'

const anyMs = fc.integer({ min: 0, max: 4_102_444_800_000 })

describe('an instant', () => {
  test('compares as text as it does in time', () => {
    fc.assert(
      fc.property(anyMs, anyMs, (a, b) => {
        expect(toInstant(a) < toInstant(b)).toBe(a < b)
      }),
    )
  })

  test('is moved by milliseconds, there and back', () => {
    fc.assert(
      fc.property(anyMs, fc.integer({ min: -1e9, max: 1e9 }), (from, ms) => {
        const start = toInstant(from)
        expect(msBetween(start, later(start, ms))).toBe(ms)
        expect(later(later(start, ms), -ms)).toBe(start)
      }),
    )
  })

  test.each([
    '2026-03-01T12:00:00Z',
    '2026-03-01T12:00:00.1Z',
    '2026-03-01 12:00',
    '2026-03-01T12:00:00.000+01:00',
    '',
  ])('is not %j, which would not compare', text => {
    expect(Instant.safeParse(text).success).toBe(false)
  })

  test('the earliest of several counts, and none of none', () => {
    expect(earliest(later(NOW, 2), undefined, NOW, null, later(NOW, 1))).toBe(NOW)
    expect(earliest()).toBeUndefined()
    expect(earliest(undefined, null)).toBeUndefined()
  })
})
