import fc from 'fast-check'
import { expect, test } from 'vitest'
import { lineStarts, linesWithin } from './code-lines'

test('a line is told by its place, and by what of it lies between two positions', () => {
  const starts = lineStarts('ab\n\ncde\n')
  expect(starts).toEqual([0, 3, 4, 8])
  expect(linesWithin(starts, 0, 8)).toEqual([
    { at: 0, start: 0, from: 0, to: 2 },
    { at: 1, start: 3, from: 3, to: 3 },
    { at: 2, start: 4, from: 4, to: 7 },
  ])
  expect(linesWithin(starts, 5, 6)).toEqual([{ at: 2, start: 4, from: 5, to: 6 }])
  expect(linesWithin(lineStarts(''), 0, 0)).toEqual([])
})

test('whatever is cut where, all of it is there once', () => {
  const text = fc.string({ unit: fc.constantFrom('a', '\n') })
  fc.assert(
    fc.property(text, fc.nat(), (text, cut) => {
      const starts = lineStarts(text)
      const at = cut % (text.length + 1)
      const parts = [...linesWithin(starts, 0, at), ...linesWithin(starts, at, text.length)]
      const whole = parts.map(({ from, to }) => text.slice(from, to)).join('')
      expect(whole).toBe(text.replaceAll('\n', ''))
    }),
  )
})
