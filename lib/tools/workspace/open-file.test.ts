import { execFileSync } from 'node:child_process'
import { closeSync, mkdirSync, readFileSync, renameSync, symlinkSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { CANARY, type TemporaryWorkspace, temporaryWorkspace } from '../testing/temporary-workspace'
import { openFile } from './open-file'
import { openFolder } from './open-folder'
import { descriptorFolders, realpathFolders } from './platform-folders'
import type { Folders } from './workspace-path'

type Answer = { kind: 'file'; text: string } | { kind: 'absent' } | { kind: 'refused'; message: string }

/** Opens what a walk leads to, and says what it holds. `between` happens when the folder is open. */
async function reads(
  root: string,
  segments: string[],
  { folders, between = () => {} }: { folders: Folders; between?: () => void },
): Promise<Answer> {
  const opened = await openFolder({ scope: { root }, segments: segments.slice(0, -1), folders })
  if (opened.kind !== 'folder') return opened
  try {
    between()
    const file = openFile(opened.folder, segments.at(-1) ?? '', segments.join('/'))
    if (file.kind !== 'file') return file
    const text = readFileSync(file.descriptor, 'utf8')
    closeSync(file.descriptor)
    return { kind: 'file', text }
  } finally {
    await opened.folder.close()
  }
}

type Trap = { name: string; path: string; reason: string; set: (workspace: TemporaryWorkspace) => unknown }

const link = (name: string, path: string, to: (workspace: TemporaryWorkspace) => string): Trap => ({
  name,
  path,
  reason: 'symbolic link',
  set: workspace => symlinkSync(to(workspace), workspace.at(path.split('/')[0] ?? '')),
})

const fifo = (workspace: TemporaryWorkspace) => execFileSync('mkfifo', [workspace.at('fifo')])

const traps: Trap[] = [
  link('a link to a file', 'link', w => join(w.outside, 'canary.txt')),
  link('a link to a file inside', 'link', () => 'inside.txt'),
  link('a dangling link', 'link', () => '/nowhere/at/all'),
  link('a link to itself', 'link', () => 'link'),
  link('a link to the environment', 'link', () => '/proc/self/environ'),
  link('a link to a folder', 'dir/canary.txt', w => w.outside),
  link('a link to a folder inside', 'dir/a.txt', () => 'real'),
  link('a link to the root', 'dir/inside.txt', () => '.'),
  link('a dangling link to a folder', 'dir/a.txt', () => '/nowhere'),
  {
    name: 'a link deep below',
    path: 'a/b/c/canary.txt',
    reason: 'a/b/c is a symbolic link',
    set: w => {
      mkdirSync(w.at('a/b'), { recursive: true })
      symlinkSync('../../../outside', w.at('a/b/c'))
    },
  },
  { name: 'a FIFO', path: 'fifo', reason: 'not a regular file', set: fifo },
  { name: 'a FIFO for a folder', path: 'fifo/a', reason: 'not a folder', set: fifo },
  { name: 'a file for a folder', path: 'inside.txt/a', reason: 'not a folder', set: () => {} },
  { name: 'a folder for a file', path: 'real', reason: 'is a folder', set: () => {} },
]

function trapped() {
  const workspace = temporaryWorkspace()
  workspace.put('inside.txt', 'inside')
  workspace.put('real/a.txt', 'real')
  return workspace
}

describe.each([
  ['by descriptor', descriptorFolders],
  ['by path', realpathFolders],
])('walking %s', (_, folders) => {
  test.each(traps)('$name is refused', async ({ path, reason, set }) => {
    const workspace = trapped()
    set(workspace)
    const answer = await reads(workspace.root, path.split('/'), { folders })
    expect(answer).toMatchObject({ kind: 'refused', message: expect.stringContaining(reason) })
    expect(JSON.stringify(answer)).not.toContain(workspace.outside)
  })

  test('a socket is refused', async () => {
    const workspace = trapped()
    const server = createServer().listen(workspace.at('socket'))
    onTestFinished(() => {
      server.close()
    })
    await new Promise(resolve => server.once('listening', resolve))
    expect(await reads(workspace.root, ['socket'], { folders })).toMatchObject({
      kind: 'refused',
      message: 'socket is not a regular file.',
    })
  })

  test('a device is refused', async () => {
    expect(await reads('/dev', ['null'], { folders })).toMatchObject({ kind: 'refused' })
  })

  test('what is there is opened, and what is missing is absent', async () => {
    const workspace = trapped()
    expect(await reads(workspace.root, ['real', 'a.txt'], { folders })).toEqual({
      kind: 'file',
      text: 'real',
    })
    expect(await reads(workspace.root, ['real', 'b.txt'], { folders })).toEqual({ kind: 'absent' })
    expect(await reads(workspace.root, ['none', 'b.txt'], { folders })).toEqual({ kind: 'absent' })
  })

  test('names are bytes: another case or normal form is another file', async () => {
    const workspace = trapped()
    workspace.put('caf\u00e9', 'composed')
    expect(await reads(workspace.root, ['INSIDE.txt'], { folders })).toEqual({ kind: 'absent' })
    expect(await reads(workspace.root, ['cafe\u0301'], { folders })).toEqual({ kind: 'absent' })
    expect(await reads(workspace.root, ['n'.repeat(255)], { folders })).toEqual({ kind: 'absent' })
  })

  test('a missing root is an answer too', async () => {
    expect(await reads('/nowhere/at/all', ['a'], { folders })).toMatchObject({
      kind: 'refused',
      message: 'The workspace folder does not exist.',
    })
  })
})

describe('a folder that was walked to by descriptor', () => {
  test('stays the same folder when a link takes its place', async () => {
    const workspace = trapped()
    workspace.put('real/canary.txt', 'mine')
    const answer = await reads(workspace.root, ['real', 'canary.txt'], {
      folders: descriptorFolders,
      between: () => {
        renameSync(workspace.at('real'), workspace.at('moved'))
        symlinkSync(workspace.outside, workspace.at('real'))
      },
    })
    expect(answer).toEqual({ kind: 'file', text: 'mine' })
    expect(readFileSync(workspace.at('real/canary.txt'), 'utf8')).toBe(CANARY)
  })

  test('lies below the session folder, which is walked to as well', async () => {
    const workspace = trapped()
    symlinkSync(workspace.outside, workspace.at('evil'))
    const open = (folder: string) => openFolder({ scope: { root: workspace.root, folder }, segments: [] })
    const real = await open('real')
    if (real.kind === 'folder') await real.folder.close()
    expect(real.kind).toBe('folder')
    expect(await open('evil')).toMatchObject({
      kind: 'refused',
      message: expect.stringContaining('symbolic'),
    })
    expect(await open('none')).toMatchObject({ kind: 'refused' })
    expect(await open('../outside')).toMatchObject({ kind: 'refused' })
  })

  test('begins at a root that is itself no link', async () => {
    const workspace = trapped()
    symlinkSync(workspace.outside, workspace.at('root'))
    const opened = await openFolder({ scope: { root: workspace.at('root') }, segments: [] })
    expect(opened.kind).toBe('refused')
  })
})
