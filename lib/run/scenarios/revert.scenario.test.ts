import { readFile, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import type { Call, CallSet } from '@/lib/domain/call/call'
import { OWNER } from '@/lib/domain/contract/person'
import { toInstant } from '@/lib/domain/instant'
import type { Rule } from '@/lib/domain/policy/rule'
import { newId } from '@/lib/server/new-id'
import { insertRule } from '@/lib/store/call/rule'
import type { OnceKey } from '@/lib/store/connection/idempotency-key'
import { calls, refused, scenario } from '@/lib/testing/world/scenario'
import { afterwards, done, editing, first, makes, writing } from '@/lib/testing/world/written-files'

const kinds = (settled: Call[]) => settled.map(call => call.state === 'settled' && call.result.kind)

describe('a write is reverted', () => {
  test('to what the file held before, by a set of the person’s own, and the record says so', async () => {
    const s = await scenario()
    await s.world.puts('a.txt', 'old\n')
    const { made } = await makes(s, writing('a.txt', 'new\n'))
    const from = (await s.view()).seq
    const call = first(made)
    const set = await s.reverts(call.id)
    expect(set).toMatchObject({
      origin: 'person',
      size: 1,
      calls: [{ tool: 'restore_file', state: 'approved' }],
    })
    expect(set.runId).toBeUndefined()
    const [reverting] = await s.settles(set)
    expect(reverting).toMatchObject({
      ...{ dialect: 'person', reverts: call.id, proposed: set.calls[0]?.proposed },
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
      ...['call.proposed', 'call.decided', 'call.started', 'call.ended', 'message.added', 'message.added'],
    ])
  })

  test('to the byte, where it is not text', async () => {
    const s = await scenario()
    const file = path.join(s.world.workspace, 'a.bin')
    const bytes = Buffer.from([0, 255, 254, 13, 10, 0xc3, 0x28, 0])
    await writeFile(file, bytes)
    const { made } = await makes(s, writing('a.bin', 'text'))
    await s.settles(await s.reverts(first(made).id))
    expect(Buffer.compare(await readFile(file), bytes)).toBe(0)
  })

  test('also where it is as large as tools change', async () => {
    const s = await scenario()
    const file = path.join(s.world.workspace, 'a.txt')
    const bytes = Buffer.alloc(10_485_760, 'some text\n')
    await writeFile(file, bytes)
    const { made } = await makes(s, writing('a.txt', 'small'))
    expect(kinds(await s.settles(await s.reverts(first(made).id)))).toEqual(['ok'])
    expect(Buffer.compare(await readFile(file), bytes)).toBe(0)
  })

  test('by removing the file, where it made it', async () => {
    const { s, made } = await afterwards(writing('a.txt', 'new'))
    const [reverting] = await s.settles(await s.reverts(first(made).id))
    expect(reverting).toMatchObject({
      preview: {
        summary: 'Remove a.txt (1 line)',
        diff: { unified: expect.stringContaining('+++ /dev/null') },
      },
      result: { kind: 'ok', text: 'Removed a.txt again.' },
    })
    expect(await s.world.files()).toEqual([])
  })

  test('and so is the revert', async () => {
    const { s, made } = await afterwards(writing('a.txt', 'new'))
    const [reverting] = await s.settles(await s.reverts(first(made).id))
    await s.settles(await s.reverts(reverting?.id ?? ''))
    expect(await s.world.file('a.txt')).toBe('new')
  })

  test('the model is told of it as a correction, not as a result, and only then', async () => {
    const { s, made } = await afterwards(writing('a.txt', 'new'))
    await s.settles(await s.reverts(first(made).id))
    expect((await s.texts()).slice(-2)).toEqual([
      'result: Removed a.txt again.',
      'correction: Ran restore_file: Removed a.txt again.',
    ])
    const { runId } = await s.plays([done])
    await s.ends('final_text', runId)
    const sent = await s.sent(3)
    expect(sent.filter(line => line.includes('restore_file'))).toEqual([
      expect.stringMatching(
        /^user: The person did this themselves[\s\S]*Ran restore_file: Removed a.txt again\.$/,
      ),
    ])
    expect(sent.join()).not.toContain('result of restore_file')
  })
})

describe('a file that was changed since', () => {
  test('by somebody else is left as it is, with what would have been undone', async () => {
    const s = await scenario()
    await s.world.puts('a.txt', 'old\n')
    const { made } = await makes(s, writing('a.txt', 'new\n'))
    await s.world.puts('a.txt', 'mine\n')
    const [reverting] = await s.settles(await s.reverts(first(made).id))
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

  test('by a later call is left as it is, and can be reverted call by call', async () => {
    const { s, made } = await afterwards(writing('a.txt', 'one'), editing('one', 'two'))
    const [made1, made2] = made.map(call => call.id)
    expect(kinds(await s.settles(await s.reverts(made1 ?? '')))).toEqual(['not_run'])
    expect(await s.world.file('a.txt')).toBe('two')
    expect(kinds(await s.settles(await s.reverts(made2 ?? '')))).toEqual(['ok'])
    expect(kinds(await s.settles(await s.reverts(made1 ?? '')))).toEqual(['ok'])
    expect(await s.world.files()).toEqual([])
  })

  test('and is gone, is not made again', async () => {
    const s = await scenario()
    await s.world.puts('a.txt', 'old')
    const { made } = await makes(s, writing('a.txt', 'new'))
    await rm(path.join(s.world.workspace, 'a.txt'))
    expect(kinds(await s.settles(await s.reverts(first(made).id)))).toEqual(['not_run'])
    expect(await s.world.files()).toEqual([])
  })

  test('to what it was before counts as reverted', async () => {
    const s = await scenario()
    await s.world.puts('a.txt', 'old')
    const { made } = await makes(s, writing('a.txt', 'new'))
    await s.world.puts('a.txt', 'old')
    const [reverting] = await s.settles(await s.reverts(first(made).id))
    expect(reverting?.result).toMatchObject({
      kind: 'ok',
      text: 'a.txt already held this; nothing was written.',
    })
    refused(await s.triesToRevert(first(made).id), 'invalid_request')
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
    expect(kinds(await s.settles(set))).toEqual(['ok', 'ok', 'ok'])
    expect(await s.world.files()).toEqual(['b.txt'])
    expect(await s.world.file('b.txt')).toBe('b')
    expect((await s.texts()).filter(text => text.startsWith('correction'))).toHaveLength(1)
    expect(refused(await s.triesToRevert(runId, { run: true }), 'invalid_request').detail).toMatch(/already/)
  })

  test('as far as nobody has changed what it left', async () => {
    const { s, runId } = await afterwards(writing('a.txt', 'one'), writing('b.txt', 'two'))
    await s.world.puts('b.txt', 'mine')
    expect(kinds(await s.settles(await s.reverts(runId, { run: true })))).toEqual(['not_run', 'ok'])
    expect(await s.world.files()).toEqual(['b.txt'])
    expect(await s.world.file('b.txt')).toBe('mine')
  })

  test('but for what was reverted by itself', async () => {
    const { s, runId, made } = await afterwards(writing('a.txt', 'one'), writing('b.txt', 'two'))
    await s.settles(await s.reverts(first(made).id))
    const set = await s.reverts(runId, { run: true })
    expect(set.calls.map(call => call.reverts)).toEqual([made[1]?.id])
    await s.settles(set)
  })

  test('only where it changed a file', async () => {
    const { s, runId } = await afterwards({ name: 'gated_write', arguments: { name: 'a!' } })
    const answer = refused(await s.triesToRevert(runId, { run: true }), 'invalid_request')
    expect(answer.detail).toBe('This run changed no file that can be put back.')
  })
})

describe('what cannot be reverted is refused with the reason', () => {
  test.each([
    ['gated_write', { name: 'a!' }, 'changed no file'],
    ['read_file', { path: 'nothing.txt' }, 'not known to have changed'],
  ])('%s', async (name, args, reason) => {
    const { s, made } = await afterwards({ name, arguments: args })
    expect(refused(await s.triesToRevert(first(made).id), 'invalid_request').detail).toContain(reason)
  })

  test('a call that waits, one that is not there, another folder', async () => {
    const { s, made } = await afterwards(writing('a.txt', 'new'))
    refused(await s.triesToRevert(newId()), 'not_found')
    refused(await s.triesToRevert(newId(), { run: true }), 'not_found')
    await s.sets({ workspace: 'elsewhere' })
    refused(await s.triesToRevert(first(made).id), 'invalid_request')
    await s.sets({ workspace: '' })
    await s.plays([calls('gated_write b!'), done])
    const set = await s.waitsOn('gated_write')
    expect(refused(await s.triesToRevert(first(set.calls).id), 'invalid_request').detail).toMatch(/not ended/)
  })

  test('twice', async () => {
    const { s, made } = await afterwards(writing('a.txt', 'new'))
    const answers = await Promise.all(Array.from({ length: 5 }, () => s.triesToRevert(first(made).id)))
    const sets = answers.filter((answer): answer is CallSet => 'calls' in answer)
    expect(sets).toHaveLength(1)
    await s.settles(first(sets))
    expect(refused(await s.triesToRevert(first(made).id), 'invalid_request').detail).toMatch(/already/)
  })
})

const once = (key: string): OnceKey => ({
  ...{ person: OWNER.id, method: 'POST', path: '/api/there', key, bodyHash: 'sha256:body' },
})

test('with an Idempotency-Key it is answered as the first time, and happens once', async () => {
  const { s, runId, made } = await afterwards(writing('a.txt', 'new'))
  const set = await s.reverts(first(made).id, { once: once('call') })
  await s.settles(set)
  expect((await s.reverts(first(made).id, { once: once('call') })).id).toBe(set.id)
  refused(await s.triesToRevert(runId, { run: true, once: once('run') }), 'invalid_request')
  expect((await s.view()).openSets).toEqual([])
})

test('a rule that denies it wins, and the answer says so', async () => {
  const { s, made } = await afterwards(writing('a.txt', 'new'))
  const rule: Rule = {
    ...{ id: newId(), effect: 'deny', tool: 'restore_file', reads: false, scope: 'session' },
    ...{ sessionId: s.sessionId, matchers: [{ argument: '/path', kind: 'glob', value: '*.txt' }] },
    ...{ enabled: true, uses: 0 },
  }
  await s.world.writes(rows => insertRule(rows, rule, toInstant(Date.now())))
  const set = await s.reverts(first(made).id)
  expect(set.calls).toMatchObject([
    { state: 'settled', result: { kind: 'denied' }, decisions: [{ kind: 'deny' }] },
  ])
  expect(await s.world.file('a.txt')).toBe('new')
})
