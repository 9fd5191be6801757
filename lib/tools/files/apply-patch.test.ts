import { createTwoFilesPatch } from 'diff'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { numberOfRuns } from '@/test/number-of-runs'
import { temporaryWorkspace } from '../testing/temporary-workspace'

type Files = Record<string, string>

const ONE_TO_NINE = '1\n2\n3\n4\n5\n6\n7\n8\n9\n'

function prepared(files: Files) {
  const workspace = temporaryWorkspace()
  for (const [path, content] of Object.entries(files)) workspace.put(path, content)
  return workspace
}

const envelope = (...lines: string[]): string => ['*** Begin Patch', ...lines, '*** End Patch', ''].join('\n')
const unified = (path: string, ...lines: string[]): string =>
  [`--- a/${path}`, `+++ b/${path}`, ...lines, ''].join('\n')

/** What the files hold once a patch was shown and applied; or why it was not. */
async function patched(files: Files, patch: string): Promise<Files | string> {
  const workspace = prepared(files)
  const done = await workspace.runs('apply_patch', { patch })
  const left = workspace.all().filter(path => !path.endsWith('/'))
  const now = Object.fromEntries(left.map(path => [path, workspace.read(path)]))
  if (done.kind === 'ok') return now
  if (done.kind === 'error') expect(now).toEqual(files)
  return done.kind === 'error' ? done.text : done.kind
}

describe('a patch is applied', () => {
  test.each<[string, Files, string, Files]>([
    [
      'to a line',
      { a: ONE_TO_NINE },
      unified('a', '@@ -4,3 +4,3 @@', ' 4', '-5', '+five', ' 6'),
      { a: ONE_TO_NINE.replace('5', 'five') },
    ],
    [
      'where the lines have moved',
      { a: `new\n${ONE_TO_NINE}` },
      unified('a', '@@ -4,3 +4,3 @@', ' 4', '-5', '+five', ' 6'),
      { a: `new\n${ONE_TO_NINE.replace('5', 'five')}` },
    ],
    [
      'with counts that are wrong',
      { a: ONE_TO_NINE },
      unified('a', '@@ -4,9 +4,1 @@', ' 4', '-5', '+five', '+more', ' 6', '@@ -8,1 +9,1 @@', '-9', '+nine'),
      { a: '1\n2\n3\n4\nfive\nmore\n6\n7\n8\nnine\n' },
    ],
    [
      'with no numbers at all',
      { a: ONE_TO_NINE },
      unified('a', '@@ @@', ' 4', '-5', '+five'),
      { a: ONE_TO_NINE.replace('5', 'five') },
    ],
    [
      'with blank lines that have lost their blank',
      { a: 'x\n\ny\n' },
      unified('a', '@@ -1,3 +1,3 @@', ' x', '', '-y', '+z'),
      { a: 'x\n\nz\n' },
    ],
    [
      'where blanks differ, keeping those of the file',
      { a: '\tif (a)  {\n\t\tb\n\t}  \n' },
      unified('a', '@@ -1,3 +1,3 @@', '     if (a) {', '-        b', '+\t\tc', ' \t}'),
      { a: '\tif (a)  {\n\t\tc\n\t}  \n' },
    ],
    [
      'to a file with CRLF, written without',
      { a: 'x\r\ny\r\n' },
      unified('a', '@@ -1,2 +1,3 @@', ' x', '-y', '+z', '+w'),
      { a: 'x\r\nz\r\nw\r\n' },
    ],
    ...['@@ -1,0 +2 @@', '@@ -2,0 +3 @@', '@@'].map((head): [string, Files, string, Files] => [
      `to a file with CRLF, with no context: ${head}`,
      { a: 'x\r\ny\r\n' },
      head === '@@'
        ? '*** Begin Patch\n*** Update File: a\n@@ x\n+z\n*** End Patch\n'
        : unified('a', head, '+z'),
      { a: head === '@@ -2,0 +3 @@' ? 'x\r\ny\r\nz\r\n' : 'x\r\nz\r\ny\r\n' },
    ]),
    [
      'written with CRLF',
      { a: 'x\ny\n' },
      unified('a', '@@ -1,2 +1,2 @@', ' x', '-y', '+z').replaceAll('\n', '\r\n'),
      { a: 'x\nz\n' },
    ],
    [
      'to a line that looks like a header',
      { a: '-- x\nb\n' },
      unified('a', '@@ -1,2 +1,2 @@', '--- x', '+++ y', ' b'),
      { a: '++ y\nb\n' },
    ],
    [
      'of git, that makes, deletes, moves and copies',
      { gone: 'x\n', old: 'a\nb\n', here: 'h\n' },
      [
        'diff --git a/gone b/gone\ndeleted file mode 100644\n--- a/gone\n+++ /dev/null\n@@ -1 +0,0 @@\n-x\n',
        'diff --git a/new b/new\nnew file mode 100644\n--- /dev/null\n+++ b/new\n@@ -0,0 +1 @@\n+n\n',
        'diff --git a/empty b/empty\nnew file mode 100644\nindex 0000000..e69de29\n',
        'diff --git a/old b/to/moved\nsimilarity index 50%\nrename from old\nrename to to/moved\n',
        '--- a/old\n+++ b/to/moved\n@@ -1,2 +1,2 @@\n a\n-b\n+c\n',
        'diff --git a/here b/copy\nsimilarity index 100%\ncopy from here\ncopy to copy\n-- \n2.39\n',
      ].join(''),
      { here: 'h\n', copy: 'h\n', new: 'n\n', empty: '', 'to/moved': 'a\nc\n' },
    ],
    [
      'of git, to a name that is quoted',
      { é: 'x\n' },
      'diff --git "a/\\303\\251" "b/\\303\\251"\n--- "a/\\303\\251"\n+++ "b/\\303\\251"\n@@ -1 +1 @@\n-x\n+y\n',
      { é: 'y\n' },
    ],
    [
      'without prefixes',
      { a: 'x\n' },
      '--- a\t2026-01-01\n+++ a\t2026-01-02\n@@ -1 +1 @@\n-x\n+y\n',
      { a: 'y\n' },
    ],
    [
      'in an envelope, that makes, changes, moves and deletes',
      { gone: 'x\n', old: 'a\nb\n', same: 'class A\n  def f\n    return\nclass B\n  def f\n    return\n' },
      envelope(
        ...['*** Add File: new', '+n', '+', '*** Delete File: gone'],
        ...['*** Update File: old', '*** Move to: to/moved', '@@', ' a', '-b', '+c'],
        ...['*** Update File: same', '@@ class B', '@@   def f', '-    return', '+    return 2'],
      ),
      {
        new: 'n\n\n',
        'to/moved': 'a\nc\n',
        same: 'class A\n  def f\n    return\nclass B\n  def f\n    return 2\n',
      },
    ],
    [
      'in an envelope, at the end of a file',
      { a: 'x\ny\nx\n' },
      envelope('*** Update File: a', '@@', '-x', '+z', '*** End of File'),
      { a: 'x\ny\nz\n' },
    ],
    [
      'in an envelope, in two parts of one file',
      { a: ONE_TO_NINE },
      envelope('*** Update File: a', '@@', '-2', '+two', '*** Update File: a', '@@', '-two', '+zwei'),
      { a: ONE_TO_NINE.replace('2', 'zwei') },
    ],
  ])('%s', async (...[, files, patch, after]) => {
    expect(await patched(files, patch)).toEqual(after)
  })
})

describe('a patch is refused, and nothing of it done', () => {
  const good = unified('b', '@@ -1 +1 @@', '-x', '+y')
  test.each<[string, Files, string, string]>([
    ['that is none', { a: 'x' }, 'Change x to y', 'names no file'],
    ['that names no file', { a: 'x' }, '@@ -1 +1 @@\n-x\n+y\n', 'names no file'],
    [
      'of which a part fits nowhere',
      { a: 'x\n', b: 'x\n' },
      good + unified('a', '@@ -1 +1 @@', '-gone', '+y'),
      'a: hunk 1 fits nowhere',
    ],
    [
      'of which a part fits in two places',
      { a: 'x\ny\nx\n', b: 'x\n' },
      good + unified('a', '@@ @@', '-x', '+z'),
      'hunk 1 fits in several places (lines 1 and 3): give more of the lines around it',
    ],
    ['that says not where', { a: 'x\n' }, envelope('*** Update File: a', '@@', '+y'), 'does not say where'],
    [
      'below a line that is there twice',
      { a: 'x\nf\nx\ng\n' },
      envelope('*** Update File: a', '@@ x', '-g', '+h'),
      'which is there 2 times',
    ],
    [
      'whose parts are out of order',
      { a: ONE_TO_NINE },
      unified('a', '@@ -8 +8 @@', '-8', '+eight', '@@ -2 +2 @@', '-2', '+two'),
      'fits nowhere below the hunk before it',
    ],
    ['over a file that is there', { a: 'x\n' }, envelope('*** Add File: a', '+y'), 'a exists already'],
    [
      'of a file that is not there',
      { b: 'x\n' },
      unified('a', '@@ -1 +1 @@', '-x', '+y'),
      'a does not exist',
    ],
    [
      'that moves over a file',
      { a: 'x\n', b: 'y\n' },
      envelope('*** Update File: a', '*** Move to: b', '@@', '-x', '+z'),
      'b exists already',
    ],
    [
      'that deletes more than it says',
      { a: 'x\ny\n' },
      '--- a/a\n+++ /dev/null\n@@ -1 +0,0 @@\n-x\n',
      'holds more than the patch removes',
    ],
    ['without its end', { a: 'x\n' }, '*** Begin Patch\n*** Delete File: a\n', 'its end is missing'],
    ['with a line that is none', { a: 'x\n' }, envelope('*** Update File: a', 'x'), 'begins with neither'],
    [
      'of a mode',
      { a: 'x\n' },
      'diff --git a/a b/a\nold mode 100644\nnew mode 100755\n',
      'modes of files are not changed',
    ],
    [
      'that makes a link',
      { a: 'x\n' },
      'diff --git a/l b/l\nnew file mode 120000\n--- /dev/null\n+++ b/l\n@@ -0,0 +1 @@\n+/etc\n\\ No newline at end of file\n',
      'no symbolic links',
    ],
    [
      'of what is not text',
      { a: 'x\n' },
      'diff --git a/a b/a\nindex 1..2 100644\nBinary files a/a and b/a differ\n',
      'not text',
    ],
    ['that leads out', { a: 'x\n' }, envelope('*** Add File: ../outside/b', '+x'), 'cannot hold ".."'],
    ['that leads to the root', { a: 'x\n' }, envelope('*** Delete File: /etc/passwd'), 'absolute'],
    ['that names a folder', { a: 'x\n' }, envelope('*** Add File: d/', '+x'), 'give the path of a file'],
    ['that names two files', { a: 'x\n' }, '--- a/a\n+++ b/b\n@@ -1 +1 @@\n-x\n+y\n', 'are two files'],
  ])('%s', async (...[, files, patch, message]) => {
    expect(await patched(files, patch)).toContain(message)
  })
})

/** Texts of few different lines, so that places are alike; of any line breaks, empty, and with no end. */
const texts = fc
  .array(
    fc.tuple(
      fc.constantFrom('a', 'b', '', ' c', '-- d', '++ e', 'é\u2028𝒳', '\t'),
      fc.constantFrom('\n', '\r\n', '\n'),
    ),
    {
      maxLength: 30,
    },
  )
  .chain(lines => fc.tuple(fc.constant(lines.map(line => line.join('')).join('')), fc.boolean()))
  .map(([text, hasEnd]) => (hasEnd ? text : text.replace(/\r?\n$/, '')))

test('lines that look like the head of another file belong to the hunk that counts them', async () => {
  const patch = '--- a/f\n+++ b/f\n@@ -1,1 +1,1 @@\n--- d\n+++ e\n@@ -3,0 +4,1 @@\n+a\n'
  expect(await patched({ f: '-- d\nb\nc\n' }, patch)).toEqual({ f: '++ e\nb\nc\na\n' })
})

/** A file of one kind of line break keeps to it. */
const isMixed = (text: string): boolean => /\r\n/.test(text) && /(?<!\r)\n/.test(text)

test('what a patch was made of comes out of it, to the byte', async () => {
  await fc.assert(
    fc.asyncProperty(texts, texts, fc.integer({ min: 0, max: 4 }), async (before, after, context) => {
      fc.pre(before !== after && (isMixed(before) || !isMixed(before + after)))
      const patch = createTwoFilesPatch('a/f', 'b/f', before, after, undefined, undefined, { context })
      expect(await patched({ f: before }, patch)).toEqual({ f: after })
    }),
    { numRuns: numberOfRuns(150) },
  )
})
