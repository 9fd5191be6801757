import { chmod, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { Call, CallSet } from '@/lib/domain/call/call'
import { agreed, ask, refused } from '@/lib/testing/http/http-client'
import { about, httpStory } from '@/lib/testing/http/http-story'

const writing = (path: string) => ({ name: 'write_file', arguments: { path, content: `new ${path}\n` } })

/** The agent has written these files, and its Run has ended. */
const written = (...paths: string[]) => afterwards({}, ...paths.map(writing))

/** The agent has made these Calls where these files were, and its Run has ended. */
async function afterwards(files: Record<string, string>, ...made: { name: string; arguments: unknown }[]) {
  const story = await httpStory()
  const { url, plays, waits, ends, view, world } = story
  for (const [path, content] of Object.entries(files)) await world.puts(path, content)
  const { runId } = await plays([{ calls: made }, { text: 'Done.' }])
  const set = await waits()
  const decisions = set.calls.map(call => about(call, { kind: 'approve' }))
  agreed('decide', await ask(url, `POST /api/sets/${set.id}/decisions`, { body: { decisions } }))
  await ends(runId)
  const read = async (id: string) => agreed('readSet', await ask(url, `GET /api/sets/${id}`)) as CallSet
  const settles = ({ id }: CallSet) =>
    world.until('a set that is settled', async () => {
      const found = await read(id)
      return found.calls.every(call => call.state === 'settled') && found
    })
  return { ...story, runId, set, settles, results: async () => (await view()).transcript }
}

test('a call is reverted: 202 with a set of its own, and a second time is refused', async () => {
  const { url, world, set, settles, results } = await written('a.txt')
  const revert = () => ask(url, `POST /api/calls/${set.calls[0]?.id}/revert`)
  const reverting = agreed('revertCall', await revert()) as CallSet
  expect(reverting).toMatchObject({
    ...{ origin: 'person', calls: [{ tool: 'restore_file', dialect: 'person', reverts: set.calls[0]?.id }] },
  })
  expect(await settles(reverting)).toMatchObject({
    calls: [{ result: { kind: 'ok', changed: { path: 'a.txt', after: 'absent' } } }],
  })
  expect(await world.files()).toEqual([])
  expect((await results()).at(-2)).toMatchObject({
    ...{ kind: 'result', text: 'Removed a.txt again.' },
    call: { tool: 'restore_file', summary: 'Remove a.txt (1 line)', result: 'ok', by: { type: 'person' } },
  })
  expect(refused(await revert(), 'invalid_request').detail).toBe('This call was reverted already.')
})

test('a run is reverted as one set, once for a key', async () => {
  const { url, world, runId, settles } = await written('a.txt', 'b.txt')
  await world.puts('b.txt', 'mine')
  const headers = { 'idempotency-key': 'once' }
  const revert = () => ask(url, `POST /api/runs/${runId}/revert`, { headers })
  const reverting = agreed('revertRun', await revert()) as CallSet
  const { calls } = await settles(reverting)
  expect(calls.map(call => call.state === 'settled' && call.result.kind)).toEqual(['not_run', 'ok'])
  expect(await world.files()).toEqual(['b.txt'])
  expect(await world.file('b.txt')).toBe('mine')
  expect(agreed('revertRun', await revert())).toMatchObject({ id: reverting.id })
})

const PATCH = [
  ...['*** Begin Patch', '*** Update File: a.txt', '@@', '-old', '+new', '*** Add File: b.txt', '+b'],
  ...['*** Delete File: c.txt', '*** End Patch', ''],
].join('\n')
const patching = { name: 'apply_patch', arguments: { patch: PATCH } }
const BEFORE = { 'a.txt': 'old\n', 'c.txt': 'c\n' }

test('a call that changed several files is reverted file by file, the last change first', async () => {
  const { url, world, set, settles } = await afterwards(BEFORE, patching)
  const [call] = set.calls
  const now = agreed('readCall', await ask(url, `GET /api/calls/${call?.id}`)) as Call
  expect(now).toMatchObject({
    result: {
      changes: [{ path: 'a.txt' }, { path: 'b.txt', before: 'absent' }, { path: 'c.txt', after: 'absent' }],
    },
  })
  expect(now).not.toHaveProperty('result.changed')
  const revert = () => ask(url, `POST /api/calls/${call?.id}/revert`)
  const { calls } = await settles(agreed('revertCall', await revert()) as CallSet)
  expect(calls.map(({ preview, reverts }) => [preview?.summary, reverts])).toEqual(
    ['Create c.txt (1 line)', 'Remove b.txt (1 line)', 'Change a.txt (+1 −1)'].map(text => [text, call?.id]),
  )
  expect(await world.files()).toEqual(['a.txt', 'c.txt'])
  expect([await world.file('a.txt'), await world.file('c.txt')]).toEqual(['old\n', 'c\n'])
  expect(refused(await revert(), 'invalid_request').detail).toBe('This call was reverted already.')
})

test('of several files those that were changed since stay, and can be put back later', async () => {
  const { url, world, set, settles } = await afterwards(BEFORE, patching)
  await world.puts('b.txt', 'mine\n')
  const revert = () => ask(url, `POST /api/calls/${set.calls[0]?.id}/revert`)
  const first = await settles(agreed('revertCall', await revert()) as CallSet)
  expect(first.calls.map(call => call.state === 'settled' && call.result)).toMatchObject([
    { kind: 'ok' },
    { kind: 'not_run', text: expect.stringContaining('b.txt was changed since') },
    { kind: 'ok' },
  ])
  expect([await world.file('a.txt'), await world.file('b.txt')]).toEqual(['old\n', 'mine\n'])
  await world.puts('b.txt', 'b\n')
  const second = await settles(agreed('revertCall', await revert()) as CallSet)
  expect(second.calls).toMatchObject([{ result: { kind: 'ok', changed: { path: 'b.txt' } } }])
  expect(await world.files()).toEqual(['a.txt', 'c.txt'])
  expect(refused(await revert(), 'invalid_request').detail).toBe('This call was reverted already.')
})

test('a run that made, moved, copied and deleted is reverted as a whole', async () => {
  const { url, world, runId, settles } = await afterwards(
    { 'a.txt': 'a\n', 'c.txt': 'c\n' },
    { name: 'make_folder', arguments: { path: 'd/e' } },
    { name: 'move_file', arguments: { from: 'a.txt', to: 'd/e/b.txt' } },
    { name: 'edit_file', arguments: { path: 'd/e/b.txt', old: 'a', new: 'b' } },
    { name: 'copy_file', arguments: { from: 'd/e/b.txt', to: 'b.txt' } },
    { name: 'delete_file', arguments: { path: 'c.txt' } },
  )
  expect(await world.files()).toEqual(['b.txt', 'd'])
  expect(await world.file('d/e/b.txt')).toBe('b\n')
  const { calls } = await settles(
    agreed('revertRun', await ask(url, `POST /api/runs/${runId}/revert`)) as CallSet,
  )
  expect(calls.map(call => call.state === 'settled' && call.result.kind)).toEqual(Array(7).fill('ok'))
  expect(await world.files()).toEqual(['a.txt', 'c.txt'])
  expect([await world.file('a.txt'), await world.file('c.txt')]).toEqual(['a\n', 'c\n'])
})

test('a program that was deleted or moved can be run again once it is put back', async () => {
  const story = await httpStory()
  const { url, world, plays, waits, ends } = story
  const at = (path: string) => join(world.workspace, path)
  for (const path of ['deleted.sh', 'moved.sh']) {
    await world.puts(path, '#!/bin/sh\n')
    await chmod(at(path), 0o755)
  }
  const calls = [
    { name: 'delete_file', arguments: { path: 'deleted.sh' } },
    { name: 'move_file', arguments: { from: 'moved.sh', to: 'b.sh' } },
  ]
  const { runId } = await plays([{ calls }, { text: 'Done.' }])
  const set = await waits()
  const decisions = set.calls.map(call => about(call, { kind: 'approve' }))
  agreed('decide', await ask(url, `POST /api/sets/${set.id}/decisions`, { body: { decisions } }))
  await ends(runId)
  agreed('revertRun', await ask(url, `POST /api/runs/${runId}/revert`))
  await world.until('both files', async () => (await world.files()).join() === 'deleted.sh,moved.sh')
  for (const path of ['deleted.sh', 'moved.sh']) expect((await stat(at(path))).mode & 0o777).toBe(0o755)
})

test('what is not there cannot be reverted', async () => {
  const { url, sessionId } = await httpStory()
  for (const id of [sessionId, 'x']) {
    refused(await ask(url, `POST /api/calls/${id}/revert`), 'not_found')
    refused(await ask(url, `POST /api/runs/${id}/revert`), 'not_found')
  }
  refused(
    await ask(url, `POST /api/calls/${sessionId}/revert`, { headers: { authorization: null } }),
    'unauthorized',
  )
})

test('the catalogue says that the tool is for people', async () => {
  const { url } = await httpStory()
  const { items } = agreed('listTools', await ask(url, 'GET /api/tools')) as { items: { name: string }[] }
  expect(items.find(tool => tool.name === 'restore_file')).toMatchObject({ forPeople: true, enabled: true })
  expect(items.find(tool => tool.name === 'write_file')).not.toHaveProperty('forPeople')
})
