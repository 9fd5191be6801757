import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { unifiedDiff } from '@/lib/tools/files/change/unified-diff'
import { fileLines, gapAtEnd, linesBetween, unifiedLines } from './diff-lines'
import { diffBody } from './line-counts'

const UNIFIED = `--- a/notes.md
+++ b/notes.md
@@ -3,3 +3,3 @@
 same
-old
--- looks like a header
+new
+@@ -1 +1 @@
\\ No newline at end of file
@@ -20,1 +20,2 @@
 far
+farther
`

/** Each line in short: its sign, its numbers and its text. */
const short = (body: string): unknown[] =>
  unifiedLines(body).map(({ sign, before, after, gap, text }) => [sign, before, after, gap, text])

describe('the lines of a diff', () => {
  test('have the numbers of the file before and after; what is left out between them is counted', () => {
    expect(short(diffBody(UNIFIED))).toEqual([
      ['@', 1, 1, 2, '@@ -3,3 +3,3 @@'],
      [' ', 3, 3, undefined, 'same'],
      ['-', 4, undefined, undefined, 'old'],
      ['-', 5, undefined, undefined, '-- looks like a header'],
      ['+', undefined, 4, undefined, 'new'],
      ['+', undefined, 5, undefined, '@@ -1 +1 @@'],
      ['\\', undefined, 5, undefined, '\\ No newline at end of file'],
      ['@', 6, 6, 14, '@@ -20,1 +20,2 @@'],
      [' ', 20, 20, undefined, 'far'],
      ['+', undefined, 21, undefined, 'farther'],
    ])
  })

  test('of a new, an emptied and a lengthened file begin at 1, with nothing left out before them', () => {
    expect(short('@@ -0,0 +1 @@\n+a')[1]).toEqual(['+', undefined, 1, undefined, 'a'])
    expect(short('@@ -1,1 +0,0 @@\n-a')).toMatchObject([
      ['@', 1, 1, 0, expect.anything()],
      ['-', 1, undefined, undefined, 'a'],
    ])
    expect(short('@@ -4,0 +5,1 @@\n+e')).toMatchObject([
      ['@', 1, 1, 4, expect.anything()],
      ['+', undefined, 5, undefined, 'e'],
    ])
  })

  test('that stand in place of content have no numbers', () => {
    expect(short('The content is not shown.\n- 1 byte\n+ 9 bytes\n')).toEqual([
      [' ', undefined, undefined, undefined, 'The content is not shown.'],
      ['-', undefined, undefined, undefined, ' 1 byte'],
      ['+', undefined, undefined, undefined, ' 9 bytes'],
    ])
    expect(short('')).toEqual([])
  })

  const content = fc
    .array(fc.constantFrom('a\n', 'b\n', 'c', '\r\n', '\n', '+', '-x\n', '@@ -1 +1 @@\n', '\\ No\n'))
    .map(pieces => pieces.join(''))
  const file = (text: string) => (text === '' ? [] : text.replace(/\n$/, '').split('\n'))

  test('are together the text of the diff, and each is the line of its number', () => {
    fc.assert(
      fc.property(content, content, (before, after) => {
        const body = diffBody(unifiedDiff('a', before, after).unified)
        const lines = unifiedLines(body)
        expect(lines.map(({ from, to }) => body.slice(from, to)).join('')).toBe(body)
        for (const { text, at, ...line } of lines) {
          expect(body.slice(at, at + text.length)).toBe(text)
          if (/[@\\]/.test(line.sign)) continue
          if (line.before !== undefined) expect(file(before)[line.before - 1]).toBe(text)
          if (line.after !== undefined) expect(file(after)[line.after - 1]).toBe(text)
        }
      }),
    )
  })
})

describe('the file before', () => {
  const before = Array.from({ length: 30 }, (_, n) => `line ${n + 1}\n`).join('')
  const after = before.replace('line 8\n', 'new\nnewer\n').replace('line 20\n', '')
  const lines = unifiedLines(diffBody(unifiedDiff('a', before, after).unified))

  test('has the lines that are left out, also those at its end', () => {
    const file = fileLines(before, lines)
    const gaps = [...lines, gapAtEnd(lines, file ?? [])].filter(({ sign }) => sign === '@')
    const left = gaps.map(({ before = 0, gap = 0 }) => file?.slice(before - 1, before - 1 + gap))
    expect(left.map(texts => [texts?.at(0), texts?.at(-1)])).toEqual([
      ['line 1', 'line 4'],
      ['line 12', 'line 16'],
      ['line 24', 'line 30'],
    ])
    expect(gaps.map(({ before = 0, after = 0 }) => after - before)).toEqual([0, 1, 0])
  })

  test('is not the one that the diff is of where a line is another', () => {
    expect(fileLines(before.replace('line 9', '⟦secret:1⟧'), lines)).toBe(null)
    expect(fileLines(before.replace('line 1\n', ''), lines)).toBe(null)
  })
})

describe('a part of a diff', () => {
  const shown = (body: string, from: number, to: number) =>
    linesBetween(unifiedLines(body), from, to).map(
      ({ line, start, end }) => `${line.sign}${line.text.slice(start, end)}`,
    )

  test('that begins or ends within a line keeps its sign', () => {
    const body = '+abcdef\n-gh\n'
    expect(shown(body, 3, body.length)).toEqual(['+cdef', '-gh'])
    expect(shown(body, 0, 4)).toEqual(['+abc'])
    expect(shown(body, 7, 8)).toEqual([])
  })

  test('and what comes after it are all of it, wherever it is parted', () => {
    const body = diffBody(UNIFIED)
    const texts = (from: number, to: number) =>
      linesBetween(unifiedLines(body), from, to).map(({ line, start, end }) => line.text.slice(start, end))
    const all = texts(0, body.length).join('')
    fc.assert(
      fc.property(fc.nat(body.length), at => {
        expect([...texts(0, at), ...texts(at, body.length)].join('')).toBe(all)
      }),
    )
  })
})
