import { afterEach, describe, expect, test } from 'vitest'
import type { CallSet } from '@/lib/domain/call/call'
import { INSTALLATION_CHAIN } from '@/lib/store/record/event'
import { storedLinks } from '@/test/database/stored-record'
import { faultsOf, refused } from '@/test/http/http-client'
import { anotherStory, fileWorld, type HttpStory } from '@/test/http/http-story'
import { call } from '@/test/world/scenario'

const done = { text: 'Done.' }
const write = (path: string, content = 'a') => call('write_file', { path, content })
const inNotes = { argument: '/path', kind: 'glob' as const, value: 'notes/*' }
const tests = { argument: '/command', kind: 'command' as const, value: ['npm', 'test', '…'] }

const served = fileWorld({ sandbox: { kind: 'bubblewrap', read: [] } })

afterEach(async () => {
  const { does } = served()
  for (const { id } of (await does('listRules')).items) await does('deleteRule', { at: id })
})

/** The set of a later Request, once it waits. */
const nextSet = (s: HttpStory, before: CallSet): Promise<CallSet> =>
  s.world.until('the next set', async () => {
    const { pendingSet } = await s.view()
    return pendingSet && pendingSet.id !== before.id && pendingSet
  })

const reasonOf = (set: CallSet) => set.calls.map(({ reason }) => [reason?.by.type, reason?.code])

describe('a rule', () => {
  test('that a person makes from a call lets the next one pass and says so; once it is revoked, the next one asks', async () => {
    const s = await anotherStory(served())
    await s.plays([write('notes/a'), write('notes/b'), write('c'), write('notes/d'), done])
    const first = await s.waits()
    expect(reasonOf(first)).toEqual([['mode', 'reason.askMode']])
    await s.decides(first, [{ kind: 'approve', remember: { scope: 'always', matchers: [inNotes] } }])
    const third = await nextSet(s, first)
    expect(third.calls[0]?.proposed.arguments).toMatchObject({ path: 'c' })
    const { items } = await s.does('listRules', { query: { sessionId: s.sessionId } })
    const [rule] = items
    expect(items).toMatchObject([
      { effect: 'allow', tool: 'write_file', scope: 'always', uses: 1, enabled: true },
    ])
    const result = (await s.view()).transcript.find(({ callId }) => callId === first.calls[0]?.id)
    expect(rule?.origin).toEqual({
      callId: first.calls[0]?.id,
      sessionId: s.sessionId,
      link: `/sessions/${s.sessionId}#seq-${result?.seq}`,
    })
    const passed = await s.world.db.call.findFirstOrThrow({
      where: { proposedText: { contains: 'notes/b' } },
    })
    expect((await s.does('readCall', { at: passed.id })).reason).toMatchObject({
      by: { type: 'rule', id: rule?.id },
      code: 'reason.allowRule',
      params: { rule: rule?.number },
      text: `Allowed by rule ${rule?.number}.`,
    })
    await s.does('deleteRule', { at: rule?.id ?? '' })
    refused(await s.tries('deleteRule', { at: rule?.id ?? '' }), 'not_found')
    await s.decides(third)
    expect(reasonOf(await nextSet(s, third))).toEqual([['mode', 'reason.askMode']])
    expect((await storedLinks(s.world.db, INSTALLATION_CHAIN)).map(({ type }) => type)).toContain(
      'rule.removed',
    )
  })

  test('is made, changed and removed by itself: of a session in its record, else in that of the installation', async () => {
    const s = await anotherStory(served())
    const { sessionId } = s
    const body = { effect: 'deny', tool: 'write_file', matchers: [inNotes] }
    const own = await s.does('addRule', { body: { ...body, scope: 'session', sessionId } })
    const always = await s.does('addRule', { body })
    expect(always.number).toBe(own.number + 1)
    expect(always.text).toBe('Deny write_file where path matches “notes/*”')
    await s.does('changeRule', { at: own.id, body: { enabled: false } })
    await s.does('changeRule', { at: always.id, body: { effect: 'ask', note: 'Look here' } })
    await s.plays([write('notes/a'), done])
    expect(reasonOf(await s.waits())).toEqual([['rule', 'reason.askRule']])
    await s.does('deleteRule', { at: own.id })
    const told = (await storedLinks(s.world.db, sessionId)).filter(({ type }) => type === 'policy.changed')
    const by = { id: 'owner' }
    expect(told.map(({ payload }) => JSON.parse(payload))).toMatchObject([
      { by },
      { by },
      { by, removed: true },
    ])
    expect(told.map(({ payload }) => 'removed' in JSON.parse(payload))).toEqual([false, false, true])
    const facts = (await storedLinks(s.world.db, INSTALLATION_CHAIN))
      .map(({ type, payload }) => ({ type, ...JSON.parse(payload) }))
      .filter(({ rule }) => rule?.id === always.id)
    expect(facts).toMatchObject([
      { type: 'rule.added', by: 'owner', rule: { effect: 'deny' } },
      { type: 'rule.changed', by: 'owner', rule: { effect: 'ask' } },
    ])
  })

  test('has a number of its own, however many are made at once', async () => {
    const s = await anotherStory(served())
    const body = { effect: 'ask', tool: 'write_file' }
    const ofSession = { ...body, scope: 'session', sessionId: s.sessionId }
    const made = await Promise.all(
      Array.from({ length: 12 }, (_, index) => s.does('addRule', { body: index % 2 ? body : ofSession })),
    )
    expect(new Set(made.map(({ number }) => number)).size).toBe(12)
  })

  test('that could never match, or would allow everything, is refused by field', async () => {
    const s = await anotherStory(served())
    const rows: [object, string][] = [
      [{ tool: 'write_flie' }, '/tool'],
      [{ tool: 'a b' }, '/tool'],
      [{ expiresAt: '2020-01-01T00:00:00Z' }, '/expiresAt'],
      [{ scope: 'session' }, '/sessionId'],
      [{ scope: 'session', sessionId: 'x' }, '/sessionId'],
      [{ matchers: [{ ...inNotes, argument: '/paht' }] }, '/matchers/0/argument'],
      [{ tool: 'run_command', matchers: [] }, '/matchers'],
    ]
    for (const [given, path] of rows) {
      const body = { effect: 'allow', tool: 'write_file', ...given }
      const answer = await s.tries('addRule', { body })
      expect([given, faultsOf(answer)]).toEqual([given, [path]])
    }
  })
})

test('what policy says of a call can be asked before there is one, with what each rule misses', async () => {
  const s = await anotherStory(served())
  const { number } = await s.does('addRule', {
    body: { effect: 'allow', tool: 'run_command', matchers: [tests] },
  })
  await s.does('addRule', { body: { effect: 'deny', tool: 'delete_file' } })
  const asks = (command: string) =>
    s.does('explainPolicy', { body: { tool: 'run_command', arguments: { command }, sessionId: s.sessionId } })
  expect(await asks('npm test a')).toMatchObject({
    verdict: 'allow',
    reason: { by: { type: 'rule' }, code: 'reason.allowRule' },
    rules: [{ match: 'certain' }, { match: 'none', misses: 'covers delete_file only' }],
  })
  expect(await asks('npm test --watch')).toMatchObject({
    verdict: 'ask',
    reason: { text: `Asks, because rule ${number} covers “npm test” but not “--watch”.` },
    rules: [{ match: 'none', misses: 'covers “npm test” but not “--watch”' }, {}],
  })
  expect((await asks('echo "')).reason).toMatchObject({ by: { type: 'floor' }, code: 'reason.unreadable' })
  const hook = { tool: 'write_file', arguments: { path: '.git/hooks/pre-commit', content: '' } }
  expect((await s.does('explainPolicy', { body: hook })).reason).toMatchObject({
    by: { type: 'floor' },
    code: 'reason.trusted',
  })
  refused(await s.tries('explainPolicy', { body: { tool: 'no_tool', arguments: {} } }), 'unknown_tool')
  const twice = { tool: 'run_command', arguments: {}, argumentsText: '{}' }
  expect(faultsOf(await s.tries('explainPolicy', { body: twice }))).toEqual(['/argumentsText'])
  refused(
    await s.tries('explainPolicy', { body: { tool: 'run_command', arguments: {} } }),
    'invalid_arguments',
  )
})

test('a rule is tried on what people decided: what it would have let pass, first what they had not', async () => {
  const s = await anotherStory(served())
  const names = ['tried/a', 'tried/b', 'tried/c', 'd']
  await s.plays([{ calls: names.map(name => ({ name: 'make_folder', arguments: { path: name } })) }, done])
  const set = await s.waits()
  const edited = { kind: 'edit', arguments: { path: 'x' } }
  await s.decides(set, [{ kind: 'approve' }, { kind: 'deny' }, edited, { kind: 'deny' }])
  const rule = { effect: 'allow', tool: 'make_folder', matchers: [{ ...inNotes, value: 'tried/*' }] }
  const tried = await s.does('backtestRule', { body: { rule } })
  expect(tried).toMatchObject({
    considered: 4,
    counts: { allowed: 3, asked: 1, denied: 0, conflicts: 2 },
    stopped: false,
    warnings: [],
  })
  expect(tried.conflicts.map(({ callId, decided, summary }) => [callId, decided, summary])).toEqual([
    [set.calls[2]?.id, 'edit', expect.stringContaining('tried/c')],
    [set.calls[1]?.id, 'deny', expect.stringContaining('tried/b')],
  ])
  await s.does('addRule', { body: { effect: 'deny', tool: 'make_folder' } })
  const warned = async (given: object) =>
    (await s.does('backtestRule', { body: { rule: given } })).warnings.map(({ codedText }) => codedText.code)
  expect(await warned(rule)).toEqual(['rule.contradicts'])
})
