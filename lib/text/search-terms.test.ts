import fc from 'fast-check'
import { expect, test } from 'vitest'
import { table } from '@/lib/testing/table'
import { excerptOf, searchTerms } from './search-terms'

const word = (...words: string[]) => ({ words, isPhrase: false, isExcluded: false })
const phrase = (...words: string[]) => ({ words, isPhrase: true, isExcluded: false })

table([
  ['release notes', [word('release'), word('notes')]],
  ['  Release\tNOTES ', [word('release'), word('notes')]],
  ['"release notes"', [phrase('release', 'notes')]],
  ['notes.md', [word('notes', 'md')]],
  ['src/lib/a-b.ts', [word('src', 'lib', 'a', 'b', 'ts')]],
  ['-draft', [{ ...word('draft'), isExcluded: true }]],
  ['-"first draft" notes', [{ ...phrase('first', 'draft'), isExcluded: true }, word('notes')]],
  ['"not closed', [phrase('not', 'closed')]],
  ['a"b c"', [word('a', 'b'), word('c')]],
  ['Заметки', [word('заметки')]],
  ["a'b\\c & | ! : * ( ) <->", [word('a', 'b', 'c')]],
  ['"" - -- ... !!! “”', []],
  ['', []],
])('what is written is looked for as its words', (written, terms) => {
  expect(searchTerms(written)).toEqual(terms)
})

test.each([
  ['Write the release notes', 'notes', ['notes']],
  ['Write the release notes', 'rel no', ['release', 'notes']],
  ['a.b a c a-b ab', '"a b"', ['a.b', 'a-b']],
  ['notes.md and notes', 'notes.md', ['notes.md']],
  ['one two one', 'one "one two" two', ['one two', 'one']],
  ['Nothing of it', 'else', []],
  ['not this', '-this', []],
])('in %j, %j is found', (text, written, marked) => {
  const { excerpt, highlights } = excerptOf(text, searchTerms(written))
  expect(excerpt).toBe(text)
  expect(highlights.map(([from, to]) => excerpt.slice(from, to))).toEqual(marked)
})

test('several lines are shown as one', () => {
  expect(excerptOf('One\n\n  two\t', searchTerms('two'))).toEqual({
    excerpt: 'One two',
    highlights: [[4, 7]],
  })
})

test('of a long text the part is shown in which it was found', () => {
  const { excerpt, highlights } = excerptOf(
    `${'before '.repeat(100)}needle${' after'.repeat(100)}`,
    searchTerms('needle'),
  )
  expect(excerpt).toMatch(/^…before .* needle after .*…$/)
  expect(excerpt.length).toBeLessThan(250)
  expect(highlights.map(([from, to]) => excerpt.slice(from, to))).toEqual(['needle'])
})

test('whatever text it is: highlights are places in the excerpt, in order and apart', () => {
  const text = fc.string({ unit: 'binary', maxLength: 600 })
  fc.assert(
    fc.property(text, text, (given, written) => {
      const { excerpt, highlights } = excerptOf(given, searchTerms(written))
      expect(excerpt.length).toBeLessThanOrEqual(242)
      let end = -1
      for (const [from, to] of highlights) {
        expect(from).toBeGreaterThan(end)
        expect(to).toBeGreaterThan(from)
        end = to
      }
      expect(end).toBeLessThanOrEqual(excerpt.length)
    }),
  )
})
