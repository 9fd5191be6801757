import { execFileSync } from 'node:child_process'
import { symlinkSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { lineMatcher } from '@/lib/tools/files/search/search-texts'
import { temporaryWorkspace } from '../testing/temporary-workspace'

const files = () => {
  const workspace = temporaryWorkspace()
  workspace.put('a.ts', 'one\nTwo --force\nthree')
  workspace.put('sub/b.TS', 'two\r\nfour')
  workspace.put('sub/c.md', 'two (2)')
  workspace.put('.hidden/d.ts', 'two')
  workspace.put('node_modules/e.ts', 'two')
  workspace.put('image.png', Buffer.concat([Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'), Buffer.from('two')]))
  return workspace
}

describe('search_files', () => {
  test.each<[string, object, string[]]>([
    ['any case', { pattern: 'two' }, ['a.ts:2: Two --force', 'sub/b.TS:1: two', 'sub/c.md:1: two (2)']],
    ['capital letters told apart', { pattern: 'Two', caseSensitive: true }, ['a.ts:2: Two --force']],
    ['one extension', { pattern: 'two', extension: 'ts' }, ['a.ts:2: Two --force', 'sub/b.TS:1: two']],
    ['an extension with its dot', { pattern: 'two', extension: '.md' }, ['sub/c.md:1: two (2)']],
    ['a folder', { pattern: 'two', path: 'sub' }, ['sub/b.TS:1: two', 'sub/c.md:1: two (2)']],
    [
      'a folder that is left out unless it is named',
      { pattern: 't', path: '.hidden' },
      ['.hidden/d.ts:1: two'],
    ],
    ['what begins like an option', { pattern: '--force' }, ['a.ts:2: Two --force']],
    ['an expression', { pattern: '^t\\w+$' }, ['a.ts:3: three', 'sub/b.TS:1: two']],
  ])('finds lines in %s', async (_, args, lines) => {
    const done = await files().runs('search_files', args)
    expect(done.kind === 'ok' && done.text.split('\n').slice(0, -1)).toEqual(lines)
    expect(done).toMatchObject({ value: { count: lines.length, truncated: false } })
  })

  test('says where nothing is found, and what a broken expression was taken for', async () => {
    const workspace = files()
    expect(await workspace.runs('search_files', { pattern: 'nowhere' })).toMatchObject({
      text: '[0 matches in 3 files searched. Passed over: 1 binary file. Names that begin with a dot, node_modules, __pycache__ and venv are left out.]',
    })
    expect(await workspace.runs('search_files', { pattern: '(2' })).toMatchObject({
      text: 'sub/c.md:1: two (2)\n[1 match in 3 files searched. Passed over: 1 binary file. Names that begin with a dot, node_modules, __pycache__ and venv are left out. The pattern is no regular expression, so it was searched for as it is written.]',
    })
  })

  test('follows no link and waits for no pipe', async () => {
    const workspace = files()
    symlinkSync(workspace.outside, workspace.at('link'))
    execFileSync('mkfifo', [workspace.at('fifo')])
    expect(await workspace.runs('search_files', { pattern: 'CANARY' })).toMatchObject({ value: { count: 0 } })
    expect(await workspace.runs('search_files', { pattern: 'a', path: 'none' })).toMatchObject({
      kind: 'error',
      text: 'none does not exist.',
    })
  })

  test('stops at its bounds and says so', async () => {
    const workspace = temporaryWorkspace()
    workspace.put('many.txt', 'x\n'.repeat(2000))
    workspace.put('wide.txt', `x${'y'.repeat(10_000)}`)
    for (const name of ['large.txt', 'larger.txt']) workspace.put(name, 'x'.repeat(5_300_000))
    const done = await workspace.runs('search_files', { pattern: 'x' })
    expect(done).toMatchObject({ value: { count: 500, truncated: true } })
    expect(done.kind === 'ok' && done.text).toContain('There are more')
    expect(done.kind === 'ok' && done.text).toContain('Passed over: 2 large files.')
    const wide = await workspace.runs('search_files', { pattern: 'xy' })
    expect(wide.kind === 'ok' && wide.text.length).toBeLessThan(500)
  })

  test('is not drowned by an expression in which others would', () => {
    const { matches } = lineMatcher('(a+)+$', true)
    expect(matches(`${'a'.repeat(50_000)}b`)).toBe(false)
  })
})

describe('file_info', () => {
  test.each<[string, object]>([
    ['a.ts', { kind: 'ok', value: { exists: true, isFile: true, isFolder: false, size: 21 } }],
    ['sub', { kind: 'ok', value: { exists: true, isFile: false, isFolder: true } }],
    ['.', { kind: 'ok', value: { path: '', isFolder: true } }],
    ['none', { kind: 'error', text: 'none does not exist.', details: { exists: false } }],
    ['none/at/all', { kind: 'error', details: { exists: false } }],
    ['a.ts/b', { kind: 'error' }],
    ['../outside/canary.txt', { kind: 'error' }],
  ])('of %s', async (path, expected) => {
    expect(await files().runs('file_info', { path })).toMatchObject(expected)
  })

  test('names a link, and does not follow it', async () => {
    const workspace = files()
    symlinkSync(workspace.outside, workspace.at('link'))
    const done = await workspace.runs('file_info', { path: 'link' })
    expect(done).toMatchObject({ kind: 'ok', text: expect.stringContaining('a symbolic link') })
    expect(await workspace.runs('file_info', { path: 'link/canary.txt' })).toMatchObject({ kind: 'error' })
  })
})
