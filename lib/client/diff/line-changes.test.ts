import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { unifiedLines } from './diff-lines'
import { changedWords, pairedLines } from './line-changes'

/** A text with what differs in brackets. */
function marked(before: string, after: string): string[] | null {
  const words = changedWords(before, after)
  const mark = (text: string, ranges: { from: number; to: number }[]) =>
    ranges.reduceRight(
      (all, { from, to }) => `${all.slice(0, from)}[${all.slice(from, to)}]${all.slice(to)}`,
      text,
    )
  return words && [mark(before, words.before), mark(after, words.after)]
}

describe('what differs in two lines', () => {
  test.each([
    ['const a = 1', 'const b = 1', ['const [a] = 1', 'const [b] = 1']],
    ['if (one two) go to', 'if (three four) go to', ['if ([one two]) go to', 'if ([three four]) go to']],
    ['  same', '    same', ['[  ]same', '[    ]same']],
    ['a\tb', 'a b', ['a[\t]b', 'a[ ]b']],
    ['text', 'text  ', ['text', 'text[  ]']],
    ['say 😀 now', 'say 😁 now', ['say [😀] now', 'say [😁] now']],
    // That says nothing, or takes long.
    ['nothing alike', 'quite another line', null],
    ['same', 'same', null],
    ['', 'new', null],
    [`${'a '.repeat(501)}b`, `${'a '.repeat(501)}c`, null],
    ['a b '.repeat(200), 'c d '.repeat(200), null],
  ])('%j becomes %j', (before, after, ranges) => {
    expect(marked(before, after)).toEqual(ranges)
  })

  test('is all that differs: without it the lines are the same', () => {
    const line = fc.array(fc.constantFrom('a', 'word', ' ', '\t', '😀', '\u202e', '('), { maxLength: 12 })
    fc.assert(
      fc.property(line, line, (one, other) => {
        const [before, after] = [one.join(''), other.join('')]
        const words = changedWords(before, after)
        const rest = (text: string, ranges: { from: number; to: number }[]) =>
          ranges.reduceRight((all, { from, to }) => all.slice(0, from) + all.slice(to), text)
        const solid = (text: string) => text.replace(/\s/g, '')
        if (words) expect(solid(rest(before, words.before))).toBe(solid(rest(after, words.after)))
      }),
    )
  })
})

test('lines stand against each other one by one', () => {
  const lines = ['-a', '-b', '-c', '+A', '\\ No newline at end of file', '+B', ' d', '+E', '-F']
  const pairs = [...pairedLines(unifiedLines(lines.join('\n')))]
  expect(pairs.map(([line, other]) => line.text + other.text)).toEqual(['Aa', 'aA', 'Bb', 'bB'])
})
