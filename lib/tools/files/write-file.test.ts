import { chmodSync, chownSync, mkdirSync, statSync } from 'node:fs'
import { applyPatch } from 'diff'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { table } from '@/test/table'
import { hash, temporaryWorkspace } from '../testing/temporary-workspace'

const write = (path: string, content: string) => ['write_file', { path, content }] as const

describe('the preview of write_file', () => {
  table([
    ['a\r\nb\r\n', 'a\nb\n', ['risk.lineBreaks']],
    ['a\nb', 'x\r\ny', ['risk.lineBreaks']],
    ['\ufeffa\n', 'a\n', ['risk.byteOrderMark']],
    ['a\r\n', '\ufeffa\n', ['risk.lineBreaks', 'risk.byteOrderMark']],
    ['a\r\nb\n', 'a\nb\n', []],
    ['a\n', 'b\n', []],
    ['a', 'b\r\n', []],
  ])('says that line breaks or the byte order mark become others', async (before, content, codes) => {
    const workspace = temporaryWorkspace()
    workspace.put('a', before)
    const shown = await workspace.previews(...write('a', content))
    const risks = shown.kind === 'preview' ? shown.risks.map(({ codedText }) => codedText.code) : []
    expect(risks.filter(code => code !== 'risk.overwritesFile')).toEqual(codes)
  })

  test('shows a new file', async () => {
    const workspace = temporaryWorkspace()
    expect(await workspace.previews(...write('./docs//notes.md', 'a\nb\n'))).toEqual({
      kind: 'preview',
      preview: {
        kind: 'diff',
        summary: 'Create docs/notes.md (2 lines)',
        codedText: { code: 'file.create', params: { path: 'docs/notes.md', lines: 2 } },
        diff: {
          path: 'docs/notes.md',
          after: 'a\nb\n',
          unified: '--- /dev/null\n+++ b/docs/notes.md\n@@ -0,0 +1,2 @@\n+a\n+b\n',
        },
        preconditions: [{ path: 'docs/notes.md', hash: 'absent' }],
      },
      risks: [{ level: 'low', reason: 'Creates a file', codedText: { code: 'risk.createsFile' } }],
      effects: [{ path: 'docs/notes.md', bytes: Buffer.from('a\nb\n') }],
    })
    expect(workspace.all()).toEqual([])
  })

  test('shows the change of a file and is bound to its content', async () => {
    const workspace = temporaryWorkspace()
    workspace.put('notes.md', 'a\nb\n')
    expect(await workspace.previews(...write('notes.md', 'a\nB\n'))).toMatchObject({
      preview: {
        summary: 'Change notes.md (+1 −1)',
        diff: { before: 'a\nb\n', after: 'a\nB\n', unified: expect.stringContaining('-b\n+B') },
        preconditions: [{ path: 'notes.md', hash: hash('a\nb\n') }],
      },
      risks: [{ level: 'medium', reason: 'Overwrites a file' }],
    })
  })

  test('says that nothing would change, and then nothing is written', async () => {
    const workspace = temporaryWorkspace()
    workspace.put('notes.md', 'same')
    const before = statSync(workspace.at('notes.md'))
    expect(await workspace.previews(...write('notes.md', 'same'))).toMatchObject({
      preview: { summary: 'No change: notes.md already has this content' },
      risks: [],
    })
    expect(await workspace.runs(...write('notes.md', 'same'))).toMatchObject({
      kind: 'ok',
      details: { bytesWritten: 0 },
    })
    expect(statSync(workspace.at('notes.md')).ino).toBe(before.ino)
  })

  test.each([
    ['binary', Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 1]), 'a PNG image'],
    ['not UTF-8', Buffer.from('caf\xe9 au lait, cr\xe8me br\xfbl\xe9e', 'latin1'), 'not UTF-8 text'],
    ['huge', Buffer.alloc(1_048_577, 'x\n'), 'text'],
  ])('shows a file that is %s by size and hash', async (_, content, kind) => {
    const workspace = temporaryWorkspace()
    workspace.put('data', content)
    const shown = await workspace.previews(...write('data', 'new'))
    if (shown.kind === 'error') throw new Error(shown.message)
    const { diff, summary, preconditions } = shown.preview
    const size = content.length.toLocaleString('en-US')
    expect(summary).toBe(`Change data (${size} bytes become 3 bytes)`)
    expect(diff).toEqual({ path: 'data', truncated: true, unified: expect.any(String) })
    expect(diff?.unified).toContain(
      `- ${size} bytes, ${kind}, ${hash(content)}\n+ 3 bytes, text, ${hash('new')}`,
    )
    expect(preconditions).toEqual([{ path: 'data', hash: hash(content) }])
  })

  test.each([
    ['package.json', 'high', 'Other tools run or trust package.json'],
    ['a/.git/hooks/pre-commit', 'high', 'Other tools run or trust a/.git/hooks/pre-commit'],
    ['./AGENTS.md', 'high', 'Other tools run or trust AGENTS.md'],
    ['big.txt', 'medium', 'Writes 1,100,000 bytes'],
    ['empty.txt', 'medium', 'Leaves the file empty'],
    ['run.sh', 'medium', 'The file is executable'],
  ])('%s has the risk %s: %s', async (path, level, reason) => {
    const workspace = temporaryWorkspace()
    workspace.put('empty.txt', 'not yet')
    workspace.put('run.sh', 'true')
    chmodSync(workspace.at('run.sh'), 0o755)
    const content = path === 'big.txt' ? 'x'.repeat(1_100_000) : path === 'empty.txt' ? '' : 'new'
    expect(await workspace.previews(...write(path, content))).toMatchObject({
      risks: expect.arrayContaining([expect.objectContaining({ level, reason })]),
    })
  })

  test('builds on what earlier calls of its set will have written', async () => {
    const workspace = temporaryWorkspace()
    const first = await workspace.previews(...write('a.md', 'one\n'))
    if (first.kind === 'error') throw new Error(first.message)
    const second = await workspace.previews(
      'edit_file',
      { path: 'a.md', old: 'one', new: 'two' },
      { earlier: first.effects },
    )
    expect(second).toMatchObject({
      preview: { summary: 'Change a.md (+1 −1)', preconditions: [{ path: 'a.md', hash: hash('one\n') }] },
    })
  })

  test.each([
    ['docs/', 'x', 'names a folder'],
    ['folder', 'x', 'is a folder'],
    ['file/x', 'x', 'not a folder'],
    ['a.md', '\ud800', 'half of a character'],
    ['big', 'x', 'larger than 10 MB'],
  ])('of %j is an error, and so is performing it', async (path, content, reason) => {
    const workspace = temporaryWorkspace()
    mkdirSync(workspace.at('folder'))
    workspace.put('file', '')
    workspace.put('big', Buffer.alloc(10_485_761, 'x'))
    const before = workspace.all()
    const shown = await workspace.previews(...write(path, content))
    expect(shown).toMatchObject({ kind: 'error', message: expect.stringContaining(reason) })
    const done = await workspace.performs(...write(path, content))
    expect(done).toMatchObject({ kind: 'error', text: expect.stringContaining(reason) })
    expect(workspace.all()).toEqual(before)
  })
})

describe('write_file', () => {
  test('creates a file and the folders on the way', async () => {
    const workspace = temporaryWorkspace()
    expect(await workspace.runs(...write('a/b/c.md', 'é\n'))).toEqual({
      kind: 'ok',
      text: 'Created a/b/c.md (1 line, 3 bytes).',
      changes: [{ path: 'a/b/c.md', before: null, after: Buffer.from('é\n') }],
      details: { path: 'a/b/c.md', bytesWritten: 3, created: true, hash: hash('é\n') },
    })
    expect(workspace.all()).toEqual(['a/', 'a/b/', 'a/b/c.md'])
    expect(workspace.read('a/b/c.md')).toBe('é\n')
  })

  test.each([
    [0o022, '644', '755'],
    [0o027, '640', '750'],
    [0o002, '664', '775'],
  ])('makes files and folders as the umask %o of its person says', async (umask, file, folder) => {
    const workspace = temporaryWorkspace()
    const before = process.umask(umask)
    await workspace.performs(...write('new/a', 'A')).finally(() => process.umask(before))
    const modeOf = (path: string) => (statSync(workspace.at(path)).mode & 0o777).toString(8)
    expect([modeOf('new/a'), modeOf('new')]).toEqual([file, folder])
  })

  test.each([0o600, 0o644, 0o755, 0o666])('keeps the mode %o of a file', async mode => {
    const workspace = temporaryWorkspace()
    workspace.put('a', 'old')
    chmodSync(workspace.at('a'), mode)
    expect(await workspace.runs(...write('a', 'new'))).toMatchObject({ kind: 'ok' })
    expect(statSync(workspace.at('a')).mode & 0o7777).toBe(mode)
  })

  test('keeps the owner of a file', async () => {
    const workspace = temporaryWorkspace()
    workspace.put('a', 'old')
    // Only root can make a file that is somebody else's.
    if (process.getuid?.() === 0) chownSync(workspace.at('a'), 12345, 12345)
    const { uid, gid } = statSync(workspace.at('a'))
    await workspace.runs(...write('a', 'new'))
    expect(statSync(workspace.at('a'))).toMatchObject({ uid, gid })
  })

  test('and then reading gives the same text, and the preview applies to it', async () => {
    const workspace = temporaryWorkspace()
    const content = fc.string({ unit: 'binary' }).filter(text => text !== '' && !text.includes('\0'))
    await fc.assert(
      fc.asyncProperty(content, content, async (before, after) => {
        workspace.put('a', before)
        const shown = await workspace.previews(...write('a', after))
        if (shown.kind === 'error') throw new Error(shown.message)
        const { unified = '' } = shown.preview.diff ?? {}
        expect(applyPatch(before, unified, { autoConvertLineEndings: false })).toBe(after)
        await workspace.performs(...write('a', after), { preview: shown.preview })
        expect(workspace.read('a')).toBe(after)
      }),
      { numRuns: 50 },
    )
  })
})
