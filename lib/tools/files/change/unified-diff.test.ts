import { applyPatch } from 'diff'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { opaqueDiff, unifiedDiff } from './unified-diff'

const exactly = { autoConvertLineEndings: false }
const text = fc
  .array(fc.constantFrom('a\n', 'b\n', 'c', '\r\n', '\n', '+', '-x\n'))
  .map(pieces => pieces.join(''))

const lines = (text: string) => text.split('\n').length - (text === '' || text.endsWith('\n') ? 1 : 0)

describe('a unified diff', () => {
  test('applied to the content before gives the content after', () => {
    fc.assert(
      fc.property(text, text, (before, after) => {
        expect(applyPatch(before, unifiedDiff('a.txt', before, after).unified, exactly)).toBe(after)
      }),
    )
  })

  test('does so too where it is too much for a minimal one', () => {
    const many = (mark: string, count: number) =>
      Array.from({ length: count }, (_, i) => `${mark}${i}\n`).join('')
    const edge = fc.constantFrom('', '\n', 'a\n', 'a\nb\n\n', many('edge', 10), '\n\n\n\n', 'x')
    const middle = fc.constantFrom('', 'b', many('x', 2000), many('y', 2500), '\n'.repeat(30_000))
    fc.assert(
      fc.property(fc.tuple(edge, edge, edge), middle, middle, ([start, odd, end], old, fresh) => {
        const far = many('same', 21_000)
        const [before, after] = [far + start + old + odd + end, far + start + fresh + end]
        const { unified, addedLines: added, removedLines: removed } = unifiedDiff('a.txt', before, after)
        expect(applyPatch(before, unified, exactly)).toBe(after)
        expect(lines(after) - lines(before)).toBe(added - removed)
      }),
      { numRuns: 60 },
    )
  })

  test('says the same coarsely as minimally where only one piece changed', () => {
    const far = 'far away\n'.repeat(21_000)
    const coarse = unifiedDiff('a', `${far}1\n2\n3\nold\n4`, `${far}1\n2\n3\nnew\n4`)
    expect(coarse.unified).toBe(
      '--- a/a\n+++ b/a\n@@ -21001,5 +21001,5 @@\n 1\n 2\n 3\n-old\n+new\n 4\n\\ No newline at end of file\n',
    )
    const whole = unifiedDiff('a', null, far)
    expect(whole).toMatchObject({ addedLines: 21_000, removedLines: 0 })
    expect(whole.unified).toContain('@@ -0,0 +1,21000 @@\n+far away\n')
    expect(unifiedDiff('a', far, '').unified).toContain('@@ -1,21000 +0,0 @@\n-far away\n')
  })

  test('counts lines and names the file, or says that there was none', () => {
    expect(unifiedDiff('d/a.txt', 'a\nb\nc\n', 'a\nB\nc\nd')).toEqual({
      unified: [
        '--- a/d/a.txt',
        '+++ b/d/a.txt',
        '@@ -1,3 +1,4 @@',
        ' a',
        '-b',
        '+B',
        ' c',
        '+d',
        '\\ No newline at end of file',
        '',
      ].join('\n'),
      addedLines: 2,
      removedLines: 1,
    })
    expect(unifiedDiff('a.txt', null, 'a\n').unified).toBe(
      '--- /dev/null\n+++ b/a.txt\n@@ -0,0 +1,1 @@\n+a\n',
    )
    expect(unifiedDiff('a.txt', 'a\n', null).unified).toBe(
      '--- a/a.txt\n+++ /dev/null\n@@ -1,1 +0,0 @@\n-a\n',
    )
  })

  test('of content that is not shown says what it is instead', () => {
    expect(opaqueDiff('a', { before: '1 byte', after: '2 bytes' })).toBe(
      '--- a/a\n+++ b/a\nThe content is not shown.\n- 1 byte\n+ 2 bytes\n',
    )
    expect(opaqueDiff('a', { before: null, after: '2 bytes' })).toBe(
      '--- /dev/null\n+++ b/a\nThe content is not shown.\n+ 2 bytes\n',
    )
    expect(opaqueDiff('a', { before: '2 bytes', after: null })).toBe(
      '--- a/a\n+++ /dev/null\nThe content is not shown.\n- 2 bytes\n',
    )
  })

  test('of a name that breaks lines keeps its two header lines', () => {
    expect(unifiedDiff('a\n+++ b/evil', '', 'x\n').unified.split('\n')).toHaveLength(5)
  })
})
