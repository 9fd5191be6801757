import { execFileSync } from 'node:child_process'
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { temporaryWorkspace } from '../testing/temporary-workspace'

describe('list_files', () => {
  test('lists files with their sizes, sorted, without what nobody wants to see', async () => {
    const workspace = temporaryWorkspace()
    for (const path of ['b.md', 'a/z.md', 'a/b/c.md', 'B.md']) workspace.put(path, path)
    for (const path of ['.env', '.git/config', 'node_modules/x/y.js', 'a/__pycache__/c.pyc', 'venv/x']) {
      workspace.put(path, 'hidden')
    }
    mkdirSync(workspace.at('empty'))
    expect(await workspace.runs('list_files', {})).toEqual({
      kind: 'ok',
      text: [
        'B.md (4 bytes)',
        'a/b/c.md (8 bytes)',
        'a/z.md (6 bytes)',
        'b.md (4 bytes)',
        '[4 files. Names that begin with a dot, node_modules, __pycache__ and venv are left out.]',
      ].join('\n'),
      value: {
        path: '',
        files: [
          { path: 'B.md', size: 4 },
          { path: 'a/b/c.md', size: 8 },
          { path: 'a/z.md', size: 6 },
          { path: 'b.md', size: 4 },
        ],
        count: 4,
        truncated: false,
      },
    })
  })

  test.each([
    ['.git', '.git/config (1 byte)\n[1 file.]'],
    ['./a//b/.', 'a/b/c.md (1 byte)\n[1 file.]'],
    ['empty', '[0 files.]'],
  ])('lists the folder %s when it is named', async (path, text) => {
    const workspace = temporaryWorkspace()
    for (const file of ['.git/config', 'a/b/c.md', 'a/d.md']) workspace.put(file, 'x')
    mkdirSync(workspace.at('empty'))
    expect(await workspace.runs('list_files', { path })).toMatchObject({ kind: 'ok', text })
  })

  test('names links and the like, and does not follow them', async () => {
    const workspace = temporaryWorkspace()
    symlinkSync(workspace.outside, workspace.at('link'))
    symlinkSync('/nowhere', workspace.at('dangling'))
    execFileSync('mkfifo', [workspace.at('fifo')])
    workspace.put('line\nbreak\u202e', '')
    expect(await workspace.runs('list_files', {})).toMatchObject({
      text: [
        'dangling (symbolic link)',
        'fifo (not a regular file)',
        'line⟦U+000A⟧break⟦U+202E⟧ (0 bytes)',
        'link (symbolic link)',
        '[1 file.]',
      ].join('\n'),
      value: { files: [{ path: 'line\nbreak\u202e', size: 0 }], count: 1 },
    })
  })

  test('stops at a thousand, or where the answer becomes too long, and says so', async () => {
    const many = temporaryWorkspace()
    mkdirSync(many.at('many'))
    for (let i = 0; i < 1100; i += 1) writeFileSync(many.at(`many/${i}`), '')
    const thousand = await many.runs('list_files', {})
    expect(thousand).toMatchObject({ value: { count: 1000, truncated: true } })
    expect(thousand.kind === 'ok' && thousand.text).toContain('[1,000 files. There are more')
    const long = temporaryWorkspace()
    for (let i = 0; i < 400; i += 1) writeFileSync(long.at(`${'n'.repeat(200)}${i}`), '')
    const done = await long.runs('list_files', {})
    expect(done).toMatchObject({ value: { truncated: true } })
    expect(done.kind === 'ok' && done.text.length < 50_000).toBe(true)
  })

  test('does not go deeper than twenty folders', async () => {
    const workspace = temporaryWorkspace()
    workspace.put(`${'d/'.repeat(25)}x`, '')
    workspace.put(`${'d/'.repeat(19)}y`, '')
    expect(await workspace.runs('list_files', {})).toMatchObject({
      text: `${'d/'.repeat(20)} (not opened)\n${'d/'.repeat(19)}y (0 bytes)\n[1 file.]`,
    })
  })

  test.each([
    ['missing', 'missing does not exist.'],
    ['file', 'file is not a folder.'],
    ['file/x', 'file is not a folder.'],
  ])('of %s is an error', async (path, text) => {
    const workspace = temporaryWorkspace()
    workspace.put('file', '')
    expect(await workspace.runs('list_files', { path })).toMatchObject({
      kind: 'error',
      text: expect.stringContaining(text),
    })
  })

  test('says what it would list', async () => {
    const workspace = temporaryWorkspace()
    expect(await workspace.previews('list_files', {})).toMatchObject({
      preview: { kind: 'text', summary: 'List all files', preconditions: [] },
    })
    expect(await workspace.previews('list_files', { path: 'a/' })).toMatchObject({
      preview: { summary: 'List files in a' },
    })
  })

  test('stops in the middle when it is told to', async () => {
    const workspace = temporaryWorkspace()
    for (let i = 0; i < 500; i += 1) writeFileSync(workspace.at(`${i}`), '')
    const abort = new AbortController()
    const listing = workspace.performs('list_files', {}, { signal: abort.signal })
    setImmediate(() => abort.abort())
    expect(await listing).toMatchObject({ kind: 'error', details: { stopped: true } })
  })
})
