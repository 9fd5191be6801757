import { symlinkSync } from 'node:fs'
import { createTwoFilesPatch } from 'diff'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { LeaseLapsed, revoke } from '../run-tool'
import { hash, registry, temporaryWorkspace } from '../testing/temporary-workspace'
import { isTemporaryName, temporaryName } from '../workspace/replace-file'

type Files = Record<string, string | null>

const ONE_TO_NINE = '1\n2\n3\n4\n5\n6\n7\n8\n9\n'

function prepared(files: Files) {
  const workspace = temporaryWorkspace()
  for (const [path, content] of Object.entries(files)) if (content !== null) workspace.put(path, content)
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

  test('that goes through a link', async () => {
    const workspace = prepared({ b: 'x\n' })
    symlinkSync(workspace.outside, workspace.at('out'))
    for (const path of ['out/canary.txt', 'out/new']) {
      const patch = good + unified(path, '@@ -1 +1 @@', '-CANARY', '+EVIL')
      expect((await workspace.runs('apply_patch', { patch })).kind).toBe('error')
      expect((await workspace.performs('apply_patch', { patch })).kind).toBe('error')
    }
    expect([workspace.read('b'), workspace.outsideIsUntouched()]).toEqual(['x\n', true])
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

test('what a patch was made of comes out of it, to the byte', async () => {
  await fc.assert(
    fc.asyncProperty(texts, texts, fc.integer({ min: 0, max: 4 }), async (before, after, context) => {
      fc.pre(before !== after)
      const patch = createTwoFilesPatch('a/f', 'b/f', before, after, undefined, undefined, { context })
      expect(await patched({ f: before }, patch)).toEqual({ f: after })
    }),
    { numRuns: 150 },
  )
})

const SEVERAL = envelope(
  '*** Update File: d/a',
  '@@',
  '-old',
  '+new',
  '*** Add File: d/n/b',
  '+b',
  '*** Delete File: c',
)
const BEFORE = { 'd/a': 'old\n', c: 'c\n' }

describe('several files', () => {
  test('are shown each by its own diff, and bound to what all of them hold', async () => {
    const shown = await prepared(BEFORE).previews('apply_patch', { patch: SEVERAL })
    expect(shown).toMatchObject({
      preview: {
        kind: 'diff',
        summary: '3 files: Change d/a (+1 −1); Create d/n/b (1 line); Remove c (1 line)',
        diffs: [{ path: 'd/a' }, { path: 'd/n/b' }, { path: 'c' }],
        preconditions: [
          { path: 'd/a', hash: hash('old\n') },
          { path: 'd/n/b', hash: 'absent' },
          { path: 'c', hash: hash('c\n') },
        ],
      },
      risks: expect.arrayContaining([{ level: 'medium', reason: 'Removes a file' }]),
    })
    expect(shown).not.toHaveProperty('preview.diff')
  })

  test('are told in the order in which they are undone from its end', async () => {
    expect(await prepared(BEFORE).runs('apply_patch', { patch: SEVERAL })).toMatchObject({
      ...{ kind: 'ok', text: 'Patched 3 files: d/a, d/n/b, c.' },
      changes: [{ path: 'd/a' }, { path: 'd/n/b', before: null }, { path: 'c', after: null }],
    })
  })

  test('many of them, or one that programs trust, are a high risk', async () => {
    const adding = (paths: string[]) => envelope(...paths.flatMap(path => [`*** Add File: ${path}`, '+x']))
    const many = Array.from({ length: 10 }, (_, at) => `f${at}`)
    for (const paths of [many, ['a', '.github/workflows/ci.yml']])
      expect(await prepared({}).previews('apply_patch', { patch: adding(paths) })).toMatchObject({
        risks: expect.arrayContaining([expect.objectContaining({ level: 'high' })]),
      })
    const tooMany = Array.from({ length: 201 }, (_, at) => `f${at}`)
    expect(await patched({}, adding(tooMany))).toContain('at most 200 files')
  })

  test.each(['d/a', 'c', 'd/n/b'])('are all left as they are where one has changed since: %s', async path => {
    const workspace = prepared(BEFORE)
    const shown = await workspace.previews('apply_patch', { patch: SEVERAL })
    if (shown.kind === 'error') throw new Error(shown.message)
    workspace.put(path, 'mine\nold\n')
    const before = workspace.all()
    const done = await workspace.performs('apply_patch', { patch: SEVERAL }, { preview: shown.preview })
    expect(done).toEqual({ kind: 'drifted' })
    expect(workspace.all()).toEqual(before)
    expect([workspace.read(path), path === 'd/a' || workspace.read('d/a')]).toEqual([
      'mine\nold\n',
      path === 'd/a' || 'old\n',
    ])
  })

  async function interrupted(at: number, interrupt: (workspace: ReturnType<typeof prepared>) => void) {
    const workspace = prepared(BEFORE)
    let count = 0
    const beforeEffect = () => {
      count += 1
      if (count === at) interrupt(workspace)
    }
    const execution = { callId: '0199f3a1-7c3e-7d7e-8f00-0123456789ab', epoch: 7 }
    const done = await workspace.performs('apply_patch', { patch: SEVERAL }, { beforeEffect, execution })
    return { workspace, done, count }
  }

  const asBefore = ({ workspace }: Awaited<ReturnType<typeof interrupted>>) =>
    expect([workspace.all(), workspace.read('d/a'), workspace.read('c')]).toEqual([
      ['c', 'd/', 'd/a'],
      'old\n',
      'c\n',
    ])

  test('are all as before where the lease runs out, at whichever effect that is', async () => {
    const { count } = await interrupted(0, () => undefined)
    for (let at = 1; at <= count; at += 1) {
      const left = await interrupted(at, () => {
        throw new LeaseLapsed()
      })
      expect(left.done).toEqual({ kind: 'lapsed' })
      asBefore(left)
    }
  })

  test('are all as before where the last one fails', async () => {
    const { count } = await interrupted(0, () => undefined)
    const left = await interrupted(count, workspace => {
      const [temporary] = workspace.all().filter(path => /^\.countersign-.*-2\.tmp\/$/.test(path))
      if (temporary) workspace.put(`${temporary}old`, '')
    })
    expect(left.done).toEqual({ kind: 'drifted' })
    asBefore(left)
  })

  test('and what comes to be in the place of a new one at the last moment is not overwritten', async () => {
    const { count } = await interrupted(0, () => undefined)
    const left = await interrupted(count - 1, workspace => workspace.put('d/n/b', 'mine'))
    expect(left.done).toEqual({ kind: 'drifted' })
    expect([left.workspace.read('d/n/b'), left.workspace.read('d/a'), left.workspace.read('c')]).toEqual([
      'mine',
      'old\n',
      'c\n',
    ])
  })
})

test('where a process ended between two files, no file is lost and nothing unfinished takes effect', async () => {
  const workspace = prepared({ c: 'c\n', 'd/n/x': '' })
  const execution = { callId: '0199f3a1-7c3e-7d7e-8f00-0123456789ab', epoch: 7 }
  workspace.put(`d/${temporaryName(execution, 0)}/old`, 'old\n')
  workspace.put(`d/${temporaryName(execution, 0)}/new`, 'new\n')
  workspace.put(`d/n/${temporaryName(execution, 1)}/new`, 'b\n')
  const call = { tool: 'apply_patch', argumentsText: JSON.stringify({ patch: SEVERAL }) }
  await revoke(registry, call, { root: workspace.root, execution })
  expect(
    workspace.all().filter(path => isTemporaryName(path.replace(/\/$/, '').split('/').at(-1) ?? '')),
  ).toEqual([])
  expect([workspace.read('d/a'), workspace.read('c')]).toEqual(['old\n', 'c\n'])
})
