import { readdirSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { LeaseLapsed } from '../run-tool'
import { hash, temporaryWorkspace } from '../testing/temporary-workspace'

describe('a file is deleted', () => {
  test('as it was shown, and what it held is kept', async () => {
    const workspace = temporaryWorkspace()
    workspace.put('d/a', 'one\n')
    expect(await workspace.previews('delete_file', { path: 'd/a' })).toMatchObject({
      preview: {
        kind: 'diff',
        summary: 'Remove d/a (1 line)',
        diff: { before: 'one\n' },
        preconditions: [{ path: 'd/a', hash: hash('one\n') }],
      },
      risks: [{ level: 'medium', reason: 'Removes a file' }],
    })
    expect(await workspace.runs('delete_file', { path: 'd/a' })).toMatchObject({
      kind: 'ok',
      text: 'Deleted d/a (1 line, 4 bytes).',
      changes: [{ path: 'd/a', before: Buffer.from('one\n'), after: null }],
    })
    expect(workspace.all()).toEqual(['d/'])
  })

  test('and a person is warned where programs obey it', async () => {
    const workspace = temporaryWorkspace()
    workspace.put('AGENTS.md', 'x')
    const shown = await workspace.previews('delete_file', { path: 'AGENTS.md' })
    expect(shown).toMatchObject({
      risks: expect.arrayContaining([expect.objectContaining({ level: 'high' })]),
    })
  })

  test.each([
    ['x', 'does not exist'],
    ['d', 'not empty'],
  ])('but not %s, which %s', async (path, message) => {
    const workspace = temporaryWorkspace()
    workspace.put('d/y', '')
    for (const done of [
      await workspace.runs('delete_file', { path }),
      await workspace.performs('delete_file', { path }),
    ])
      expect(done).toMatchObject({ kind: 'error', text: expect.stringContaining(message) })
    expect(workspace.all()).toEqual(['d/', 'd/y'])
  })

  test('but not one that has changed since', async () => {
    const workspace = temporaryWorkspace()
    workspace.put('a', 'one')
    const shown = await workspace.previews('delete_file', { path: 'a' })
    if (shown.kind === 'error') throw new Error(shown.message)
    workspace.put('a', 'two')
    const done = await workspace.performs('delete_file', { path: 'a' }, { preview: shown.preview })
    expect([done, workspace.read('a')]).toEqual([{ kind: 'drifted' }, 'two'])
  })
})

describe('a folder is made', () => {
  test('with those above it, and is removed again from the inside out', async () => {
    const workspace = temporaryWorkspace()
    workspace.put('a/x', '')
    const done = await workspace.runs('make_folder', { path: 'a/b/c/' })
    expect(done).toMatchObject({
      kind: 'ok',
      text: 'Made the folder a/b/c.',
      changes: [
        { path: 'a/b', before: null, after: 'folder' },
        { path: 'a/b/c', before: null, after: 'folder' },
      ],
    })
    for (const path of ['a/b/c', 'a/b']) {
      const restored = await workspace.runs('restore_file', { path, from: 'folder', to: 'absent' })
      expect(restored).toMatchObject({ kind: 'ok', text: `Removed the empty folder ${path}.` })
    }
    expect(workspace.all()).toEqual(['a/', 'a/x'])
  })

  test('or was there already, which is said', async () => {
    const workspace = temporaryWorkspace()
    workspace.put('a/x', '')
    const done = await workspace.runs('make_folder', { path: 'a' })
    expect(done).toMatchObject({ kind: 'ok', text: 'a is a folder already; nothing was made.', changes: [] })
  })

  test('but not where a file is, nor once the lease has run out', async () => {
    const workspace = temporaryWorkspace()
    workspace.put('file', 'x')
    for (const path of ['file', 'file/a', '', '.'])
      expect([path, (await workspace.runs('make_folder', { path })).kind]).toEqual([path, 'error'])
    let count = 0
    const beforeEffect = () => {
      count += 1
      if (count === 2) throw new LeaseLapsed()
    }
    expect(await workspace.performs('make_folder', { path: 'a/b' }, { beforeEffect })).toEqual({
      kind: 'lapsed',
    })
    expect(readdirSync(workspace.root)).toEqual(['file'])
  })

  test('and is not removed where something is in it by now', async () => {
    const workspace = temporaryWorkspace()
    workspace.put('a/mine', 'x')
    const done = await workspace.runs('restore_file', { path: 'a', from: 'folder', to: 'absent' })
    expect(done).toMatchObject({ kind: 'error', text: expect.stringContaining('not empty') })
    expect(workspace.read('a/mine')).toBe('x')
  })
})

test('an empty folder is removed, and made again', async () => {
  const workspace = temporaryWorkspace()
  await workspace.runs('make_folder', { path: 'a' })
  expect(await workspace.runs('delete_file', { path: 'a' })).toMatchObject({
    kind: 'ok',
    text: 'Removed the empty folder a.',
    changes: [{ path: 'a', before: 'folder', after: null }],
  })
  expect(workspace.all()).toEqual([])
  await workspace.runs('restore_file', { path: 'a', from: 'absent', to: 'folder' })
  expect(workspace.all()).toEqual(['a/'])
})
