import fc from 'fast-check'
import { expect, test } from 'vitest'
import { table } from '@/test/table'
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
  ['Ёжик CAFÉ cafe\u0301 Größe', [word('ежик'), word('cafe'), word('cafe'), word('große')]],
  ['数据库', [word('数据', '据库', '库')]],
  ['"数据" ภาษา', [phrase('数据', '据'), word('ภา', 'าษ', 'ษา', 'า')]],
  ['Postgresで', [word('postgres', 'で')]],
  ['２．１０ v2.10', [word('2', '10'), word('v2', '10')]],
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
  ['我们做了数据库迁移。', '数据库', ['数据库']],
  ['我们做了数据库迁移。', '"数据" 迁移', ['数据', '迁移']],
  ['数据，库', '数据库', []],
  ['데이터베이스를 옮긴다', '베이스', ['베이스']],
  ['ฐานข้อมูลภาษาไทย', 'ภาษา', ['ภาษา']],
  ['Un cafe\u0301 noir, CAFÉ', 'cafe', ['cafe\u0301', 'CAFÉ']],
  ['Release v2.10.3 of useLiveSession', '2.10 live session', ['v2.10', 'useLiveSession']],
  ['HTMLParser', 'parser', ['HTMLParser']],
  ['ｶﾞｲﾄﾞ', 'ガイド', ['ｶﾞｲﾄﾞ']],
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

test('a text without any space may be long', () => {
  const text = `${'数'.repeat(300_000)}据库`
  expect(excerptOf(text, searchTerms('据库')).excerpt).toContain('据库')
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
