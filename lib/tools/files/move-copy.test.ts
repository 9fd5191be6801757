import { chmodSync, statSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { revoke } from '../run-tool'
import { hash, registry, temporaryWorkspace } from '../testing/temporary-workspace'
import { isTemporaryName, temporaryName } from '../workspace/temporary-file'

const args = { from: 'd/a', to: 'e/f/b' }

function prepared() {
  const workspace = temporaryWorkspace()
  workspace.put('d/a', 'one\n')
  return workspace
}

describe('a file is moved', () => {
  test('itself, into folders that are made', async () => {
    const workspace = prepared()
    chmodSync(workspace.at('d/a'), 0o751)
    const { ino } = statSync(workspace.at('d/a'))
    expect(await workspace.runs('move_file', args)).toMatchObject({
      kind: 'ok',
      text: 'Moved d/a to e/f/b.',
      changes: [
        { path: 'e/f/b', before: null, after: Buffer.from('one\n') },
        { path: 'd/a', before: Buffer.from('one\n'), after: null },
      ],
    })
    expect(workspace.all()).toEqual(['d/', 'e/', 'e/f/', 'e/f/b'])
    expect(statSync(workspace.at('e/f/b'))).toMatchObject({ ino, mode: 0o100751 })
  })

  test('as it was shown, with both ends bound', async () => {
    expect(await prepared().previews('move_file', args)).toMatchObject({
      preview: {
        kind: 'text',
        summary: 'Move d/a to e/f/b (4 bytes)',
        preconditions: [
          { path: 'd/a', hash: hash('one\n') },
          { path: 'e/f/b', hash: 'absent' },
        ],
      },
      effects: [
        { path: 'd/a', bytes: null },
        { path: 'e/f/b', bytes: Buffer.from('one\n') },
      ],
    })
  })

  test.each([
    ['package.json', 'b'],
    ['d/a', '.git/hooks/pre-commit'],
  ])('from %s to %s with a warning', async (from, to) => {
    const workspace = prepared()
    workspace.put('package.json', '{}')
    const shown = await workspace.previews('move_file', { from, to })
    expect(shown).toMatchObject({
      risks: expect.arrayContaining([expect.objectContaining({ level: 'high' })]),
    })
  })
})

test('a file is copied with its mode, and the first one stays', async () => {
  const workspace = prepared()
  chmodSync(workspace.at('d/a'), 0o755)
  expect(await workspace.runs('copy_file', args)).toMatchObject({
    kind: 'ok',
    text: 'Copied d/a to e/f/b.',
    changes: [{ path: 'e/f/b', before: null, after: Buffer.from('one\n') }],
  })
  expect([workspace.read('d/a'), workspace.read('e/f/b')]).toEqual(['one\n', 'one\n'])
  expect(statSync(workspace.at('e/f/b')).mode & 0o100).toBe(0o100)
})

describe.each(['move_file', 'copy_file'])('%s', tool => {
  test.each([
    ['over another file', { to: 'there' }, 'there exists already'],
    ['over a folder', { to: 'd' }, 'd is a folder'],
    ['to itself', { to: './d//a' }, 'to itself'],
    ['of nothing', { from: 'gone' }, 'gone does not exist'],
    ['of a folder', { from: 'd' }, 'd is a folder'],
    ['into a file', { to: 'there/b' }, 'there is not a folder'],
    ['to the name of a folder', { to: 'e/' }, 'give the path of a file'],
  ])('is refused %s', async (_, more, message) => {
    const workspace = prepared()
    workspace.put('there', 'mine')
    const before = workspace.all()
    for (const done of [
      await workspace.runs(tool, { ...args, ...more }),
      await workspace.performs(tool, { ...args, ...more }),
    ])
      expect(done).toMatchObject({ kind: 'error', text: expect.stringContaining(message) })
    expect([workspace.all(), workspace.read('there'), workspace.read('d/a')]).toEqual([
      before,
      'mine',
      'one\n',
    ])
  })

  test('overwrites nothing that comes to be at the last moment', async () => {
    const workspace = prepared()
    let count = 0
    const most = await effects(tool)
    const beforeEffect = () => {
      count += 1
      if (count === most) workspace.put('e/f/b', 'mine')
    }
    expect(await workspace.performs(tool, args, { beforeEffect })).toEqual({ kind: 'drifted' })
    expect([workspace.read('e/f/b'), workspace.read('d/a')]).toEqual(['mine', 'one\n'])
  })
})

/** How often it looks whether it may go on. */
async function effects(tool: string): Promise<number> {
  let count = 0
  const beforeEffect = () => {
    count += 1
  }
  expect(await prepared().performs(tool, args, { beforeEffect })).toMatchObject({ kind: 'ok' })
  return count
}

test('a file that was on its way when its process ended is put back', async () => {
  const workspace = prepared()
  const execution = { callId: '0199f3a1-7c3e-7d7e-8f00-0123456789ab', epoch: 7 }
  const name = temporaryName(execution, 0)
  workspace.put(`e/${name}/old`, 'two\n')
  workspace.put(`e/${name}/new`, '')
  const call = { tool: 'move_file', argumentsText: JSON.stringify({ from: 'e/a', to: 'b' }) }
  await revoke(registry, call, { root: workspace.root, execution })
  expect(workspace.all().filter(path => isTemporaryName(path.split('/').at(-1) ?? ''))).toEqual([])
  expect(workspace.read('e/a')).toBe('two\n')
})
