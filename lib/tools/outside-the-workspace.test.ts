import { execFileSync } from 'node:child_process'
import { linkSync, mkdirSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { sampled, table } from '@/test/table'
import { BUILTIN_TOOLS } from './builtin-tools'
import type { ToolOutcome } from './define-tool'
import { CANARY, hash, type TemporaryWorkspace, temporaryWorkspace } from './testing/temporary-workspace'

/** What every tool that takes a path is given with it, so that outside of the workspace it would do harm. */
const ARGUMENTS: Record<string, (path: string) => object> = {
  list_files: path => ({ path }),
  read_file: path => ({ path }),
  write_file: path => ({ path, content: 'EVIL' }),
  edit_file: path => ({ path, old: 'CANARY', new: 'EVIL' }),
  apply_patch: path => ({ patch: `*** Begin Patch\n*** Delete File: ${path}\n*** End Patch\n` }),
  delete_file: path => ({ path }),
  move_file: path => ({ from: path, to: 'moved' }),
  copy_file: path => ({ from: path, to: 'copied' }),
  make_folder: path => ({ path }),
  search_files: path => ({ path, pattern: 'lies' }),
  file_info: path => ({ path }),
  restore_file: path => ({ path, from: hash(CANARY), to: hash('EVIL') }),
}
const TOOLS = Object.keys(ARGUMENTS)

test('no tool that takes a path is forgotten here', () => {
  const taking = BUILTIN_TOOLS.filter(tool => /"(path|from|patch)":/.test(JSON.stringify(tool.schema)))
  expect(taking.map(tool => tool.name).filter(name => name !== 'set_state')).toEqual(TOOLS)
})

/** Previewed and then performed, and performed by somebody who has skipped the preview. */
async function attempts(workspace: TemporaryWorkspace, tool: string, path: string): Promise<ToolOutcome[]> {
  const args = ARGUMENTS[tool]?.(path)
  return [await workspace.runs(tool, args), await workspace.performs(tool, args)]
}

/** Nothing of the outside was read, named or touched, and no tool fell over. */
function expectInside(workspace: TemporaryWorkspace, done: ToolOutcome): void {
  const told = JSON.stringify(done)
  for (const words of ['CANARY:', 'lies outside', 'root:x']) expect(told).not.toContain(words)
  expect('bug' in done ? done.bug : undefined).toBeUndefined()
  expect(workspace.outsideIsUntouched()).toBe(true)
}

type Way = (workspace: TemporaryWorkspace) => string
const literally =
  (path: string): Way =>
  () =>
    path

/** Paths that lead out where they are taken for what they seem to say. */
const OUT: Way[] = [
  ...['..', '../', '../..', '../outside', '../outside/', '../outside/canary.txt', './../outside/canary.txt'],
  ...['a/../../outside/canary.txt', 'a/..', '.././outside/canary.txt', '..//outside/canary.txt'],
  ...['//', '/', '/etc/passwd', '//etc/passwd', '///etc//passwd', '/proc/self/environ', '/proc/self/cwd'],
  ...['/dev/null', '/dev/stdin', '/proc/self/fd/0', 'a\0/../../outside/canary.txt', 'a.txt\0', '\0'],
  ...['../workspace-evil/canary.txt', '../workspace/../outside/canary.txt', '\ud800', `${'n'.repeat(256)}`],
  ...['é'.repeat(128), 'abc/'.repeat(1100), 'a/'.repeat(120), `a/${'n'.repeat(256)}/b`, '😀'.repeat(64)],
  ...[
    '/proc/1/root/etc/passwd',
    '/proc/self/root/etc/passwd',
    '/proc/thread-self/cwd',
    '/dev/fd/0',
    '/dev/zero',
  ],
  ...[
    './../outside',
    'a/b/../../../outside/canary.txt',
    '../../../../../../../../etc/passwd',
    '/..',
    '/.',
    '../.',
  ],
  ...['a\0', '../outside/canary.txt\0.md', '..\0/outside', '\udfff', 'a\ud800/b'],
].map(literally)
OUT.push(
  workspace => workspace.root,
  workspace => workspace.outside,
  workspace => join(workspace.outside, 'canary.txt'),
  workspace => `${workspace.root}/../outside/canary.txt`,
  workspace => `${workspace.root}-evil/canary.txt`,
  workspace => `../${basename(dirname(workspace.root))}/outside/canary.txt`,
)

/** What a patch may say in other places: each names a path. */
const PATCHES: ((path: string) => string)[] = [
  path => `*** Begin Patch\n*** Add File: ${path}\n+EVIL\n*** End Patch\n`,
  path => `*** Begin Patch\n*** Update File: ${path}\n@@\n-CANARY\n+EVIL\n*** End Patch\n`,
  path =>
    `*** Begin Patch\n*** Update File: inside.txt\n*** Move to: ${path}\n@@\n-inside\n+EVIL\n*** End Patch\n`,
  path => `--- a/${path}\n+++ b/${path}\n@@ -1 +1 @@\n-CANARY\n+EVIL\n`,
  path => `--- ${path}\n+++ ${path}\n@@ -1 +1 @@\n-CANARY\n+EVIL\n`,
  path => `--- /dev/null\n+++ b/${path}\n@@ -0,0 +1 @@\n+EVIL\n`,
  path => `--- a/inside.txt\n+++ b/${path}\n@@ -1 +1 @@\n-inside\n+EVIL\n`,
  path => `diff --git a/inside.txt b/${path}\nrename from inside.txt\nrename to ${path}\n`,
  path => `diff --git a/${path} b/taken.txt\nrename from ${path}\nrename to taken.txt\n`,
  path => `diff --git a/${path} b/taken.txt\ncopy from ${path}\ncopy to taken.txt\n`,
]

/** Where something is brought to, in place of where it comes from. */
const PLACES: [string, (path: string) => object][] = [
  ['move_file', to => ({ from: 'inside.txt', to })],
  ['copy_file', to => ({ from: 'inside.txt', to })],
  ...PATCHES.map((patch): [string, (path: string) => object] => [
    'apply_patch',
    path => ({ patch: patch(path) }),
  ]),
]

/** Paths that lead out only for somebody who decodes, expands or folds them. They are names like any other. */
const NAMES = [
  ...['%2e%2e/outside/canary.txt', '%2e%2e%2foutside%2fcanary.txt', '%252e%252e%252foutside', '..%2foutside'],
  ...['..%00/outside', '..%c0%afoutside', '．．/outside/canary.txt', '‥/outside/canary.txt'],
  ...['..／outside／canary.txt', '..∕outside∕canary.txt', '..\\outside\\canary.txt', '\\\\?\\C:\\canary.txt'],
  ...[
    '~/canary.txt',
    '$HOME/canary.txt',
    '~root/canary.txt',
    '$(cat canary.txt)',
    '`id`',
    'file:///etc/passwd',
  ],
  ...[
    '..%5coutside',
    '%2e%2e%5c',
    '..;/outside/canary.txt',
    '..%252foutside',
    '%c0%ae%c0%ae/outside',
    '0x2e0x2e',
  ],
  ...[
    '\uff0e\uff0e/a',
    '\u2024\u2024/a',
    '..\u00a0/a',
    '\u200d../a',
    'ＩＮＳＩＤＥ',
    '\ufb01le',
    'e\u0301/x',
    '．．',
  ],
  ...['C:\\canary.txt', 'canary.txt::$DATA', 'con', '.../outside', '. ./outside', '.. /outside/canary.txt'],
  ...['..\u200b/outside/canary.txt', '.\u00ad./outside', '\u202e../x', '-rf', '--', '*', '-', '|cat'],
  ...['n'.repeat(255), 'é'.repeat(127), 'CANARY.TXT', 'INSIDE.TXT', 'insıde.txt', 'cafe\u0301', 'caf\u00e9'],
]

type Trap = { name: string; paths: string[]; set: (workspace: TemporaryWorkspace) => unknown }

const link = (name: string, to: Way, paths = ['trap']): Trap => ({
  name,
  paths,
  set: workspace => symlinkSync(to(workspace), workspace.at('trap')),
})

/** What an earlier Call, or another program, may have put into the workspace. */
const TRAPS: Trap[] = [
  link('a link to a file', workspace => join(workspace.outside, 'canary.txt')),
  link('a link to a terminal', literally('/dev/tty')),
  link('a link to what is never read to its end', literally('/dev/random')),
  link('a link to the memory of the server', literally('/proc/self/mem')),
  link('a link to what the kernel is told by', literally('/proc/sysrq-trigger')),
  link('a link to the root of another process', literally('/proc/1/root'), ['trap', 'trap/etc/passwd']),
  link('a relative link to a file', literally('../outside/canary.txt')),
  link('a link to nothing', workspace => join(workspace.outside, 'new.txt')),
  link('a link to itself', literally('trap')),
  link('a link to the environment', literally('/proc/self/environ')),
  link('a link to an open file', literally('/proc/self/fd/0')),
  link('a link to a device', literally('/dev/zero')),
  link('a link to a folder', workspace => workspace.outside, ['trap', 'trap/canary.txt', 'trap/new/a.txt']),
  link('a link to the folder above', literally('..'), ['trap', 'trap/outside', 'trap/outside/canary.txt']),
  link('a link to the working folder of the server', literally('/proc/self/cwd'), [
    'trap',
    'trap/package.json',
  ]),
  link('a link to the root of the machine', literally('/'), [
    'trap',
    'trap/etc/passwd',
    'trap/proc/self/environ',
  ]),
  link('a link to a folder that is not there', workspace => join(workspace.outside, 'new'), [
    'trap',
    'trap/a.txt',
  ]),
  {
    name: 'a link behind a link',
    paths: ['trap', 'one/canary.txt', 'one'],
    set: workspace => {
      symlinkSync(workspace.outside, workspace.at('trap'))
      symlinkSync('trap', workspace.at('one'))
    },
  },
  {
    name: 'a hard link',
    paths: ['trap'],
    set: workspace => linkSync(join(workspace.outside, 'canary.txt'), workspace.at('trap')),
  },
  {
    name: 'a FIFO that nobody writes to',
    paths: ['trap', 'trap/a.txt'],
    set: workspace => execFileSync('mkfifo', [workspace.at('trap')]),
  },
  {
    name: 'a file for a folder',
    paths: ['trap/a.txt', 'trap/./a.txt', 'trap/../trap/a.txt'],
    set: workspace => workspace.put('trap', CANARY),
  },
]

/** Links of each kind for every change, and of the other traps some. */
const someOf = (traps: typeof TRAPS): typeof TRAPS => {
  const isMain = ({ name }: { name: string }) =>
    /^a (relative link to a file|link to a folder|hard link)$/.test(name)
  return [
    ...traps.filter(isMain),
    ...sampled(
      traps.filter(trap => !isMain(trap)),
      3,
    ),
  ]
}

describe.each(PLACES)('%s, of a path in another place', (tool, argumentsOf) => {
  test('brings nothing out of the workspace, and nothing in', async () => {
    for (const way of sampled(OUT, 8)) {
      const workspace = temporaryWorkspace()
      workspace.put('inside.txt', 'inside\n')
      const args = argumentsOf(way(workspace))
      for (const done of [await workspace.runs(tool, args), await workspace.performs(tool, args)]) {
        expect([args, done.kind]).toEqual([args, 'error'])
        expectInside(workspace, done)
      }
      expect([args, workspace.all(), workspace.read('inside.txt')]).toEqual([
        args,
        ['inside.txt'],
        'inside\n',
      ])
    }
  })

  table(someOf(TRAPS))('gets nowhere through a trap', async ({ set, paths }) => {
    for (const path of paths) {
      const workspace = temporaryWorkspace()
      workspace.put('inside.txt', 'inside\n')
      set(workspace)
      const args = argumentsOf(path)
      for (const done of [await workspace.runs(tool, args), await workspace.performs(tool, args)]) {
        expectInside(workspace, done)
        expect(JSON.stringify(done)).not.toContain(workspace.outside)
      }
    }
  })
})

describe.each(TOOLS)('%s', tool => {
  test('is refused whatever leads out of the workspace, and nothing is made of it', async () => {
    for (const way of sampled(OUT, 8)) {
      const workspace = temporaryWorkspace()
      mkdirSync(`${workspace.root}-evil`)
      writeFileSync(`${workspace.root}-evil/canary.txt`, CANARY)
      const path = way(workspace)
      for (const done of await attempts(workspace, tool, path)) {
        expect([path, done.kind]).toEqual([path, 'error'])
        expectInside(workspace, done)
      }
      expect(workspace.all()).toEqual([])
    }
  })

  test('takes what only looks like a way out for the name that it is', async () => {
    for (const path of sampled(NAMES, 8)) {
      const workspace = temporaryWorkspace()
      for (const done of await attempts(workspace, tool, path)) expectInside(workspace, done)
      const made = workspace.all().filter(each => !each.endsWith('/'))
      expect([path, made]).toEqual([path, tool === 'write_file' ? [path.replaceAll(/\/+/g, '/')] : []])
    }
  })

  // A file that is only read may have several names: packages lie in a store.
  const traps = TRAPS.filter(({ name }) => tool !== 'read_file' || name !== 'a hard link')
  table(someOf(traps))('gets nowhere through a trap', async ({ set, paths }) => {
    const workspace = temporaryWorkspace()
    set(workspace)
    const before = readdirSync(workspace.root)
    for (const path of paths) {
      for (const done of await attempts(workspace, tool, path)) {
        // What stands at the name itself may be told: that it is a link, not where it leads.
        if (tool !== 'file_info' || path.includes('/')) expect([path, done.kind]).toEqual([path, 'error'])
        expectInside(workspace, done)
        expect(JSON.stringify(done)).not.toContain(workspace.outside)
      }
    }
    expect(readdirSync(workspace.root)).toEqual(before)
  })
})
