import { expect, test } from 'vitest'
import type { Call } from '@/lib/domain/call/call'
import { readRequest } from '@/lib/store/record/request-record'
import { calls, refused, Scenario } from '@/test/world/scenario'
import { afterwards, done, editing, first, writing } from '@/test/world/written-files'
import { previewCall } from '../queries/preview-call'

const kinds = (settled: Call[]) => settled.map(call => call.state === 'settled' && call.result.kind)

test('it runs though an edit of the same file waits, which shows that it changed when it is decided', async () => {
  const { s, made } = await afterwards(writing('a.txt', 'one'))
  await s.plays([{ calls: [editing('one', 'two')] }, done])
  const pending = await s.waitsOn('edit_file')
  await s.restores(first(made).id)
  expect(await s.world.files()).toEqual([])
  expect((await s.waitsOn('edit_file')).id).toBe(pending.id)
  refused(await s.rules('edit_file', { kind: 'approve' }), 'stale_digest')
  await s.denies('edit_file')
  await s.ends('final_text')
  expect(await s.results()).toEqual(['write_file: ok', 'restore_file: ok', 'edit_file: denied'])
})

test('no model is offered the tool, may propose it, or have it put in a call’s place', async () => {
  const { s, made } = await afterwards(writing('a.txt', 'new'))
  const [changed] = made.flatMap(call => (call.state === 'settled' ? [call.result.changed] : []))
  const args = { path: 'a.txt', from: changed?.after, to: 'absent' }
  await s.plays([{ calls: [{ name: 'restore_file', arguments: args }] }, calls('gated_read r!'), done])
  const set = await s.waitsOn('gated_read')
  expect(await s.results()).toEqual(['write_file: ok', 'restore_file: error'])
  const replaced = { kind: 'replace', tool: 'restore_file', arguments: args } as const
  refused(await s.rules('gated_read', replaced), 'unknown_tool')
  const preview = { callId: first(set.calls).id, tool: 'restore_file', arguments: args }
  refused(await previewCall(s.deps, preview), 'unknown_tool')
  const { tools = [] } = (await readRequest(s.world.db, s.sessionId, 1))?.record.sent ?? {}
  const names = tools.map(({ name }) => name)
  expect([names.includes('write_file'), names.includes('restore_file')]).toEqual([true, false])
})

test('a process that only serves hands it to a worker, also in a session that offers no tools', async () => {
  const { s, made } = await afterwards(writing('a.txt', 'new'))
  await s.sets({ tools: { include: [] } })
  s.server.kill9()
  const web = await s.world.startServer({ role: 'web' })
  const beside = new Scenario(s.world, web, s.sessionId)
  const set = await beside.approvesAll(await beside.reverts(first(made).id))
  expect(set.calls).toMatchObject([{ state: 'approved' }])
  expect(await s.world.files()).toEqual(['a.txt'])
  await s.world.startServer({ role: 'worker' })
  expect(kinds(await s.settles(set))).toEqual(['ok'])
  expect(await s.world.files()).toEqual([])
})
