import { expect, test } from 'vitest'
import { historyAddress, historyFilter, historyQuery } from './history-filters'

const filter = (address: string) => historyFilter(new URLSearchParams(address))

test('what is asked for is kept in the address', () => {
  for (const address of [
    '',
    'q=release+notes',
    'kind=message&q=%22a+b%22+-c&tool=write_file&decision=deny&person=owner&from=2026-01-02&to=2026-03-04',
  ])
    expect(historyAddress(filter(address))).toBe(address)
})

test('what cannot be asked for is left out', () => {
  expect(historyAddress(filter('q=++&kind=song&decision=perhaps&from=yesterday&to=2026-1-1&x=y'))).toBe('')
  expect(filter(`q=${'x'.repeat(5000)}`).q).toHaveLength(1000)
})

test('days are those of the reader, to their end', () => {
  const { from, to, kind } = historyQuery(filter('from=2026-01-02&to=2026-01-02&kind=message'))
  expect(kind).toEqual(['message'])
  expect(Date.parse(to) - Date.parse(from)).toBe(86_400_000 - 1)
  expect(from).toBe(new Date(2026, 0, 2).toISOString())
  expect(historyQuery(filter('from=2026-13-45')).from).toBe('2026-13-45T00:00:00.000')
})
