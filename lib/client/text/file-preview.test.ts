import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import { previewKind, proseBeginning, separatorOf, tableRows } from './file-preview'

it.each([
  ['a/b.csv', 'table'],
  ['B.TSV', 'table'],
  ['package.json', 'tree'],
  ['README.md', 'prose'],
  ['json', null],
  ['a.json/b', null],
  ['a.ts', null],
  ['constructor', null],
])('%s is shown as %s beside its text', (path, kind) => {
  expect(previewKind(path)).toBe(kind)
})

const rows = (text: string, separator = ','): string[][] => tableRows(text, separator, 100).rows

describe('records', () => {
  it.each([
    [
      'lines',
      'a,b\nc,d',
      [
        ['a', 'b'],
        ['c', 'd'],
      ],
    ],
    ['a break at the end', 'a,b\r\n', [['a', 'b']]],
    ['no line at all', '', []],
    ['an empty line', 'a\n\nb', [['a'], [''], ['b']]],
    [
      'fields without anything',
      ',\n,,',
      [
        ['', ''],
        ['', '', ''],
      ],
    ],
    ['rows of several lengths', 'a,b,c\nd\ne,f,g,h', [['a', 'b', 'c'], ['d'], ['e', 'f', 'g', 'h']]],
    ['a separator in quotes', '"a,b",c', [['a,b', 'c']]],
    ['quotes in quotes', '"a ""b""",""', [['a "b"', '']]],
    ['a line break in quotes', '"a\r\nb",c\rd', [['a\r\nb', 'c'], ['d']]],
    ['a quote within a field', 'a"b,c', [['a"b', 'c']]],
    ['text behind a quote', '"a"b,c', [['ab', 'c']]],
    ['a mark of the order of bytes', '\ufeffa,b', [['\ufeffa', 'b']]],
  ])('%s', (_, text, all) => {
    expect(rows(text)).toEqual(all)
  })

  test('are as many as are wanted, and it is told whether there are others', () => {
    expect(tableRows('a\nb\nc', ',', 2)).toEqual({ rows: [['a'], ['b']], isMore: true, isOpen: false })
    expect(tableRows('a\nb\n', ',', 2)).toEqual({ rows: [['a'], ['b']], isMore: false, isOpen: false })
  })

  test('are read from a text of nothing but quotes', () => {
    expect(rows('"'.repeat(1_000_000))).toEqual([['"'.repeat(499_999)]])
  })

  test('it is told where a quote is never closed', () => {
    expect(tableRows('a,"b\nc', ',', 2)).toEqual({ rows: [['a', 'b\nc']], isMore: false, isOpen: true })
  })

  test('are read as they were written, whatever they hold', () => {
    const field = fc.string({ unit: fc.constantFrom('a', '"', ',', '\n', '\r', ' ', '\u202e') })
    const record = fc.array(field, { minLength: 1, maxLength: 4 })
    const written = (all: string[][]): string =>
      all.map(one => one.map(text => `"${text.replaceAll('"', '""')}"`).join(',')).join('\r\n')
    fc.assert(
      fc.property(fc.array(record, { minLength: 1, maxLength: 6 }), all => {
        expect(rows(written(all))).toEqual(all)
      }),
    )
  })
})

it.each([
  ['a.csv', 'a,b;c,d', ','],
  ['a.csv', 'a;b;c', ';'],
  ['a.csv', '"a;b;c",d', ','],
  ['a.csv', 'a', ','],
  ['a.tsv', 'a,b\tc', '\t'],
])('%s with %s is parted by %j', (path, text, separator) => {
  expect(separatorOf(path, text)).toBe(separator)
})

test('a long document is shown up to the end of a paragraph, else of a line, else up to a character', () => {
  expect(proseBeginning('short')).toBe('short')
  const words = 'a word '.repeat(1_600)
  expect(proseBeginning(`${words}\n\n${words}`)).toBe(words)
  expect(proseBeginning(`a\n${words}\n${words}`)).toBe(`a\n${words}`)
  expect(proseBeginning('x'.repeat(30_000))).toHaveLength(20_000)
})
