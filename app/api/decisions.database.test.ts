import { symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, test } from 'vitest'
import { type Asking, faultsOf, refused } from '@/test/http/http-client'
import { about, anotherStory, type HttpStory, httpStory } from '@/test/http/http-story'
import { call } from '@/test/world/scenario'

/** One Call waits; what a test sends is about its set. */
async function waiting(s: HttpStory) {
  const { runId } = await s.plays([call('write_file', { path: 'a.txt', content: 'a' }), { text: 'Done.' }])
  const set = await s.waits()
  const rules = (asking: Asking) => s.tries('decide', { at: set.id, ...asking })
  const decides = (...decisions: unknown[]) => rules({ body: { decisions } })
  return { runId, set, one: set.calls[0], rules, decides }
}

test('a decision whose body comes late is about what is there by then, and is told the Call as it is', async () => {
  const s = await httpStory()
  const { runId, one, rules, decides } = await waiting(s)
  const approved = about(one, { kind: 'approve' })
  const stale = await decides({ ...approved, digest: 'sha256:0' })
  expect(refused(stale, 'stale_digest').call).toMatchObject({ id: one?.id, digest: one?.digest })
  const sooner = Promise.withResolvers<void>()
  const later = rules({ body: { decisions: [approved] }, after: sooner.promise })
  expect((await decides(about(one, { kind: 'deny' }))).status).toBe(200)
  sooner.resolve()
  const { call: told } = refused(await later, 'already_decided')
  expect(told).toMatchObject({ state: 'settled', result: { kind: 'denied' } })
  expect(await s.ends(runId)).toMatchObject({ status: 'ok', stopReason: 'final_text' })
  refused(await s.tries('cancelRun', { at: runId }), 'run_not_active')
  expect(await s.world.files()).toEqual([])
})

test('a decision about a Call of another set, or one named twice, is refused, and nothing runs', async () => {
  const s = await httpStory()
  const { set, one: mine, decides } = await waiting(s)
  const { one: theirs } = await waiting(await anotherStory(s))
  const approved = about(mine, { kind: 'approve' })
  const foreign = about(theirs, { kind: 'approve' })
  for (const decisions of [[foreign], [approved, foreign]]) refused(await decides(...decisions), 'not_found')
  const rows: [unknown[], string][] = [
    [[approved, about(mine, { kind: 'deny' })], '/decisions/1/callId'],
    [[], '/decisions'],
    [[about(mine, { kind: 'bless' })], '/decisions/0/kind'],
    [[{ kind: 'approve', callId: mine?.id }], '/decisions/0/digest'],
    [[about(mine, { kind: 'deny', approved: true })], '/decisions/0/approved'],
    [[about(mine, { kind: 'edit' })], '/decisions/0/arguments'],
    [[about(mine, { kind: 'edit', arguments: {}, argumentsText: '{}' })], '/decisions/0/argumentsText'],
  ]
  for (const [decisions, fault] of rows)
    expect([decisions, faultsOf(await decides(...decisions))]).toEqual([decisions, [fault]])
  refused(await decides(about(mine, { kind: 'retry' })), 'invalid_request')
  expect(await s.world.files()).toEqual([])
  expect((await s.view()).pendingSet).toEqual(set)
})

test('arguments that break the schema or the reading are told by their places', async () => {
  const s = await httpStory()
  await symlink(tmpdir(), path.join(s.world.workspace, 'out'))
  const { one, rules } = await waiting(s)
  const edits: [string, string][] = [
    ['"arguments":{"path":"a.txt"}', '/content'],
    ['"arguments":{"path":5,"content":"a"}', '/path'],
    ['"arguments":{"path":"a.txt","content":"a","mode":7}', '/mode'],
    ['"arguments":{"path":"a.txt","path":"b.txt","content":"a"}', '/path'],
    ['"arguments":{"path":"a.txt","content":"a\\u0000"}', '/content'],
    ['"arguments":[]', ''],
    ...['../a.txt', '/etc/passwd', 'out/a.txt', '.'].map((place): [string, string] => [
      `"arguments":{"path":"${place}","content":"a"}`,
      '/path',
    ]),
    ['"argumentsText":"{"', ''],
    ['"argumentsText":"{\\"path\\":\\"a\\",\\"path\\":\\"b\\",\\"content\\":\\"\\"}"', '/path'],
  ]
  for (const [given, fault] of edits) {
    const raw = `{"decisions":[{"kind":"edit","callId":"${one?.id}","digest":"${one?.digest}",${given}}]}`
    expect([given, faultsOf(await rules({ raw }), 'invalid_arguments')]).toEqual([given, [fault]])
  }
  const previews = (body: object) => s.tries('previewCall', { body: { callId: one?.id, ...body } })
  expect(faultsOf(await previews({ arguments: {}, argumentsText: '{}' }))).toEqual(['/argumentsText'])
  expect((await previews({ arguments: { path: 'a.txt' } })).json).toMatchObject({
    errors: [{ path: '/content' }],
  })
  refused(await previews({ tool: 'none', arguments: {} }), 'unknown_tool')
  expect(await s.world.files()).toEqual(['out'])
  for (let sent = 1; sent <= 20; sent += 1) await s.does('sendMessage', { body: { text: `More ${sent}` } })
  refused(await s.tries('sendMessage', { body: { text: 'One too many' } }), 'queue_full')
})
