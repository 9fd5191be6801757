import { expect, test } from 'vitest'
import { readDiff } from './read-diff'

const UNIFIED = '--- a/a\n+++ b/a\n@@ -2,2 +2,2 @@\n b\n-c\n+C\n'

test('a diff is read with the file that it is about, and what stands below its last line', () => {
  const diff = readDiff(UNIFIED, 'a\nb\nc\nd\ne\n')
  expect(diff).toMatchObject({ file: ['a', 'b', 'c', 'd', 'e'], most: 3, ends: [diff.body.length] })
  expect(diff.first).toBe(diff.lines[2])
  expect(diff.rest).toMatchObject({ before: 4, gap: 2 })
  expect([...diff.pairs]).toContainEqual([diff.lines[2], diff.lines[3]])
})

test('without its file, or with another one, nothing is said of what it leaves out', () => {
  for (const before of [undefined, 'x\ny\n'])
    expect(readDiff(UNIFIED, before)).toMatchObject({ file: null, rest: null })
})
