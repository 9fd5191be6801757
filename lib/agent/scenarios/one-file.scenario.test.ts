import { describe, expect, test } from 'vitest'
import type { CallSet } from '@/lib/domain/call/call'
import { ok, refused, ruling, type Scenario, scenario } from '@/test/world/scenario'

const write = (content: string) => ({ name: 'write_file', arguments: { path: 'a.txt', content } })
const edit = (old: string, text: string) => ({
  name: 'edit_file',
  arguments: { path: 'a.txt', old, new: text },
})

/** The model makes a file and changes it twice, all in one set. */
async function threeChanges(): Promise<{ s: Scenario; set: CallSet }> {
  const s = await scenario()
  await s.plays([{ calls: [write('one'), edit('one', 'two'), edit('two', 'three')] }, { text: 'Done.' }])
  return { s, set: await s.waitsOn('write_file', 'edit_file', 'edit_file') }
}

function nth(set: CallSet, index: number) {
  const found = set.calls[index]
  if (!found) throw new Error(`The set has no call ${index}.`)
  return found
}

const approveAll = (set: CallSet) => set.calls.map(call => ruling(call, { kind: 'approve' }))

describe('several changes to one file in one set', () => {
  test('are each shown on top of those before, and run so, in whatever order they are approved', async () => {
    const { s, set } = await threeChanges()
    expect(set.calls.map(call => call.preview?.diff?.after)).toEqual(['one', 'two', 'three'])
    for (const index of [2, 0, 1]) ok(await s.rulesOn(set.id, [ruling(nth(set, index), { kind: 'approve' })]))
    await s.ends('final_text')
    expect(await s.world.file('a.txt')).toBe('three')
    expect(await s.results()).toEqual(['write_file: ok', 'edit_file: ok', 'edit_file: ok'])
  })

  test('an earlier one denied, the later ones are shown as they would be now', async () => {
    const { s, set } = await threeChanges()
    ok(await s.rulesOn(set.id, [ruling(nth(set, 0), { kind: 'approve' })]))
    await s.world.until('the file', async () => (await s.world.files()).includes('a.txt'))
    ok(await s.rulesOn(set.id, [ruling(nth(set, 1), { kind: 'deny' })]))
    const last = await s.callNow(nth(set, 2).id)
    expect(last).toMatchObject({ state: 'waiting', why: 'drifted' })
    expect(last.preview?.summary).toContain('does not occur')
    refused(await s.rulesOn(set.id, [ruling(nth(set, 2), { kind: 'approve' })]), 'stale_digest')
    ok(await s.rulesOn(set.id, [ruling(last, { kind: 'edit', arguments: edit('one', 'four').arguments })]))
    await s.ends('final_text')
    expect(await s.world.file('a.txt')).toBe('four')
  })

  test('denied and approved in one request, the approved one drifts when its time comes', async () => {
    const s = await scenario()
    await s.world.puts('a.txt', 'zero')
    await s.plays([{ calls: [write('one'), write('two')] }, { text: 'Done.' }])
    const set = await s.waitsOn('write_file', 'write_file')
    ok(
      await s.rulesOn(set.id, [
        ruling(nth(set, 0), { kind: 'deny' }),
        ruling(nth(set, 1), { kind: 'approve' }),
      ]),
    )
    const again = await s.asks('write_file', 'drifted')
    expect(again).toMatchObject({ decisions: [{ kind: 'approve', void: 'drifted' }] })
    expect(again.preview?.diff).toMatchObject({ before: 'zero', after: 'two' })
    await s.approves('write_file')
    await s.ends('final_text')
    expect(await s.world.file('a.txt')).toBe('two')
  })

  test('somebody else changes the file: what was to change it first is stale', async () => {
    const { s, set } = await threeChanges()
    await s.world.puts('a.txt', 'mine')
    const answer = refused(await s.rulesOn(set.id, approveAll(set)), 'stale_digest')
    expect(answer.more.call).toMatchObject({ id: nth(set, 0).id, preview: { diff: { before: 'mine' } } })
    await s.waitsOn('write_file', 'edit_file', 'edit_file')
    expect(await s.world.file('a.txt')).toBe('mine')
  })
})

const move = { name: 'move_file', arguments: { from: 'a.txt', to: 'b.txt' } }
const editMoved = { name: 'edit_file', arguments: { path: 'b.txt', old: 'one', new: 'two' } }

describe('a file that is made, moved and changed in one set', () => {
  test('is shown at each step as it will be, and becomes that, also where it is deleted and written again', async () => {
    const s = await scenario()
    const remove = { name: 'delete_file', arguments: { path: 'b.txt' } }
    const again = { name: 'write_file', arguments: { path: 'b.txt', content: 'three' } }
    await s.plays([{ calls: [write('one'), move, editMoved, remove, again] }, { text: 'Done.' }])
    const set = await s.waitsOn('write_file', 'move_file', 'edit_file', 'delete_file', 'write_file')
    expect(set.calls.map(call => call.preview?.summary)).toEqual([
      'Create a.txt (1 line)',
      'Move a.txt to b.txt (3 bytes)',
      'Change b.txt (+1 −1)',
      'Remove b.txt (1 line)',
      'Create b.txt (1 line)',
    ])
    ok(await s.rulesOn(set.id, [ruling(nth(set, 2), { kind: 'approve' })]))
    ok(await s.rulesOn(set.id, approveAll({ ...set, calls: set.calls.toSpliced(2, 1) })))
    await s.ends('final_text')
    expect([await s.world.files(), await s.world.file('b.txt')]).toEqual([['b.txt'], 'three'])
  })

  test('and made otherwise by a person, is shown anew where it is changed', async () => {
    const s = await scenario()
    await s.plays([{ calls: [write('one'), move, editMoved] }, { text: 'Done.' }])
    const set = await s.waitsOn('write_file', 'move_file', 'edit_file')
    const edited = { kind: 'edit', arguments: write('one one').arguments } as const
    ok(await s.rulesOn(set.id, [ruling(nth(set, 0), edited)]))
    expect(await s.callNow(nth(set, 1).id)).toMatchObject({ state: 'waiting', why: 'drifted' })
    const last = await s.callNow(nth(set, 2).id)
    expect(last).toMatchObject({ state: 'waiting', why: 'drifted' })
    expect(last.preview?.summary).toContain('occurs 2 times')
    await s.denies('edit_file')
    await s.approves('move_file')
    await s.ends('final_text')
    expect(await s.world.file('b.txt')).toBe('one one')
  })
})

test('a patch of several files finds one of them changed after it was approved: nothing is written', async () => {
  const s = await scenario()
  await s.world.puts('b.txt', 'old\n')
  const lines = ['*** Add File: a.txt', '+a', '*** Update File: b.txt', '@@', '-old', '+new']
  const patch = ['*** Begin Patch', ...lines, '*** End Patch'].join('\n')
  const rewrite = { name: 'write_file', arguments: { path: 'b.txt', content: 'old\n' } }
  await s.plays([{ calls: [rewrite, { name: 'apply_patch', arguments: { patch } }] }, { text: 'Done.' }])
  const set = await s.waitsOn('write_file', 'apply_patch')
  ok(await s.rulesOn(set.id, [ruling(nth(set, 1), { kind: 'approve' })]))
  await s.world.puts('b.txt', 'mine\n')
  ok(await s.rulesOn(set.id, [ruling(nth(set, 0), { kind: 'deny' })]))
  await s.asks('apply_patch', 'drifted')
  expect([await s.world.files(), await s.world.file('b.txt')]).toEqual([['b.txt'], 'mine\n'])
  await s.denies('apply_patch')
  await s.ends('final_text')
})
