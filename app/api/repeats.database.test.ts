import { expect, test } from 'vitest'
import type { CallSet } from '@/lib/domain/call/call'
import type { OperationName } from '@/lib/domain/contract/contract'
import { CHANGING } from '@/test/http/every-operation'
import { type Asking, codeOf, refused } from '@/test/http/http-client'
import { about, anotherStory, fileWorld, httpStory } from '@/test/http/http-story'
import { FakeServers } from '@/test/world/fake-servers'
import { call } from '@/test/world/scenario'

const keyed = (key: string) => ({ 'idempotency-key': key })
const ten = Array.from({ length: 10 }, (_, index) => index)
const write = { calls: [{ name: 'write_file', arguments: { path: 'a.txt', content: 'a' } }] }

/** What only looks, or may be done again and again. */
const REPEATABLE: OperationName[] = [
  ...([
    'previewCall',
    'previewTool',
    'testChannel',
    'testProvider',
    'tryHook',
    'readServerResource',
  ] as const),
  ...(['readServerPrompt', 'reconnectServer', 'beginServerSignIn', 'pinTool', 'signOut'] as const),
]

/** What takes a key, and has a scenario of its own: `lib/agent/scenarios`. */
const ELSEWHERE: OperationName[] = ['undoCompaction', 'releaseSecret']

const served = fileWorld({ openServers: new FakeServers().open })

test('what is asked with an Idempotency-Key is done once, and answered once, whichever operation it is', async () => {
  const s = await anotherStory(served())
  const seen = new Set<OperationName>([...REPEATABLE, ...ELSEWHERE])
  /** Asks twice at once and once more, and then for something else by the same key. */
  async function once<T>(name: OperationName, asking: Asking = {}, other?: unknown): Promise<T> {
    const sent = { ...asking, headers: keyed('one') }
    const answers = await Promise.all([1, 2].map(() => s.tries(name, sent)))
    const first = await s.tries(name, sent)
    expect([name, codeOf(first), first.status < 300]).toEqual([name, first.status, true])
    for (const { json } of answers) expect([name, json]).toEqual([name, first.json])
    if (other)
      expect([name, codeOf(await s.tries(name, { ...sent, body: other }))]).toEqual([
        name,
        'idempotency_conflict',
      ])
    seen.add(name)
    return first.json as T
  }
  type Made = { id: string; runId: string }
  const text = JSON.stringify({ turns: [write, { text: 'Done.' }] })
  const { runId } = await once<Made>('sendMessage', { body: { text } }, { text: 'Another.' })
  const set = await s.waits()
  const decisions = [about(set.calls[0], { kind: 'approve' })]
  await once('decide', { at: set.id, body: { decisions, holdMs: 30_000 } }, { decisions })
  await once('undo', { at: set.calls[0]?.id ?? '' })
  // It says what it said, and the call waits all the same.
  await s.tries('decide', { at: set.id, body: { decisions, holdMs: 30_000 }, headers: keyed('one') })
  expect((await s.waits()).calls[0]?.state).toBe('waiting')
  expect(await s.world.files()).toEqual([])
  await s.does('decide', { at: set.id, body: { decisions } })
  await s.ends(runId)
  await s.decides(await once<CallSet>('revertRun', { at: runId }))
  await s.world.until('it is put back', async () => (await s.world.files()).length === 0)
  const again = await s.plays([write, { text: 'Done.' }])
  await s.decides(await s.waits())
  await s.ends(again.runId)
  const written = (await s.view()).transcript.findLast(({ call: one }) => one?.tool === 'write_file')
  await s.decides(await once<CallSet>('revertCall', { at: written?.callId ?? '' }))
  await s.world.until('it is put back', async () => (await s.world.files()).length === 0)
  await once('forkSession', { body: { seq: 1 } }, { seq: 2 })
  const file = (await s.tries('exportSession', { query: { format: 'json' } })).json as { exportedAt: string }
  await once('importSession', { body: file }, { ...file, exportedAt: '' })
  await once(
    'runTool',
    { at: 'make_folder', body: { arguments: { path: 'a' } } },
    { arguments: { path: 'b' } },
  )
  await s.world.until('the folder', async () => (await s.world.files()).includes('a'))
  const { runId: cut } = await s.plays([{ ...write }])
  await s.waits()
  await once('cancelRun', { at: cut })
  await s.ends(cut)
  await once('stopSession')
  await s.ends((await once<Made>('compactSession')).runId)
  const failed = await s.plays([{ fault: 'length' }, { text: 'Done.' }])
  await s.ends(failed.runId)
  await once('continueRun', { at: failed.runId, body: {} }, { requests: 3 })
  await once('createSession', { body: { title: 'A' } }, { title: 'B' })
  await once('addMemory', { body: { text: 'Another.' } }, { text: 'One more.' })
  const skill = (name: string) => ({ text: `---\nname: ${name}\ndescription: Notes\n---\nNotes.\n` })
  await once('addSkill', { body: skill('notes') }, skill('other'))
  const hook = { name: 'ops', kind: 'webhook', url: 'https://hooks.example/in' }
  await once('addChannel', { body: hook }, { ...hook, name: 'other' })
  const guard = { name: 'guard', point: 'tool_start', run: { command: 'true' } }
  await once('addHook', { body: guard }, { ...guard, name: 'other' })
  const desk = { name: 'desk', command: 'desk', enabled: false }
  await once('addServers', { body: desk }, { ...desk, name: 'other' })
  const rule = { effect: 'deny', tool: 'delete_file' }
  await once('addRule', { body: rule }, { ...rule, effect: 'ask' })
  await once('addPerson', { body: { name: 'Ann', role: 'viewer' } }, { name: 'Bob', role: 'viewer' })
  const schedule = { name: 'Nightly', text, cron: '0 9 1 1 *', settings: { model: 'scripted:replay' } }
  const { id: at } = await once<Made>('addSchedule', { body: schedule }, { ...schedule, name: 'Other' })
  await once('runSchedule', { at })
  const posted = CHANGING.filter(({ operation }) => operation.endpoint.startsWith('POST '))
    .map(({ name }) => name)
    .filter(name => !['backtestRule', 'explainPolicy', 'addPersonToken'].includes(name))
  expect([...seen].sort()).toEqual(posted.sort())
})

test('a message that is sent again has one effect and one answer, ten at once too', async () => {
  const s = await httpStory()
  const sent = { body: { text: '{"turns":[{"text":"Hello."}]}' }, headers: keyed('one') }
  const answers = await Promise.all(ten.map(() => s.tries('sendMessage', sent)))
  const first = await s.tries('sendMessage', sent)
  for (const answered of answers) expect([answered.status, answered.text]).toEqual([202, first.text])
  await s.ends((first.json as { runId: string }).runId)
  expect((await s.view()).transcript.map(({ kind }) => kind)).toEqual(['user', 'assistant'])
  const headers = [keyed('one'), keyed('two'), {}, {}]
  const made = await Promise.all(headers.map(own => s.does('createSession', { body: {}, headers: own })))
  expect(new Set(made.map(({ id }) => id)).size).toBe(4)
  for (const key of ['a b', 'ä', 'x'.repeat(256)])
    refused(await s.tries('createSession', { body: {}, headers: keyed(key) }), 'invalid_request')
})

test('a decision that was refused may be sent again and be taken, and of ten different ones one wins', async () => {
  const s = await httpStory()
  await s.plays([write, write, { text: 'Done.' }])
  const set = await s.waits()
  const decide = (ruled: object, headers = {}) =>
    s.tries('decide', {
      at: set.id,
      body: { decisions: [{ ...about(set.calls[0], { kind: 'approve' }), ...ruled }] },
      headers,
    })
  refused(await decide({ digest: 'sha256:0' }, keyed('k')), 'stale_digest')
  const answers = await Promise.all(ten.map(() => decide({}, keyed('k'))))
  for (const answered of answers) expect([answered.status, answered.json]).toEqual([200, answers[0]?.json])
  for (const answered of await Promise.all(ten.map(() => decide({})))) refused(answered, 'already_decided')
  const next = await s.world.until('the next set', async () => {
    const { pendingSet } = await s.view()
    return pendingSet?.id !== set.id && pendingSet
  })
  const kinds = ten.map(index => ({ kind: index % 2 === 0 ? 'approve' : 'deny' }))
  const different = await Promise.all(
    kinds.map(ruled =>
      s.tries('decide', { at: next.id, body: { decisions: [about(next.calls[0], ruled)] } }),
    ),
  )
  expect(different.filter(({ status }) => status === 200)).toHaveLength(1)
  for (const answered of different.filter(({ status }) => status !== 200))
    refused(answered, 'already_decided')
})

test('an answer is kept to the character, whatever it holds', async () => {
  const s = await httpStory()
  const odd = { name: 'write_file', arguments: { path: 'a.txt', content: 'a\u0000b' } }
  await s.plays([{ calls: [odd, ...(call('list_files', {}).calls ?? [])] as never }, { text: 'Done.' }])
  const set = await s.waits()
  const decisions = [
    about(
      set.calls.find(({ state }) => state === 'waiting'),
      { kind: 'deny' },
    ),
  ]
  const decide = () => s.tries('decide', { at: set.id, body: { decisions }, headers: keyed('k') })
  const first = await decide()
  expect([first.status, (await decide()).json]).toEqual([200, first.json])
})
