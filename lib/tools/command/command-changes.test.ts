import { execFileSync } from 'node:child_process'
import {
  chmodSync,
  existsSync,
  linkSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  renameSync,
  rmSync,
  symlinkSync,
  truncateSync,
  unlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, onTestFinished, test } from 'vitest'
import type { CodedText } from '@/lib/messages/phrase'
import { numberOfRuns } from '@/test/number-of-runs'
import type { Change } from '../define-tool'
import { createRegistry } from '../registry'
import { hash, type TemporaryWorkspace, temporaryWorkspace } from '../testing/temporary-workspace'
import { type CommandChanges, changesSince, changesText } from './command-changes'
import { runCommandIn } from './run-command'
import { copyTree } from './tree-copy'

const temporaryCopies = (): string => {
  const copies = mkdtempSync(join(tmpdir(), 'countersign-tests-'))
  onTestFinished(() => rmSync(copies, { recursive: true, force: true }))
  return copies
}

/** What `act` changes of a workspace, as a command would. */
async function changed(
  { root }: TemporaryWorkspace,
  act: () => void,
  closed: string[] = [],
): Promise<CommandChanges & { whyNot: CodedText | null }> {
  const context = {
    root,
    closed: closed.map(path => ({ path, stays: true })),
    hash,
    signal: new AbortController().signal,
  }
  const copy = await copyTree(context, temporaryCopies())
  try {
    act()
    return { ...(await changesSince(copy, context)), whyNot: copy.whyNot }
  } finally {
    await copy.remove()
  }
}

const named = ({ changes }: CommandChanges): string[] =>
  changes
    .map(({ path, before, after }) => `${before === null ? '+' : after === null ? '-' : '~'} ${path}`)
    .sort()

const digestOf = (content: Change['before']): string =>
  content === null ? 'absent' : content === 'folder' ? content : hash(content)

async function revert({ runs }: TemporaryWorkspace, { changes }: CommandChanges): Promise<string[]> {
  const kinds: string[] = []
  for (const { path, before, after, mode } of changes.toReversed()) {
    const args = {
      path,
      from: digestOf(after),
      to: digestOf(before),
      ...(mode === undefined ? {} : { mode }),
    }
    kinds.push((await runs('restore_file', args)).kind)
  }
  return kinds
}

/** Every file with its mode and content, and every link. */
function stateOf({ root, at, read }: TemporaryWorkspace): Record<string, string> {
  const files = readdirSync(root, { recursive: true, encoding: 'utf8' })
  const states = files.flatMap((path): [string, string][] => {
    const stats = lstatSync(at(path))
    return stats.isFile() ? [[path, `${(stats.mode & 0o777).toString(8)} ${read(path)}`]] : []
  })
  return Object.fromEntries(states)
}

describe('what a command changed', () => {
  test('is found by content and mode, and put back with its mode', async () => {
    const workspace = temporaryWorkspace()
    const { put, at } = workspace
    for (const path of ['same', 'text', 'gone', 'run', 'touched']) put(path, `${path}\n`)
    put('raw', Buffer.from([0, 255, 1]))
    chmodSync(at('gone'), 0o750)
    const before = stateOf(workspace)
    const changes = await changed(workspace, () => {
      put('text', 'TEXT\n')
      put('raw', Buffer.from([255, 0]))
      put('deep/er/new', '')
      put('touched', 'touched\n')
      put('.countersign-1-a-1.tmp', 'what merely looks unfinished')
      unlinkSync(at('gone'))
      chmodSync(at('run'), 0o755)
    })
    const alike = '+ .countersign-1-a-1.tmp'
    expect(named(changes)).toEqual([alike, '+ deep/er/new', '- gone', '~ raw', '~ run', '~ text'])
    expect(changes.unkept).toEqual([])
    expect(await revert(workspace, changes)).toEqual(Array(6).fill('ok'))
    expect(stateOf(workspace)).toEqual(before)
  })

  test('is not what git ignores, nor what it ignored before, nor what is closed to tools', async () => {
    const workspace = temporaryWorkspace()
    const { put, at } = workspace
    put('.gitignore', '*.log\n/build/\n')
    put('deep/.gitignore', '!kept.log\nlocal\n')
    const paths = ['a.log', 'deep/kept.log', 'deep/local', 'build/x', '.git/HEAD', 'own/key', 'late']
    for (const path of paths) put(path, 'old')
    const act = () => {
      for (const path of ['a.log', 'deep/kept.log', 'deep/local', 'build/x', '.git/HEAD', 'own/key'])
        put(path, 'new')
      put('.gitignore', 'late\n')
    }
    expect(named(await changed(workspace, act, [at('own')]))).toEqual(['~ .gitignore', '~ deep/kept.log'])
  })

  test('is told by name where nothing is copied: in what git ignores, and in what it obeys of its own', async () => {
    const workspace = temporaryWorkspace()
    const { put, at } = workspace
    put('.gitignore', '*.log\n/out/\n.env\n')
    const kept = ['out/x', '.git/index', '.git/hooks/update.sample', '.git/info/exclude', 'still.log']
    const paths = ['.env', 'gone.log', '.git/config', '.git/modules/a/b/config', 'sub/.git/hooks/update']
    for (const path of [...kept, ...paths, '.git/modules/a/b/HEAD']) put(path, 'old')
    const { mtime } = lstatSync(at('.git/config'))
    const changes = await changed(workspace, () => {
      for (const path of ['.env', '.git/config', '.git/modules/a/b/config', 'sub/.git/hooks/update'])
        put(path, 'new')
      utimesSync(at('.git/config'), mtime, mtime)
      for (const path of ['.git/hooks/pre-commit', 'out/new', 'fresh.log', '.git/index', '.git/objects/a'])
        put(path, 'new')
      unlinkSync(at('gone.log'))
    })
    const names = [...paths, '.git/hooks/pre-commit', 'out', 'fresh.log'].sort()
    expect([named(changes), changes.unkept, changes.uncopied.sort()]).toEqual([[], [], names])
    expect(changesText(changes, null)).toEqual([
      'Other programs run or obey what it changed: .env, .git/config, .git/hooks/pre-commit, .git/modules/a/b/config, sub/.git/hooks/update.',
      `Changed in what is not copied (.git and ignored files), and cannot be put back: ${names.join(', ')}.`,
    ])
  })

  test('is not hidden by a rule that the command itself has written', async () => {
    const workspace = temporaryWorkspace()
    const { put } = workspace
    put('source/a', 'a')
    put('b', 'b')
    const changes = await changed(workspace, () => {
      put('.gitignore', 'source/\nb\nnew\n')
      for (const path of ['source/a', 'b', 'new', 'source/c']) put(path, 'other')
    })
    expect([named(changes), changes.uncopied]).toEqual([
      ['+ .gitignore', '+ source/c', '~ b', '~ source/a'],
      ['new'],
    ])
    expect(await revert(workspace, changes)).toEqual(['ok', 'ok', 'ok', 'ok'])
  })

  test('follows no link, and keeps nothing of what has several names or is no file', async () => {
    const workspace = temporaryWorkspace()
    const { put, at, outside, outsideIsUntouched } = workspace
    put('in', 'in')
    put('one', 'one')
    symlinkSync(outside, at('out'))
    symlinkSync('in', at('link'))
    linkSync(at('one'), at('two'))
    const changes = await changed(workspace, () => {
      writeFileSync(at('one'), 'ONE')
      unlinkSync(at('link'))
      symlinkSync('elsewhere', at('fresh'))
      execFileSync('mkfifo', [at('fifo')])
    })
    expect([named(changes), changes.unkept.sort()]).toEqual([[], ['fifo', 'fresh', 'link', 'one', 'two']])
    expect(outsideIsUntouched()).toBe(true)
  })

  test('says so before it is put back, where it is a mode alone', async () => {
    const { put, previews } = temporaryWorkspace()
    put('run', 'run')
    const args = { path: 'run', from: hash('run'), to: hash('run'), mode: 0o755 }
    expect(await previews('restore_file', args)).toMatchObject({
      preview: { summary: 'Give run its mode 755 back', preconditions: [{ path: 'run', hash: hash('run') }] },
    })
  })

  test('is put back where a file took the place of a folder', async () => {
    const workspace = temporaryWorkspace()
    const { put, at } = workspace
    put('place/a', 'a')
    put('place/b/c', 'c')
    const before = stateOf(workspace)
    const changes = await changed(workspace, () => {
      rmSync(at('place'), { recursive: true })
      put('place', 'file')
    })
    expect(await revert(workspace, changes)).toEqual(['ok', 'ok', 'ok'])
    expect(stateOf(workspace)).toEqual(before)
  })

  test('has names that break lines; one that is no text is left alone', async () => {
    const workspace = temporaryWorkspace()
    const { put, root } = workspace
    const raw = Buffer.concat([Buffer.from(`${root}/`), Buffer.from([0xff, 0x61])])
    const changes = await changed(workspace, () => {
      put('a\nb', 'x')
      writeFileSync(raw, 'x')
    })
    expect([named(changes), changes.unkept]).toEqual([['+ a\nb'], ['\ufffda']])
    await revert(workspace, changes)
    expect(existsSync(raw)).toBe(true)
  })

  test('is known by name alone beyond 5,000 files, beyond 64 MB, and of files above 8 MB', async () => {
    const many = temporaryWorkspace()
    for (let n = 0; n <= 5_000; n += 1) writeFileSync(many.at(`f${n}`), '')
    const beyond = await changed(many, () => many.put('f7', 'more'))
    expect(beyond).toMatchObject({ whyNot: { code: 'shell.manyFiles' }, changes: [], unkept: ['f7'] })
    const large = temporaryWorkspace()
    large.put('large', '')
    truncateSync(large.at('large'), 65 * 1024 * 1024)
    expect(await changed(large, () => large.put('a', 'a'))).toMatchObject({
      whyNot: { code: 'shell.muchToCopy' },
      changes: [],
      unkept: ['a'],
    })
    truncateSync(large.at('large'), 9 * 1024 * 1024)
    const part = await changed(large, () => {
      large.put('a', 'b')
      large.put('large', 'small')
    })
    expect([named(part), part.unkept, part.whyNot]).toEqual([['~ a'], ['large'], null])
  })

  test('whatever it was, is undone to the byte', async () => {
    const path = fc.constantFrom('a', 'b', 'd/a', 'd/e/b', 'd/e/c')
    const other = fc.constantFrom('n', 'd/n', 'm/n')
    const content = fc.constantFrom('', 'x', 'y\n', '\0')
    const act = fc.oneof(
      fc.record({ kind: fc.constant('put' as const), path: fc.oneof(path, other), content }),
      fc.record({ kind: fc.constant('remove' as const), path }),
      fc.record({ kind: fc.constant('move' as const), path, to: other }),
      fc.record({ kind: fc.constant('mode' as const), path, mode: fc.constantFrom(0o600, 0o755, 0o644) }),
    )
    await fc.assert(
      fc.asyncProperty(fc.array(act, { maxLength: 8 }), async acts => {
        const workspace = temporaryWorkspace()
        const { put, at } = workspace
        for (const name of ['a', 'b', 'd/a', 'd/e/b', 'd/e/c']) put(name, name)
        const before = stateOf(workspace)
        const changes = await changed(workspace, () => {
          for (const each of acts) {
            if (each.kind === 'put') put(each.path, each.content)
            else if (!existsSync(at(each.path))) continue
            else if (each.kind === 'remove') unlinkSync(at(each.path))
            else if (each.kind === 'mode') chmodSync(at(each.path), each.mode)
            else {
              mkdirSync(join(at(each.to), '..'), { recursive: true })
              renameSync(at(each.path), at(each.to))
            }
          }
        })
        expect(new Set(await revert(workspace, changes)).has('error')).toBe(false)
        expect(stateOf(workspace)).toEqual(before)
      }),
      { numRuns: numberOfRuns(40) },
    )
  })
})

test('the words of a result and its diffs say what changed, also of a command that failed', async () => {
  const { runs, put } = temporaryWorkspace(
    createRegistry([runCommandIn({ kind: 'none' }, temporaryCopies())], hash),
  )
  put('a', 'one\n')
  put('c', 'c\n')
  const outcome = await runs('run_command', { command: 'echo two > a; echo b > b; rm c; exit 3' })
  expect(outcome).toMatchObject({
    kind: 'error',
    text: 'It printed nothing.\nExit code 3.\nChanged: a.\nAdded: b.\nRemoved: c.',
    changes: [{ path: 'b' }, { path: 'a' }, { path: 'c', mode: 0o644 }],
    details: { diffs: [{ path: 'b' }, { path: 'a', unified: expect.stringContaining('-one\n+two\n') }, {}] },
  })
})
