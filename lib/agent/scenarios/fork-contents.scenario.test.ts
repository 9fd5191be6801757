import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { expect, test } from 'vitest'
import { OWNER } from '@/lib/domain/contract/person'
import { card, compacts, talking, talks, undoes } from '@/test/world/compaction-story'
import { call, ok, type Scenario, scenario } from '@/test/world/scenario'
import { releaseSecret } from '../actions/release-secret'
import { addUserSet } from '../actions/user-set'
import type { Proposal } from '../calls/store-calls'

const done = { text: 'Done.' }

/** All that the person asked for. */
const all = async (_: unknown, proposals: Proposal[]) => proposals

const seqNow = async (s: Scenario): Promise<number> => (await s.view()).seq

const exchange = async (s: Scenario, text: string): Promise<void> => {
  await s.ends('final_text', (await s.plays([{ text }])).runId)
}

test('plan, state and settings of a fork are those of then', async () => {
  const s = await scenario({ title: 'Then', persona: 'Be brief.' })
  const steps = (title: string) => [{ id: 'a', title }]
  await s.plays([
    call('update_plan', { steps: steps('First') }),
    call('set_state', { patch: { boat: 'Albatros' } }),
    done,
  ])
  await s.ends('final_text')
  const seq = await seqNow(s)
  const then = await s.view()
  await s.sets({ title: 'Now', limits: { requests: 3 } })
  await s.plays([
    call('update_plan', { steps: steps('Second') }),
    call('set_state', { patch: { boat: 'Condor' } }),
    done,
  ])
  await s.ends('final_text')
  const fork = await s.forks(seq)
  const now = await fork.view()
  const parts = ({ plan, state, stateRevision, usage, context }: typeof now) => [
    ...[plan, state, stateRevision, usage, context],
  ]
  expect(parts(now)).toEqual(parts(then))
  expect(now.session).toMatchObject({ title: 'Then (2)', persona: 'Be brief.', limits: then.session.limits })
  await fork.plays([call('set_state', { patch: { crew: 3 } }), done])
  await fork.ends('final_text')
  expect((await fork.view()).state).toEqual({ boat: 'Albatros', crew: 3 })
})

test('a compaction is in force in a fork after it, though undone later or here, and not in one before it', async () => {
  const s = await talking({})
  await talks(s, 4)
  const before = await seqNow(s)
  ok(await compacts(s))
  await s.ends('task_complete')
  const seq = await seqNow(s)
  ok(await undoes(s, (await card(s)).id))
  const fork = await s.forks(seq)
  expect((await card(fork)).undone).toBeUndefined()
  await exchange(fork, 'On.')
  expect((await fork.sent(6))[0]).toMatch(/^user: \[Summary of 4/)
  ok(await undoes(fork, (await card(fork)).id))
  await exchange(fork, 'And on.')
  expect((await fork.sent(7))[0]).toContain('Albatros')
  const other = await s.forks(before)
  await exchange(other, 'On.')
  expect((await other.sent(5))[0]).toContain('Albatros')
  expect((await card(await s.forks(await seqNow(s)))).undone).toBe(true)
})

test('files that came with a message, and what files held, belong to the fork too', async () => {
  const s = await scenario()
  await s.world.puts('a.txt', 'Before\n')
  const attachments = [{ name: 'notes.txt', mediaType: 'text/plain', data: btoa('Of today') }]
  const script = [call('write_file', { path: 'a.txt', content: 'After\n' }), done]
  await s.says(JSON.stringify({ turns: script }), { attachments })
  await s.waitsOn('write_file')
  await s.approves('write_file')
  await s.ends('final_text')
  const seq = await seqNow(s)
  await s.says('Later.', {
    attachments: [{ ...attachments[0], name: 'b', mediaType: '', data: btoa('Other') }],
  })
  await s.ends('final_text')
  const fork = await s.forks(seq)
  const hashes = async ({ sessionId }: Scenario) =>
    (await s.world.db.attachment.findMany({ where: { sessionId } })).map(({ hash }) => hash)
  const [user] = (await fork.view()).transcript
  expect(await hashes(fork)).toEqual(user?.attachments?.map(({ hash }) => hash))
  expect(await hashes(s)).toHaveLength(2)
  expect((await fork.sent(1))[0]).toContain('Of today')
  await s.deletes()
  const callId = (await fork.view()).transcript.find(entry => entry.callId)?.callId ?? ''
  await fork.restores(callId)
  expect(await readFile(path.join(s.world.workspace, 'a.txt'), 'utf8')).toBe('Before\n')
})

test('what a person had run is not run in a fork', async () => {
  const s = await scenario()
  const requested = ['a', 'b!'].map(name => ({
    tool: 'gated_write',
    argumentsText: JSON.stringify({ name }),
  }))
  const wished = { sessionId: s.sessionId, person: OWNER, requested, grant: all }
  const set = ok(await addUserSet(s.deps, wished))
  await s.gates.begins('a')
  const fork = await s.forks(await seqNow(s))
  expect(await fork.results()).toEqual(['gated_write: unknown', 'gated_write: not_run'])
  expect((await fork.view()).session.state).toBe('idle')
  s.gates.open('a')
  await s.settles(set)
  expect(s.gates.ledger).toEqual(['a', 'b!'])
})

test('a secret keeps its handle in a fork, and what was released by then is', async () => {
  const token = `ghp_${'aB3dE5gH7j'.repeat(4)}`
  const other = `ghp_${'kL3mN5pQ7r'.repeat(4)}`
  const s = await scenario()
  await s.says(`First ${token}, then ${other}`)
  await s.ends('final_text')
  ok(await releaseSecret(s.deps, { sessionId: s.sessionId, n: 2, person: OWNER }))
  const { seq } = await s.view()
  ok(await releaseSecret(s.deps, { sessionId: s.sessionId, n: 1, person: OWNER }))
  const fork = await s.forks(seq)
  await fork.says(`Again ${token} and ${other}`)
  await fork.ends('final_text')
  expect(await fork.texts()).toEqual(
    expect.arrayContaining([
      'user: First ⟦secret:1⟧, then ⟦secret:2⟧',
      `user: Again ⟦secret:1⟧ and ${other}`,
    ]),
  )
})
