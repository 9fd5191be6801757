import { chmod, stat } from 'node:fs/promises'
import path from 'node:path'
import { expect, test } from 'vitest'
import type { CallSet } from '@/lib/domain/call/call'
import { refused } from '@/test/http/http-client'
import { httpStory } from '@/test/http/http-story'

type Made = { name: string; arguments: unknown }

const writing = (path: string): Made => ({
  name: 'write_file',
  arguments: { path, content: `new ${path}\n` },
})

/** The agent has made these Calls where these files were, and its Run has ended. */
async function afterwards(files: Record<string, string>, ...made: Made[]) {
  const s = await httpStory()
  for (const [name, content] of Object.entries(files)) {
    await s.world.puts(name, content)
    if (name.endsWith('.sh')) await chmod(path.join(s.world.workspace, name), 0o755)
  }
  const { runId } = await s.plays([{ calls: made }, { text: 'Done.' }])
  const set = await s.waits()
  await s.decides(set)
  await s.ends(runId)
  const callId = set.calls[0]?.id ?? ''
  const settles = ({ id }: CallSet) =>
    s.world.until('a set that is settled', async () => {
      const now = await s.does('readSet', { at: id })
      return now.calls.every(call => call.state === 'settled') && now
    })
  const restores = async (reverting: CallSet) => {
    expect(reverting.calls.map(({ state }) => state)).not.toContain('approved')
    await s.decides(reverting)
    return settles(reverting)
  }
  const revertsCall = async () => restores(await s.does('revertCall', { at: callId }))
  const refuses = async () => refused(await s.tries('revertCall', { at: callId }), 'invalid_request').detail
  const revertsRun = async () => restores(await s.does('revertRun', { at: runId }))
  return { ...s, callId, revertsCall, refuses, revertsRun }
}

const AGAIN = 'This call was reverted already.'
const kindsOf = ({ calls }: CallSet) => calls.map(call => call.state === 'settled' && call.result.kind)

test('a call is reverted by a set of its own, and a second time is refused', async () => {
  const { world, callId, revertsCall, refuses, view } = await afterwards({}, writing('a.txt'))
  expect(await revertsCall()).toMatchObject({
    origin: 'person',
    calls: [
      {
        tool: 'restore_file',
        dialect: 'person',
        reverts: callId,
        result: { kind: 'ok', changed: { path: 'a.txt', after: 'absent' } },
      },
    ],
  })
  expect(await world.files()).toEqual([])
  expect((await view()).transcript.at(-2)).toMatchObject({
    kind: 'result',
    text: 'Removed a.txt again.',
    call: { tool: 'restore_file', summary: 'Remove a.txt (1 line)', result: 'ok', by: { type: 'person' } },
  })
  expect(await refuses()).toBe(AGAIN)
})

const PATCH = [
  ...['*** Begin Patch', '*** Update File: a.txt', '@@', '-old', '+new', '*** Add File: b.txt', '+b'],
  ...['*** Delete File: c.txt', '*** End Patch', ''],
].join('\n')
const patching = { name: 'apply_patch', arguments: { patch: PATCH } }
const BEFORE = { 'a.txt': 'old\n', 'c.txt': 'c\n' }

test('a call that changed several files is reverted file by file, the last first, but for what was changed since', async () => {
  const { does, world, callId, revertsCall, refuses } = await afterwards(BEFORE, patching)
  const now = await does('readCall', { at: callId })
  const changes = [{ path: 'a.txt' }, { path: 'b.txt', before: 'absent' }, { path: 'c.txt', after: 'absent' }]
  expect(now).toMatchObject({ result: { changes } })
  expect(now).not.toHaveProperty('result.changed')
  await world.puts('b.txt', 'mine\n')
  const first = await revertsCall()
  expect(first.calls.map(({ reverts }) => reverts)).toEqual([callId, callId, callId])
  expect(first.calls.map(({ preview }) => preview?.summary)).toEqual([
    ...['Create c.txt (1 line)', expect.anything(), 'Change a.txt (+1 −1)'],
  ])
  expect(kindsOf(first)).toEqual(['ok', 'not_run', 'ok'])
  expect(first.calls[1]).toMatchObject({
    result: { text: expect.stringContaining('b.txt was changed since') },
  })
  expect([await world.file('a.txt'), await world.file('b.txt')]).toEqual(['old\n', 'mine\n'])
  await world.puts('b.txt', 'b\n')
  expect((await revertsCall()).calls).toMatchObject([{ result: { kind: 'ok', changed: { path: 'b.txt' } } }])
  expect([await world.files(), await world.file('c.txt')]).toEqual([['a.txt', 'c.txt'], 'c\n'])
  expect(await refuses()).toBe(AGAIN)
})

test('a run that made, moved, copied and deleted is reverted as a whole, and a program can be run again', async () => {
  const { world, revertsRun } = await afterwards(
    { 'a.sh': 'a\n', 'c.sh': 'c\n' },
    { name: 'make_folder', arguments: { path: 'd/e' } },
    { name: 'move_file', arguments: { from: 'a.sh', to: 'd/e/b.sh' } },
    { name: 'edit_file', arguments: { path: 'd/e/b.sh', old: 'a', new: 'b' } },
    { name: 'copy_file', arguments: { from: 'd/e/b.sh', to: 'b.sh' } },
    { name: 'delete_file', arguments: { path: 'c.sh' } },
  )
  const kinds = kindsOf(await revertsRun())
  expect([...new Set(kinds), kinds.length]).toEqual(['ok', 7])
  expect(await world.files()).toEqual(['a.sh', 'c.sh'])
  expect([await world.file('a.sh'), await world.file('c.sh')]).toEqual(['a\n', 'c\n'])
  for (const name of ['a.sh', 'c.sh'])
    expect((await stat(path.join(world.workspace, name))).mode & 0o777).toBe(0o755)
})
