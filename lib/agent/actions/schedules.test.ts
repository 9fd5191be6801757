import { expect } from 'vitest'
import { Refusal } from '@/lib/domain/contract/problem'
import { table } from '@/test/table'
import { nextTime } from './schedules'

const UTC = 'UTC'
const BERLIN = 'Europe/Berlin'

/** The line or time, the zone, after when, and when then; null where no time comes, `''` where the line is no use. */
const rows: [string, string, string, string | null][] = [
  ['0 9 * * *', UTC, '2026-11-28T09:00:00.000Z', '2026-11-29T09:00:00.000Z'],
  ['0 9 * * 1-5', BERLIN, '2026-11-28T09:00:00.000Z', '2026-11-30T08:00:00.000Z'],
  ['*/20 * * * * *', UTC, '2026-11-28T09:00:05.000Z', '2026-11-28T09:00:20.000Z'],
  ['@monthly', UTC, '2026-11-28T09:00:00.000Z', '2026-12-01T00:00:00.000Z'],
  ['0 0 29 2 *', UTC, '2026-11-28T09:00:00.000Z', '2028-02-29T00:00:00.000Z'],
  // An hour that a day does not have is the next one; one that it has twice comes once.
  ['30 2 * * *', BERLIN, '2027-03-27T12:00:00.000Z', '2027-03-28T01:30:00.000Z'],
  ['30 2 * * *', BERLIN, '2026-10-25T00:30:00.000Z', '2026-10-26T01:30:00.000Z'],
  ['2026-11-28T09:00:00.000Z', UTC, '2026-11-28T08:59:59.999Z', '2026-11-28T09:00:00.000Z'],
  ['2026-11-28T09:00:00.000Z', UTC, '2026-11-28T09:00:00.000Z', null],
  ...['0 0 30 2 *', '0 0 31 4,6 *', '61 * * * *', '5', '* * * *', '* * * * * * *', '@never', ''].map(
    (line): [string, string, string, string] => [line, UTC, '2026-11-28T09:00:00.000Z', ''],
  ),
]

table(rows)(
  'the next time of a line or a time, in a zone, after another',
  (line, timeZone, ...[after, next]) => {
    const when = line.startsWith('2026') ? { at: line } : { cron: line }
    const time = nextTime({ id: 'a', timeZone, ...when }, after)
    expect(time instanceof Refusal ? '' : time).toBe(next)
  },
)
