import { execFileSync } from 'node:child_process'
import { linkSync, symlinkSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { table } from '@/test/table'
import { temporaryWorkspace } from '../testing/temporary-workspace'

const textOf = (done: object): string => ('text' in done ? String(done.text) : JSON.stringify(done))

describe('a name is taken as it was printed', () => {
  table([
    'Screenshot at 9.41.07\u202fAM.txt',
    'no\u00a0break.txt',
    'zero\u200djoined\u200b.txt',
    'line\nbreak\ttab.txt',
    '⟦U+202F⟧.txt',
    '⟦U+0041⟧ as it is.txt',
    `${`${'a\u00a0'.repeat(40)}/`.repeat(8)}deep.txt`,
  ])('by every tool', async name => {
    const workspace = temporaryWorkspace()
    workspace.put(name, 'needle\n')
    const listed = textOf(await workspace.runs('list_files', {})).split('\n')[0] ?? ''
    const path = listed.replace(/ \(7 bytes\)$/, '')
    const found = textOf(await workspace.runs('search_files', { pattern: 'needle' })).split(':1: ')[0] ?? ''
    expect(found).toBe(path)
    expect(await workspace.runs('read_file', { path })).toMatchObject({ kind: 'ok', text: 'needle\n' })
    expect(await workspace.runs('file_info', { path })).toMatchObject({ value: { path: name, size: 7 } })
    const edited = await workspace.runs('edit_file', { path, old: 'needle', new: 'thread' })
    expect(edited).toMatchObject({ kind: 'ok', changes: [{ path: name }] })
    const patch = `*** Begin Patch\n*** Update File: ${path}\n@@\n-thread\n+rope\n*** End Patch\n`
    if (!name.includes('⟦'))
      expect(await workspace.runs('apply_patch', { patch })).toMatchObject({ kind: 'ok' })
    expect(await workspace.runs('copy_file', { from: path, to: 'copy.txt' })).toMatchObject({ kind: 'ok' })
    expect(await workspace.runs('delete_file', { path })).toMatchObject({ kind: 'ok' })
    expect(workspace.all().filter(each => each.endsWith('.txt'))).toEqual(['copy.txt'])
  })

  table([
    ['/workspace/src/a.ts', 'src/a.ts'],
    ['/workspace/./src//a.ts', 'src/a.ts'],
  ])('as run_command prints it', async (path, text) => {
    const workspace = temporaryWorkspace()
    workspace.put('src/a.ts', 'one\n')
    expect(await workspace.runs('read_file', { path })).toMatchObject({ kind: 'ok', details: { path: text } })
    expect(await workspace.runs('list_files', { path: '/workspace' })).toMatchObject({ value: { count: 1 } })
    for (const other of ['/workspace/../outside/canary.txt', '/workspaces/src/a.ts', '/workspace'])
      expect(await workspace.runs('read_file', { path: other })).toMatchObject({ kind: 'error' })
  })
})

describe('where nothing has a name, the one that is like it is told', () => {
  table([
    ['Screenshot 9.41\u202fAM.png', 'Screenshot 9.41 AM.png', 'Screenshot 9.41⟦U+202F⟧AM.png'],
    ['Bob’s notes.md', "Bob's notes.md", 'Bob’s notes.md'],
    ['cafe\u0301.md', 'caf\u00e9.md', 'cafe\u0301.md'],
    ['Bob’s\u00a0files/a.md', "Bob's files/a.md", 'Bob’s⟦U+00A0⟧files'],
    ['zero\u200djoined.md', 'zerojoined.md', 'zero⟦U+200D⟧joined.md'],
  ])('by every tool that wants it to be there', async (name, path, shown) => {
    const workspace = temporaryWorkspace()
    workspace.put(name, 'one\n')
    const calls: [string, object][] = [
      ['read_file', { path }],
      ['file_info', { path }],
      ['edit_file', { path, old: 'one', new: 'two' }],
      ['delete_file', { path }],
      ['copy_file', { from: path, to: 'copy' }],
      ['apply_patch', { patch: `*** Begin Patch\n*** Delete File: ${path}\n*** End Patch\n` }],
      ['list_files', { path: path.replace(/\.\w+$/, '') }],
    ]
    for (const [tool, args] of calls.slice(0, shown.includes('.') ? 6 : 7)) {
      const done = await workspace.runs(tool, args)
      expect([tool, done.kind, textOf(done)]).toEqual([tool, 'error', expect.stringContaining(shown)])
    }
  })
})

test('what is left out since its name is not UTF-8 is counted', async () => {
  const workspace = temporaryWorkspace()
  workspace.put('a.txt', 'one\n')
  execFileSync('bash', ['-c', `touch $'b\\xff.txt' $'c\\xfe.txt'`], { cwd: workspace.root })
  for (const [tool, args] of [
    ['list_files', {}],
    ['search_files', { pattern: 'one' }],
  ] as const)
    expect(textOf(await workspace.runs(tool, args))).toContain('not UTF-8: 2 names')
})

describe('a new name that is odd has a reason of its own', () => {
  table([
    ['a\nb.md', true],
    [' a.md', true],
    ['a.md ', true],
    ['a\\b.md', true],
    ['dir \u00a0/a.md', true],
    ['a b.md', false],
  ])('on the card', async (path, isOdd) => {
    const workspace = temporaryWorkspace()
    workspace.put('there.md', 'x')
    for (const [tool, args] of [
      ['write_file', { path, content: 'x' }],
      ['move_file', { from: 'there.md', to: path }],
      ['make_folder', { path }],
    ] as const) {
      const { risks = [] } = (await workspace.previews(tool, args)) as {
        risks?: { codedText: { code: string } }[]
      }
      expect([tool, risks.some(({ codedText }) => codedText.code === 'risk.oddName')]).toEqual([tool, isOdd])
    }
    workspace.put(path, 'old')
    expect(JSON.stringify(await workspace.previews('write_file', { path, content: 'x' }))).not.toContain(
      'oddName',
    )
  })
})

describe('what is read', () => {
  const linked = () => {
    const workspace = temporaryWorkspace()
    workspace.put('store/a/package.json', 'needle\n')
    symlinkSync('store/a', workspace.at('relative'))
    symlinkSync(workspace.at('store'), workspace.at('absolute'))
    symlinkSync('relative/package.json', workspace.at('file'))
    symlinkSync('../outside', workspace.at('out'))
    linkSync(workspace.at('store/a/package.json'), workspace.at('twice'))
    return workspace
  }

  table(['relative/package.json', 'absolute/a/package.json', 'file', 'twice'])(
    'may have several names, and lie behind links',
    async path => {
      const workspace = linked()
      expect(await workspace.runs('read_file', { path })).toMatchObject({ kind: 'ok', text: 'needle\n' })
      expect(await workspace.runs('file_info', { path })).toMatchObject({ value: { isFile: true, size: 7 } })
      expect(await workspace.runs('edit_file', { path, old: 'needle', new: 'x' })).toMatchObject({
        kind: 'error',
      })
      expect(workspace.read('twice')).toBe('needle\n')
    },
  )

  test('is shown with where its links lead, and not read where they lead elsewhere by then', async () => {
    const workspace = linked()
    const shown = await workspace.previews('read_file', { path: 'relative/package.json' })
    if (shown.kind === 'error') throw new Error(shown.message)
    expect(shown).toMatchObject({
      preview: { preconditions: [{ path: 'store/a/package.json' }] },
      risks: [{ codedText: { code: 'risk.leadsTo', params: { path: 'store/a/package.json' } } }],
    })
    execFileSync('ln', ['-sfn', '.', workspace.at('relative')])
    workspace.put('package.json', 'other')
    const args = { path: 'relative/package.json' }
    expect(await workspace.performs('read_file', args, { preview: shown.preview })).toEqual({
      kind: 'drifted',
    })
  })

  test('is told with what a search passes over', async () => {
    const workspace = linked()
    workspace.put('binary', Buffer.from([0, 1, 2, 3, 255, 254]))
    workspace.put('.hidden/a', 'needle')
    execFileSync('mkfifo', [workspace.at('fifo')])
    const text = textOf(await workspace.runs('search_files', { pattern: 'needle' }))
    expect(text).toContain('store/a/package.json:1: needle\ntwice:1: needle\n')
    expect(text).toContain('4 symbolic links, 1 special file, 1 binary file')
    expect(text).toContain('Names that begin with a dot')
    expect(await workspace.runs('search_files', { pattern: 'needle', path: 'relative' })).toMatchObject({
      value: { matches: [{ path: 'relative/package.json' }] },
    })
    expect(await workspace.runs('list_files', { path: 'out' })).toMatchObject({ kind: 'error' })
  })
})
