// @module-tag invariant
import { describe, expect, test } from 'vitest'
import { OWNER } from '@/lib/domain/contract/person'
import { Refusal } from '@/lib/domain/contract/problem'
import { newId } from '@/lib/server/new-id'
import { storedLinks } from '@/test/database/stored-record'
import { call, calls, ok, refused, type Scenario, scenario } from '@/test/world/scenario'
import { AT_ONCE, IMPATIENT } from '@/test/world/world'
import { cancelRun } from '../actions/runs'

const done = { text: 'Done.' }
const slow = { text: 'A long answer that takes its time to come.', chunkMs: 60_000 }

/** Waits until a Request is under way. */
const asking = (s: Scenario, number = 1): Promise<unknown> =>
  s.world.until(`request ${number} under way`, async () =>
    (await s.events()).some(event => event.type === 'request.started' && event.data.number === number),
  )

describe('a stop settles every open Call and ends the Run, once', () => {
  test('while the model answers, while a Run waits for its next attempt, and while Calls wait, however often it is asked for', async () => {
    const s = await scenario()
    const first = await s.plays([slow])
    await asking(s)
    await s.stops()
    await s.ends('cancelled', first.runId)
    expect((await s.texts()).at(-1)).toMatch(/^notice: /)
    expect(await s.world.db.request.findMany()).toMatchObject([{ number: 1, finishReason: 'aborted' }])
    const second = await s.plays([{ fault: 'http_500' }, done])
    await s.world.until('a retry', async () => (await s.view()).activeRun?.retryAt)
    await s.stops()
    await s.ends('cancelled', second.runId)
    const told = (await s.told()).filter(type => type.startsWith('request.'))
    expect(told).toEqual(['request.started', 'request.ended', 'request.started', 'request.ended'])
    expect((await s.view()).lastRun?.retryAt).toBeUndefined()
    const third = await s.plays([calls('gated_write a!', 'gated_read b!'), done])
    await s.waitsOn('gated_write', 'gated_read')
    await Promise.all([s.stops(), s.stops(), s.stops()])
    await s.ends('cancelled', third.runId)
    expect(await s.stops()).toBeNull()
    expect(await s.results()).toEqual(['gated_write: not_run', 'gated_read: not_run'])
    expect(s.gates.begun).toEqual([])
    expect(await s.view()).toMatchObject({ openSets: [], session: { state: 'idle', pendingCalls: 0 } })
  })

  test('while an Activity runs that listens', async () => {
    const s = await scenario()
    await s.plays([calls('gated_write a', 'gated_write b!', 'gated_write c!'), done])
    await s.waitsOn('gated_write', 'gated_write', 'gated_write')
    await s.approves('gated_write a', 'gated_write b!')
    await s.gates.begins('a')
    await s.stops()
    await s.ends('cancelled')
    expect(await s.results()).toEqual(['gated_write: error', 'gated_write: not_run', 'gated_write: not_run'])
    expect(s.gates.begun).toEqual(['a'])
  })

  test('while an Activity runs that does not: its outcome is unknown', async () => {
    const s = await scenario({}, { server: IMPATIENT })
    await s.plays([calls('gated_deaf a', 'gated_write b!'), done])
    await s.waitsOn('gated_deaf', 'gated_write')
    await s.approves('gated_deaf', 'gated_write')
    await s.gates.begins('a')
    await s.stops()
    await s.ends('cancelled')
    expect(await s.results()).toEqual(['gated_deaf: unknown', 'gated_write: not_run'])
    const settled = await s.view()
    s.gates.open('a')
    await s.plays([calls('gated_write c!'), done])
    await s.waitsOn('gated_write')
    await s.approves('gated_write')
    await s.ends('final_text')
    expect((await s.view()).transcript.slice(0, settled.transcript.length)).toEqual(settled.transcript)
    expect(s.gates.begun).toEqual(['a', 'c!'])
  })

  test('while an outcome is unknown', async () => {
    const s = await scenario()
    await s.plays([calls('gated_write a', 'gated_write b'), done])
    await s.waitsOn('gated_write', 'gated_write')
    await s.approves('gated_write a')
    await s.gates.begins('a')
    await s.crashesAndRestarts()
    await s.asks('gated_write', 'outcome_unknown')
    await s.stops()
    await s.ends('cancelled')
    expect(await s.results()).toEqual(['gated_write: unknown', 'gated_write: not_run'])
  })

  test('though the process dies before it has heard of it', async () => {
    const s = await scenario()
    await s.plays([calls('gated_write a'), done])
    await s.waitsOn('gated_write')
    await s.approves('gated_write')
    await s.gates.begins('a')
    const web = await s.world.startServer({ role: 'web' })
    s.server.kill9()
    s.server = web
    await s.stops()
    s.server = await s.world.startServer({ takeover: AT_ONCE })
    await s.ends('cancelled')
    expect(await s.results()).toEqual(['gated_write: unknown'])
    expect(s.gates.begun).toEqual(['a'])
  })

  test('clears the queue first: nothing that waited is delivered', async () => {
    const s = await scenario()
    const active = await s.plays([calls('gated_write a!'), done])
    await s.waitsOn('gated_write')
    const steered = await s.says('Also this.')
    const later = await s.says('And later that.', { queueMode: 'followup' })
    expect(steered.runId).toBe(active.runId)
    expect(await s.stops()).toBe(active.runId)
    await s.ends('cancelled', active.runId)
    await s.ends('cancelled', later.runId)
    expect(await s.view()).toMatchObject({ queue: [], session: { state: 'idle' } })
    expect(JSON.stringify(await s.texts())).not.toContain('this.')
  })
})

test('cancelling one Run ends it, queued or active, with its messages; the next one begins, and one that has ended stays', async () => {
  const s = await scenario()
  const cancels = (runId: string) => cancelRun(s.deps, { runId, by: OWNER.id })
  const active = await s.plays([calls('gated_write a!'), done])
  await s.waitsOn('gated_write')
  const later = await s.says('Later.', { queueMode: 'followup' })
  const next = await s.plays([{ text: 'The next one.' }], { queueMode: 'followup' })
  expect(ok(await cancels(later.runId))).toMatchObject({ status: 'ended', stopReason: 'cancelled' })
  expect((await s.view()).queue.map(({ runId }) => runId)).toEqual([next.runId])
  expect(ok(await cancels(active.runId))).toMatchObject({ stop: { reason: 'cancelled', by: 'owner' } })
  await s.ends('cancelled', active.runId)
  await s.ends('final_text', next.runId)
  const { seq } = await s.view()
  refused(await cancels(next.runId), 'run_not_active')
  refused(await cancels(newId()), 'not_found')
  expect((await s.view()).seq).toBe(seq)
})

describe('deleting a session', () => {
  const left = (s: Scenario) =>
    Promise.all([
      s.world.db.session.count({ where: { id: s.sessionId } }),
      s.world.db.event.count({ where: { chain: s.sessionId } }),
      s.world.db.call.count({ where: { sessionId: s.sessionId } }),
      s.world.db.decision.count({ where: { sessionId: s.sessionId } }),
      s.world.db.blob.count({ where: { sessionId: s.sessionId } }),
    ])

  test('stops what runs, and leaves nothing but the fact that it was', async () => {
    const s = await scenario()
    await s.plays([calls('gated_write a', 'gated_write b!'), done])
    await s.waitsOn('gated_write', 'gated_write')
    await s.approves('gated_write a', 'gated_write b!')
    await s.gates.begins('a')
    await s.deletes()
    expect(await left(s)).toEqual([0, 0, 0, 0, 0])
    expect(s.gates.begun).toEqual(['a'])
    const links = await storedLinks(s.world.db, 'installation')
    const facts = links.filter(({ payload }) => payload.includes(s.sessionId))
    expect(facts.map(fact => fact.type)).toEqual(['session.created', 'session.deleted'])
    expect(await s.tries('Still there?')).toBeInstanceOf(Refusal)
  })

  test('does not wait for ever for what does not listen', async () => {
    const s = await scenario({}, { server: IMPATIENT })
    await s.plays([calls('gated_deaf a'), done])
    await s.waitsOn('gated_deaf')
    await s.approves('gated_deaf')
    await s.gates.begins('a')
    await s.deletes()
    expect(await left(s)).toEqual([0, 0, 0, 0, 0])
    s.gates.open('a')
  })

  test('goes through though no process runs loops', async () => {
    const s = await scenario()
    await s.plays([call('write_file', { path: 'a.md', content: '' }), done])
    await s.waitsOn('write_file')
    await s.crashesAndRestarts({ role: 'web', ...IMPATIENT })
    await s.deletes()
    expect(await left(s)).toEqual([0, 0, 0, 0, 0])
    expect(await s.world.files()).toEqual([])
  })
})
