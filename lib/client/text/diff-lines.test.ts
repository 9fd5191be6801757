import { expect, test } from 'vitest'
import { diffBody, diffRuns } from './diff-lines'

const UNIFIED = `--- a/notes.md
+++ b/notes.md
@@ -1,3 +1,4 @@
 same
-old
--- looks like a header
+new
+newer
\\ No newline at end of file
`

test('the lines that name the file go, lines that look like them stay', () => {
  expect(diffRuns(diffBody(UNIFIED), 0, UNIFIED.length)).toEqual([
    { sign: '@', lines: ['@@ -1,3 +1,4 @@'] },
    { sign: ' ', lines: ['same'] },
    { sign: '-', lines: ['old', '-- looks like a header'] },
    { sign: '+', lines: ['new', 'newer'] },
    { sign: '\\', lines: ['\\ No newline at end of file'] },
  ])
})

test('a part that begins within a line keeps its sign and loses nothing', () => {
  const body = '+abcdef\n-gh\n'
  expect(diffRuns(body, 3, body.length)).toEqual([
    { sign: '+', lines: ['cdef'] },
    { sign: '-', lines: ['gh'] },
  ])
})

test('a remark in place of content stands as it is', () => {
  expect(diffRuns('The content is not shown.\n+ 9 bytes\n', 0, 40)).toEqual([
    { sign: ' ', lines: ['The content is not shown.'] },
    { sign: '+', lines: [' 9 bytes'] },
  ])
})

test('an empty diff has no lines', () => {
  expect(diffRuns('', 0, 0)).toEqual([])
})
