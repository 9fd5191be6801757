import { expect, test } from 'vitest'
import { anEntry } from '@/test/factories'
import { estimatedHeight, landingAfter, NO_LANDING, placeIn, rowsOf, transcriptRows } from './transcript-rows'

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

const read = (seq: number, fields: Parameters<typeof anEntry>[0] = {}) =>
  entry(`r${seq}`, {
    seq,
    runId: 'run',
    kind: 'result',
    call: { tool: 'read_file', summary: '', result: 'ok', digest: '', isRead: true },
    ...fields,
  })

test('what was changed of a call stands with the call', () => {
  const change = { names: ['content'], added: 1, removed: 1 }
  const call = { tool: 'write_file', summary: '', result: 'ok', digest: '', change } as const
  const told = [
    entry('a', {
      kind: 'correction',
      codedText: { code: 'plain.lines', parts: [{ code: 'correction.changed' }] },
    }),
    entry('b', { kind: 'result', call }),
  ]
  expect(rowsOf(told).map(({ key }) => key)).toEqual(['b'])
})

test('reads of a run that follow each other are one row, under the name of the first; a link to one of them opens it', () => {
  const failed = { tool: 'read_file', summary: '', result: 'error', digest: '', isRead: true } as const
  const rows = rowsOf([
    ...[read(1), read(2), read(3)],
    read(4, { call: failed }),
    ...[read(5), read(6)],
    ...[read(7, { runId: 'two' }), read(8, { runId: 'two' }), entry('e', { seq: 9, text: '' })],
    ...[read(10, { runId: 'two' }), read(11, { runId: 'two' })],
  ])
  expect(rows.map(({ key, reads }) => [key, reads?.length])).toEqual([
    ...[
      ['r1', 3],
      ['r4', undefined],
    ],
    ...[
      ['r5', 2],
      ['r7', 4],
    ],
  ])
  const target = { seq: 10 }
  const { seq, unfolds } = landingAfter(NO_LANDING, { target, rows, isReady: true })
  expect([seq, unfolds]).toEqual([10, ['reads r7', 'r10']])
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

test.each([
  ['#seq-12', { seq: 12 }],
  ['#seq-', null],
  ['#seq-1x', null],
  ['#seq-12345678901', null],
  ['', null],
])('the address %j names a place: %j', (hash, target) => {
  expect(placeIn(hash)).toEqual(target)
})

test('a link lands on its entry, or the next one that has a row, and unfolds it where it is folded', () => {
  const rows = rowsOf([
    entry('a', { seq: 2, kind: 'user' }),
    entry('b', { seq: 5, kind: 'assistant', text: '' }),
    entry('c', { seq: 7, kind: 'result' }),
    entry('d', { seq: 9, kind: 'assistant' }),
  ])
  const landed = (seq: number) => {
    const target = { seq }
    const landing = landingAfter(NO_LANDING, { target, rows, isReady: true })
    expect(landing.target).toBe(target)
    return [landing.seq, landing.unfolds]
  }
  expect(landed(2)).toEqual([2, []])
  expect(landed(5)).toEqual([7, ['c']])
  expect(landed(7)).toEqual([7, ['c']])
  expect(landed(9)).toEqual([9, []])
})

test('a link lands when its row has come, however late, once, and again when it is followed again', () => {
  const [target, rows] = [{ seq: 7 }, rowsOf([entry('c', { seq: 7 })])]
  const loading = landingAfter(NO_LANDING, { target, rows: [], isReady: false })
  const beforeRow = landingAfter(loading, { target, rows: rowsOf([entry('a', { seq: 2 })]), isReady: true })
  expect(beforeRow).toEqual(NO_LANDING)
  const landing = landingAfter(beforeRow, { target, rows, isReady: true })
  expect(landing).toMatchObject({ target, seq: 7 })
  expect(landingAfter(landing, { target, rows: rowsOf([]), isReady: true })).toBe(landing)
  const again = { seq: 7 }
  expect(landingAfter(landing, { target: again, rows, isReady: true }).target).toBe(again)
  expect(landingAfter(landing, { target: null, rows, isReady: true })).toBe(landing)
})
