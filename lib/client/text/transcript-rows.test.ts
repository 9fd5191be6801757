import { expect, test } from 'vitest'
import { anEntry } from '@/lib/testing/factories'
import { estimatedHeight, rowsOf, transcriptRows } from './transcript-rows'

const entry = (id: string, fields: Parameters<typeof anEntry>[0] = {}) => anEntry({ id, ...fields })

test('each entry has a row, but for a message of Calls alone', () => {
  const entries = [
    entry('a', { kind: 'user' }),
    entry('b', { text: '' }),
    entry('c', { text: '', reasoning: 'Hm.' }),
    entry('d', { text: '', kind: 'result' }),
  ]
  expect(rowsOf(entries).map(row => row.key)).toEqual(['a', 'c', 'd'])
})

test('a run begins where the first row of it stands, but not at the top', () => {
  const entries = [
    entry('a', { runId: 'one' }),
    entry('b', { runId: 'one' }),
    entry('c', { runId: undefined }),
    entry('d', { runId: 'one' }),
    entry('e', { runId: 'two', text: '' }),
    entry('f', { runId: 'two' }),
    entry('g', { runId: 'two' }),
  ]
  expect(rowsOf(entries).flatMap(row => (row.begins ? [[row.key, row.begins]] : []))).toEqual([['f', 'two']])
})

test('entries that have not been read stand as a gap between those far back and those at the end', () => {
  const [older, last] = [[entry('a')], [entry('b', { runId: 'two' })]]
  expect(transcriptRows(older, true, last).map(row => row.key)).toEqual(['a', 'gap', 'b'])
  expect(transcriptRows(older, false, last)).toEqual(rowsOf([...older, ...last]))
})

test('the more there is to read, the taller a row is taken to be, within reason', () => {
  const heightOf = (text: string) => estimatedHeight({ key: 'a', entry: entry('a', { text }) })
  expect(heightOf('a\nb')).toBeGreaterThan(heightOf('a'))
  expect(heightOf('word '.repeat(400))).toBeGreaterThan(heightOf('word'))
  expect(heightOf('\n'.repeat(1_000_000))).toBeLessThan(10_000)
})
