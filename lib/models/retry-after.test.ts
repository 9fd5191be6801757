import { expect, test } from 'vitest'
import { retryAfterMs } from './failure'

const NOW = Date.parse('2026-10-21T07:28:00Z')

test.each<[string, Record<string, string>, number | undefined]>([
  ['nothing', {}, undefined],
  ['seconds', { 'retry-after': '120' }, 120_000],
  ['parts of a second', { 'retry-after': '0.5' }, 500],
  ['zero', { 'retry-after': '0' }, 0],
  ['milliseconds, which win', { 'retry-after-ms': '15', 'retry-after': '1' }, 15],
  ['a date', { 'retry-after': 'Wed, 21 Oct 2026 07:29:00 GMT' }, 60_000],
  [
    'a date by the clock of the server',
    { 'retry-after': 'Wed, 21 Oct 2026 07:29:00 GMT', date: 'Wed, 21 Oct 2026 07:28:50 GMT' },
    10_000,
  ],
  ['a date that has passed', { 'retry-after': 'Wed, 21 Oct 2026 07:27:00 GMT' }, 0],
  [
    'a date, the server having a clock that cannot be read',
    { 'retry-after': 'Wed, 21 Oct 2026 07:29:00 GMT', date: 'noon' },
    60_000,
  ],
  ['nonsense', { 'retry-after': 'soon' }, undefined],
  ['less than nothing', { 'retry-after': '-5', 'retry-after-ms': '-5' }, undefined],
  ['an empty value', { 'retry-after': '' }, undefined],
])('%s', (_, headers, expected) => expect(retryAfterMs(headers, NOW)).toBe(expected))
