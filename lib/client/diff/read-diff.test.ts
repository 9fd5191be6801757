import { expect, test } from 'vitest'
import { allOf } from './diff-lines'
import { isLongDiff, readDiff } from './read-diff'

const UNIFIED = '--- a/a\n+++ b/a\n@@ -2,2 +2,2 @@\n b\n-c\n+C\n'

test('a diff is read with the file that it is about, and what stands below its last line', () => {
  const diff = allOf(readDiff(UNIFIED, 'a\nb\nc\nd\ne\n'))
  expect(diff).toMatchObject({ file: ['a', 'b', 'c', 'd', 'e'], most: 3, ends: [diff.body.length] })
  expect(diff.first).toBe(diff.lines[2])
  expect(diff.rest).toMatchObject({ before: 4, gap: 2 })
  expect([...diff.pairs]).toContainEqual([diff.lines[2], diff.lines[3]])
})

test('without its file, or with another one, nothing is said of what it leaves out', () => {
  for (const before of [undefined, 'x\ny\n'])
    expect(allOf(readDiff(UNIFIED, before))).toMatchObject({ file: null, rest: null })
})

test('a long one is read in pieces, and is the same', () => {
  const long = `--- a/a\n+++ b/a\n@@ -0,0 +1,9000 @@\n${'+x\n'.repeat(9_000)}`
  const pieces = [...readDiff(long, undefined)]
  expect(pieces.length).toBeGreaterThan(5)
  expect(allOf(readDiff(long, undefined)).lines).toHaveLength(9_001)
})

test('what is long is so by its lines', () => {
  expect(isLongDiff(`+${'x'.repeat(2_000_000)}\n`)).toBe(false)
  expect(isLongDiff('+x\n'.repeat(5_001))).toBe(true)
  expect(isLongDiff('+x\n', 'x\n'.repeat(5_001))).toBe(true)
})
