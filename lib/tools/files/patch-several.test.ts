import { describe, expect, test } from 'vitest'
import { LeaseLapsed, revoke } from '../run-tool'
import { hash, registry, temporaryWorkspace } from '../testing/temporary-workspace'
import { isTemporaryName, temporaryName } from '../workspace/temporary-file'

function prepared(files: Record<string, string>) {
  const workspace = temporaryWorkspace()
  for (const [path, content] of Object.entries(files)) workspace.put(path, content)
  return workspace
}

const envelope = (...lines: string[]): string => ['*** Begin Patch', ...lines, '*** End Patch', ''].join('\n')

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
        diffs: [
          { path: 'd/a', before: 'old\n', after: 'new\n' },
          { path: 'd/n/b', after: 'b\n' },
          { path: 'c', before: 'c\n' },
        ],
        preconditions: [
          { path: 'd/a', hash: hash('old\n') },
          { path: 'd/n/b', hash: 'absent' },
          { path: 'c', hash: hash('c\n') },
        ],
      },
      risks: expect.arrayContaining([expect.objectContaining({ level: 'medium', reason: 'Removes a file' })]),
    })
    expect(shown).not.toHaveProperty('preview.diff')
  })

  test('are told in the order in which they are undone from its end', async () => {
    expect(await prepared(BEFORE).runs('apply_patch', { patch: SEVERAL })).toMatchObject({
      kind: 'ok',
      text: 'Patched 3 files: d/a, d/n/b, c.',
      changes: [{ path: 'd/a' }, { path: 'd/n/b', before: null }, { path: 'c', after: null }],
    })
  })

  test('are shown by size and hash from where their diffs become too large together', async () => {
    const files = ['a', 'b', 'c'].map(path => [path, 'x'.repeat(1_048_576)])
    const patch = envelope(...files.map(([path]) => `*** Delete File: ${path}`))
    expect(await prepared(Object.fromEntries(files)).previews('apply_patch', { patch })).toMatchObject({
      preview: { diffs: [{ path: 'a' }, { path: 'b', truncated: true }, { path: 'c', truncated: true }] },
    })
  })

  test('come with what stands around each change, as long as that is not too much together', async () => {
    const content = `${'a line\n'.repeat(100_000)}old\n`
    const changing = (path: string) => [`*** Update File: ${path}`, '@@', '-old', '+new']
    const patch = envelope(...['a', 'b', 'c'].flatMap(changing))
    const files = { a: content, b: 'b\nold\n', c: 'c\nold\n' }
    const shown = await prepared(files).previews('apply_patch', { patch })
    expect(shown).toMatchObject({
      preview: {
        diffs: [{ path: 'a' }, { before: files.b, after: 'b\nnew\n' }, { before: files.c }],
      },
    })
    expect(shown).not.toHaveProperty('preview.diffs.0.before')
  })

  test('many of them, or one that programs trust, are a high risk', async () => {
    const adding = (paths: string[]) => envelope(...paths.flatMap(path => [`*** Add File: ${path}`, '+x']))
    const many = Array.from({ length: 10 }, (_, at) => `f${at}`)
    for (const paths of [many, ['a', '.github/workflows/ci.yml']])
      expect(await prepared({}).previews('apply_patch', { patch: adding(paths) })).toMatchObject({
        risks: expect.arrayContaining([expect.objectContaining({ level: 'high' })]),
      })
    const tooMany = Array.from({ length: 201 }, (_, at) => `f${at}`)
    expect(await prepared({}).runs('apply_patch', { patch: adding(tooMany) })).toMatchObject({
      kind: 'error',
      text: expect.stringContaining('at most 200 files'),
    })
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
