import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { unifiedLines } from './diff-lines'
import { changedBlocks, changedWords, pairedLines, spaceChange } from './line-changes'

/** A text with what differs in brackets. */
function marked(before: string, after: string): string[] | null {
  const codedText = changedWords(before, after)
  const mark = (text: string, ranges: { from: number; to: number }[]) =>
    ranges.reduceRight(
      (all, { from, to }) => `${all.slice(0, from)}[${all.slice(from, to)}]${all.slice(to)}`,
      text,
    )
  return codedText && [mark(before, codedText.before), mark(after, codedText.after)]
}

describe('what differs in two lines', () => {
  test.each([
    ['const a = 1', 'const b = 1', ['const [a] = 1', 'const [b] = 1']],
    ['if (one two) go to', 'if (three four) go to', ['if ([one two]) go to', 'if ([three four]) go to']],
    ['  same', '    same', ['[  ]same', '[    ]same']],
    ['a\tb', 'a b', ['a[\t]b', 'a[ ]b']],
    ['text', 'text  ', ['text', 'text[  ]']],
    ['say 😀 now', 'say 😁 now', ['say [😀] now', 'say [😁] now']],
  ])('%j becomes %j', (before, after, ranges) => {
    expect(marked(before, after)).toEqual(ranges)
  })

  test.each([
    ['nothing alike', 'quite another line'],
    ['same', 'same'],
    ['', 'new'],
    [`${'a '.repeat(501)}b`, `${'a '.repeat(501)}c`],
    ['a b '.repeat(200), 'c d '.repeat(200)],
  ])('is not marked where that says nothing, or takes long', (before, after) => {
    expect(changedWords(before, after)).toBe(null)
  })

  test('is all that differs: without it the lines are the same', () => {
    const line = fc.array(fc.constantFrom('a', 'word', ' ', '\t', '😀', '\u202e', '('), { maxLength: 12 })
    fc.assert(
      fc.property(line, line, (one, other) => {
        const [before, after] = [one.join(''), other.join('')]
        const codedText = changedWords(before, after)
        const rest = (text: string, ranges: { from: number; to: number }[]) =>
          ranges.reduceRight((all, { from, to }) => all.slice(0, from) + all.slice(to), text)
        const solid = (text: string) => text.replace(/\s/g, '')
        if (codedText) expect(solid(rest(before, codedText.before))).toBe(solid(rest(after, codedText.after)))
      }),
    )
  })
})

const blocksOf = (...lines: string[]) => [...changedBlocks(unifiedLines(lines.join('\n'))).values()]

test('lines stand against each other one by one', () => {
  const blocks = blocksOf('-a', '-b', '-c', '+A', '\\ No newline at end of file', '+B', ' d', '+E', '-F')
  const texts = blocks.map(({ removed, added }) => [removed, added].map(side => side.map(({ text }) => text)))
  expect(texts).toEqual([
    [
      ['a', 'b', 'c'],
      ['A', 'B'],
    ],
    [[], ['E']],
    [['F'], []],
  ])
  expect([...pairedLines(blocks)].map(([line, other]) => line.text + other.text)).toEqual([
    ...['aA', 'Aa', 'bB', 'Bb'],
  ])
})

test.each([
  ['line endings', ['-a', '-b', '+a\r', '+b\r'], { kind: 'toCrlf' }],
  ['line endings', ['-a\r', '+a'], { kind: 'toLf' }],
  ['spaces at the end', ['-a  ', '-b', '+a', '+b\t'], { kind: 'trailing' }],
  ['tabs', ['-  a', '+\ta'], { kind: 'toTabs' }],
  ['tabs', ['-\ta', '+  a'], { kind: 'toSpaces' }],
  ['the indentation', ['-a', '+  a'], { kind: 'indentation' }],
  ['spaces within', ['-a  b', '+a b'], { kind: 'spaces' }],
  ['new lines that end with spaces', ['-a', '+b ', '+c', '+d\t\r'], { kind: 'added', count: 2 }],
  ['more than that', ['-a', '+b'], null],
  ['a mark of the order of bytes', ['-a', '+\ufeffa'], null],
  ['an empty line', ['+'], null],
])('what changes is %s', (_, lines, change) => {
  expect(blocksOf(...lines).map(spaceChange)).toEqual([change])
})
