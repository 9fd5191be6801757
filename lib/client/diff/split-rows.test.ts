import fc from 'fast-check'
import { expect, test } from 'vitest'
import { linesBetween, unifiedLines } from './diff-lines'
import { splitRows } from './split-rows'

const rowsOf = (...texts: string[]) => {
  const body = texts.join('\n')
  return splitRows(linesBetween(unifiedLines(body), 0, body.length))
}
const short = (...texts: string[]) =>
  rowsOf(...texts).lines.map(({ part, row, side }) => `${row} ${side} ${part.line.text}`)

test('what goes and what comes stand side by side, and what stays across', () => {
  const texts = ['@@ -1,4 +1,3 @@', ' a', '-b', '-c', '+B', ' d', '+e']
  expect(short(...texts)).toEqual([
    ...['1 both @@ -1,4 +1,3 @@', '2 both a', '3 left b', '4 left c', '3 right B', '5 both d', '6 right e'],
  ])
  expect(rowsOf(...texts).blanks).toEqual([
    { row: 4, rows: 1, side: 'right' },
    { row: 6, rows: 1, side: 'left' },
  ])
})

test('a remark on the end stands at the side of its line', () => {
  expect(short('@@ -1 +1 @@', '-a', '\\ No newline at end of file', '+b')).toEqual([
    ...['1 both @@ -1 +1 @@', '2 left a', '3 left \\ No newline at end of file', '2 right b'],
  ])
})

test('no place is taken twice, and each is taken', () => {
  const line = fc.constantFrom(' a', '-b', '+c', '@@ -1 +1 @@')
  fc.assert(
    fc.property(fc.array(line), texts => {
      const { lines, blanks } = rowsOf(...texts)
      const places = [
        ...lines.flatMap(({ row, side }) =>
          side === 'both' ? [`${row} left`, `${row} right`] : [`${row} ${side}`],
        ),
        ...blanks.flatMap(({ row, rows, side }) =>
          Array.from({ length: rows }, (_, n) => `${row + n} ${side}`),
        ),
      ]
      expect(new Set(places).size).toBe(places.length)
      const last = Math.max(0, ...lines.map(({ row }) => row))
      expect(places).toHaveLength(2 * last)
    }),
  )
})
