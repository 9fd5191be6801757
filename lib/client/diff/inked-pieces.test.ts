import fc from 'fast-check'
import { expect, test } from 'vitest'
import { visiblePieces } from '@/lib/text/hidden-characters'
import { inkedPieces } from './inked-pieces'

const short = (text: string, ...inks: [number, number, string][]) =>
  inkedPieces(
    text,
    inks.map(([from, to, className]) => ({ from, to, className })),
  ).map(({ text, className }) => [text, className])

test('looks cut a text, one over the other', () => {
  expect(short('const a', [0, 5, 'key'], [3, 7, 'new'])).toEqual([
    ['con', 'key'],
    ['st', 'key new'],
    [' a', 'new'],
  ])
})

test('no look hides what imitates an escape, parts a handle or changes where a look stands', () => {
  expect(short('a⟦U+202E⟧', [2, 3, 'x'])).toEqual([
    ['a', ''],
    ['⟦U+27E6⟧', ''],
    ['U', 'x'],
    ['+202E⟧', ''],
  ])
  expect(short('⟦secret:12⟧b', [3, 12, 'x'])).toEqual([
    ['⟦secret:12⟧', ''],
    ['b', 'x'],
  ])
  expect(short('\u202e\u{e0041}b', [3, 4, 'x'])).toEqual([
    ['⟦U+202E⟧', ''],
    ['⟦U+E0041⟧', ''],
    ['b', 'x'],
  ])
})

test('together the pieces read as the text does without looks', () => {
  const characters = fc.constantFrom(
    'a',
    ' ',
    '\t',
    '\u202e',
    '⟦',
    'U+202E⟧',
    '😀',
    '\u{e0041}',
    '⟦secret:1⟧',
    '\ud83d',
  )
  const text = fc.array(characters, { maxLength: 12 }).map(all => all.join(''))
  const ink = fc.tuple(fc.nat(24), fc.nat(24))
  fc.assert(
    fc.property(text, fc.array(ink), (text, inks) => {
      const pieces = inkedPieces(
        text,
        inks.map(([from, to]) => ({ from, to, className: 'x' })),
      )
      const read = visiblePieces(text).map(piece => piece.text)
      expect(pieces.map(piece => piece.text).join('')).toBe(read.join(''))
      const hidden = pieces.flatMap(piece => piece.hidden ?? [])
      expect(hidden).toHaveLength(visiblePieces(text).filter(piece => piece.hidden).length)
    }),
  )
})
