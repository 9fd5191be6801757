import { describe, expect, test } from 'vitest'
import type { Call, CallSet } from '@/lib/domain/call/call'
import { OWNER } from '@/lib/domain/contract/person'
import type { Rule } from '@/lib/domain/policy/rule'
import { newId } from '@/lib/server/new-id'
import { insertRule } from '@/lib/store/policy/rule'
import { aRule } from '@/test/factories'
import { calls, ok, refused, ruling, scenario } from '@/test/world/scenario'
import { afterwards, done, editing, first, makes, writing } from '@/test/world/written-files'

const kinds = (settled: Call[]) => settled.map(call => call.state === 'settled' && call.result.kind)

describe('a write is reverted', () => {
  test('to what the file held before, once the person has seen and approved it, and the record says so', async () => {
    const s = await scenario()
    await s.world.puts('a.txt', 'old\n')
    const { made } = await makes(s, writing('a.txt', 'new\n'))
    const from = (await s.view()).seq
    const call = first(made)
    const set = await s.reverts(call.id)
    expect(set).toMatchObject({
      origin: 'person',
      size: 1,
      calls: [{ tool: 'restore_file', state: 'waiting', why: 'policy', decisions: [] }],
    })
    expect(set.runId).toBeUndefined()
    expect((await s.view()).pendingSets).toMatchObject([{ id: set.id }])
    expect(await s.world.file('a.txt')).toBe('new\n')
    refused(await s.triesToRevert(call.id), 'invalid_request')
    const [reverting] = await s.settles(await s.approvesAll(set))
    expect(reverting).toMatchObject({
      dialect: 'person',
      reverts: call.id,
      proposed: set.calls[0]?.proposed,
      preview: {
        diff: { path: 'a.txt', before: 'new\n', after: 'old\n' },
        preconditions: [{ path: 'a.txt', hash: expect.stringMatching(/^sha256:/) }],
      },
      decisions: [{ kind: 'approve', by: { type: 'person', id: OWNER.id }, digest: set.calls[0]?.digest }],
      result: { kind: 'ok', text: 'Put a.txt back as it was (1 line, 4 bytes).' },
    })
    expect(await s.world.file('a.txt')).toBe('old\n')
    const told = (await s.told(from)).filter(type => type !== 'session.changed')
    expect(told).toEqual([
      ...['call.proposed', 'call.waiting', 'call.decided', 'call.started'],
      ...['call.ended', 'message.added', 'message.added'],
    ])
  })

  test('by removing the file, where it made it, and so is the revert; the model is told as of a correction', async () => {
    const { s, made } = await afterwards(writing('a.txt', 'new'))
    const [reverting] = await s.restores(first(made).id)
    expect(reverting).toMatchObject({ preview: { summary: 'Remove a.txt (1 line)' }, result: { kind: 'ok' } })
    expect(await s.world.files()).toEqual([])
    expect((await s.texts()).slice(-2)).toEqual([
      'result: Removed a.txt again.',
      'correction: Ran restore_file: Removed a.txt again.',
    ])
    const { runId } = await s.plays([done])
    await s.ends('final_text', runId)
    const sent = await s.sent(3)
    expect(sent.filter(line => line.includes('restore_file'))).toEqual([
      expect.stringMatching(/^user: .*Ran restore_file: Removed a\.txt again\.$/s),
    ])
    expect(sent.join()).not.toContain('result of restore_file')
    await s.restores(reverting?.id ?? '')
    expect(await s.world.file('a.txt')).toBe('new')
  })
})

describe('a file that was changed since', () => {
  test('by somebody else is left as it is, with what would have been undone', async () => {
    const s = await scenario()
    await s.world.puts('a.txt', 'old\n')
    const { made } = await makes(s, writing('a.txt', 'new\n'))
    await s.world.puts('a.txt', 'mine\n')
    const [reverting] = await s.restores(first(made).id)
    expect(reverting).toMatchObject({
      result: {
        kind: 'not_run',
        text: expect.stringContaining('a.txt was changed since, and stays as it is now'),
      },
      decisions: [{ kind: 'approve', void: 'drifted' }],
    })
    expect(reverting?.result.text).toContain('-new\n+old\n')
    expect(await s.world.file('a.txt')).toBe('mine\n')
    expect((await s.texts()).some(text => text.startsWith('correction'))).toBe(false)
    expect((await s.view()).pendingSets).toEqual([])
  })

  test('while the revert waits is shown as that, and left as it is', async () => {
    const { s, made } = await afterwards(writing('a.txt', 'new\n'))
    const set = await s.reverts(first(made).id)
    await s.world.puts('a.txt', 'mine\n')
    const revert = first(set.calls)
    refused(await s.rulesOn(set.id, [ruling(revert, { kind: 'approve' })]), 'stale_digest')
    const now = first((await s.view()).pendingSets)
    expect(now.calls).toMatchObject([
      { id: revert.id, risk: { codedText: [{ code: 'risk.changedOutside' }] } },
    ])
    expect(kinds(await s.settles(await s.approvesAll(now)))).toEqual(['not_run'])
  })

  test('by a later call is left as it is, and can be reverted call by call', async () => {
    const { s, made } = await afterwards(writing('a.txt', 'one'), editing('one', 'two'))
    const [made1, made2] = made.map(call => call.id)
    const reverting = first((await s.reverts(made1 ?? '')).calls)
    expect(reverting.risk?.codedText).toMatchObject([
      { code: 'risk.changedByCall', params: { tool: 'edit_file' } },
    ])
    await s.stops()
    expect(kinds(await s.restores(made1 ?? ''))).toEqual(['not_run'])
    expect(await s.world.file('a.txt')).toBe('two')
    expect(kinds(await s.restores(made2 ?? ''))).toEqual(['ok'])
    expect(kinds(await s.restores(made1 ?? ''))).toEqual(['ok'])
    expect(await s.world.files()).toEqual([])
  })

  test('by somebody who put back what an earlier call left was not changed by that call', async () => {
    const { s, made } = await afterwards(
      writing('a.txt', 'one'),
      editing('one', 'two'),
      editing('two', 'three'),
    )
    await s.world.puts('a.txt', 'one')
    const reverting = first((await s.reverts(made[2]?.id ?? '')).calls)
    expect(reverting.risk?.codedText).toMatchObject([{ code: 'risk.changedOutside' }])
  })
})

describe('a run is reverted', () => {
  test('change by change, the last first, as one set', async () => {
    const s = await scenario()
    await s.world.puts('b.txt', 'b')
    const { runId } = await makes(
      s,
      writing('a.txt', 'one'),
      { name: 'gated_read', arguments: { name: 'r!' } },
      editing('one', 'two'),
      writing('b.txt', 'c'),
    )
    const set = await s.reverts(runId, { run: true })
    expect(set.calls.map(call => call.preview?.summary)).toEqual([
      'Change b.txt (+1 −1)',
      'Change a.txt (+1 −1)',
      'Remove a.txt (1 line)',
    ])
    expect(kinds(await s.settles(await s.approvesAll(set)))).toEqual(['ok', 'ok', 'ok'])
    expect(await s.world.files()).toEqual(['b.txt'])
    expect(await s.world.file('b.txt')).toBe('b')
    expect((await s.texts()).filter(text => text.startsWith('correction'))).toHaveLength(1)
    expect(refused(await s.triesToRevert(runId, { run: true }), 'invalid_request').detail).toMatch(/already/)
  })

  test('as far as nobody has changed what it left, but for what was reverted by itself', async () => {
    const files = ['a.txt', 'b.txt', 'c.txt']
    const { s, runId, made } = await afterwards(...files.map(file => writing(file, 'one')))
    await s.restores(first(made).id)
    await s.world.puts('c.txt', 'mine')
    const set = await s.reverts(runId, { run: true })
    expect(set.calls.map(call => call.reverts)).toEqual([made[2]?.id, made[1]?.id])
    expect(set.calls[0]?.risk.codedText).toEqual([{ code: 'risk.changedOutside' }])
    expect(kinds(await s.settles(await s.approvesAll(set)))).toEqual(['not_run', 'ok'])
    expect(await s.world.files()).toEqual(['c.txt'])
    expect(await s.world.file('c.txt')).toBe('mine')
  })
})

test('what cannot be reverted is refused: nothing written, not ended, not there, in another folder', async () => {
  const read = { name: 'read_file', arguments: { path: 'nothing.txt' } }
  const { s, runId, made } = await afterwards({ name: 'gated_write', arguments: { name: 'a!' } }, read)
  for (const { id } of made) refused(await s.triesToRevert(id), 'invalid_request')
  refused(await s.triesToRevert(runId, { run: true }), 'invalid_request')
  refused(await s.triesToRevert(newId()), 'not_found')
  refused(await s.triesToRevert(newId(), { run: true }), 'not_found')
  const written = await makes(s, writing('a.txt', 'new'))
  await s.sets({ workspace: 'elsewhere' })
  refused(await s.triesToRevert(first(written.made).id), 'invalid_request')
  await s.plays([calls('gated_write b!'), done])
  const set = await s.waitsOn('gated_write')
  refused(await s.triesToRevert(first(set.calls).id), 'invalid_request')
})

test('it happens once, however many ask for it at once, and what files held goes with the session', async () => {
  const { s, made } = await afterwards(writing('a.txt', 'new'))
  const answers = await Promise.all(Array.from({ length: 5 }, () => s.triesToRevert(first(made).id)))
  const sets = answers.filter((answer): answer is CallSet => 'calls' in answer)
  expect(sets).toHaveLength(1)
  await s.settles(await s.approvesAll(first(sets)))
  refused(await s.triesToRevert(first(made).id), 'invalid_request')
  expect(await s.world.db.content.count()).toBe(1)
  await s.deletes()
  expect(await s.world.db.content.count()).toBe(0)
})

test('no rule lets it pass unseen, and one that denies it wins, whatever allows it', async () => {
  const { s, made } = await afterwards(writing('a.txt', 'new'))
  const adds = (effect: Rule['effect']) => {
    const matchers: Rule['matchers'] = [{ argument: '/path', kind: 'glob', value: '*.txt' }]
    return s.world.writes(rows => insertRule(rows, aRule({ effect, tool: 'restore_file', matchers })))
  }
  await adds('allow')
  const waiting = await s.reverts(first(made).id)
  expect(waiting.calls).toMatchObject([{ state: 'waiting', decisions: [] }])
  ok(await s.rulesOn(waiting.id, [ruling(first(waiting.calls), { kind: 'deny', reason: 'Keep it' })]))
  expect((await s.texts()).some(text => text.startsWith('correction'))).toBe(false)
  await adds('deny')
  const set = await s.reverts(first(made).id)
  expect(set.calls).toMatchObject([
    { state: 'settled', result: { kind: 'denied' }, decisions: [{ kind: 'deny' }] },
  ])
  expect(await s.world.file('a.txt')).toBe('new')
})
