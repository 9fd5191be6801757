import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import type { Call } from '@/lib/domain/call/call'
import { Refusal } from '@/lib/domain/contract/problem'
import type { Event, EventType } from '@/lib/domain/session/event'
import { checkStory } from '@/test/world/check-invariants'
import { call, calls, ok, refused, type Scenario, scenario } from '@/test/world/scenario'
import { forkSession } from '../actions/forks/fork-session'
import { continueRun } from '../actions/runs'
import { undo } from '../actions/undo'

const done = { text: 'Done.' }

async function event<T extends EventType>(s: Scenario, type: T, which = 0): Promise<Event & { type: T }> {
  const all = (await s.events()).filter((one): one is Event & { type: T } => one.type === type)
  const one = all.at(which)
  if (!one) throw new Error(`No ${type} was told.`)
  return one
}

/** All that there is of a session: it must stay so, whatever is done with its fork. */
async function everythingOf(s: Scenario): Promise<unknown> {
  const { seq, head } = await s.world.db.sessionHead.findUniqueOrThrow({ where: { sessionId: s.sessionId } })
  return { seq, head, view: await s.view(), events: await s.events() }
}

const exchange = async (s: Scenario, text: string): Promise<void> => {
  await s.ends('final_text', (await s.plays([{ text }])).runId)
}

const answersOf = async (s: Scenario): Promise<string[]> =>
  (await s.texts()).flatMap(text => text.match(/^assistant: (.*)$/)?.slice(1) ?? [])

describe('a fork', () => {
  test('in the middle of a conversation goes on from there, and the model sees that and no more', async () => {
    const s = await scenario({ title: 'Boats', key: 'boats' })
    for (const text of ['One.', 'Two.', 'Three.']) await exchange(s, text)
    await s.sets({ archived: true })
    const before = await everythingOf(s)
    const { seq } = await event(s, 'run.ended', 1)
    const fork = await s.forks(seq)
    expect(await answersOf(fork)).toEqual(['One.', 'Two.'])
    const parent = { sessionId: s.sessionId, seq }
    const { session } = await fork.view()
    expect(session).toMatchObject({ title: 'Boats (2)', state: 'idle', parent, archived: false })
    expect(session.key).toBeUndefined()
    await exchange(fork, 'Other.')
    expect(await fork.sent(3)).toEqual([...(await s.sent(3)).slice(0, 4), expect.stringContaining('Other.')])
    expect(await fork.sent(2)).toEqual(await s.sent(2))
    expect(await everythingOf(s)).toEqual(before)
    const second = await fork.forks((await event(fork, 'run.ended', 1)).seq)
    await exchange(second, 'Again.')
    expect(await answersOf(second)).toEqual(['One.', 'Two.', 'Again.'])
  })

  test('is made whole or not at all while it is deleted', async () => {
    const s = await scenario()
    await s.plays([calls('gated_write a!'), done])
    await s.waitsOn('gated_write')
    const { seq } = await s.view()
    const tries = Array.from({ length: 6 }, () => forkSession(s.deps, { sessionId: s.sessionId, seq }))
    const [, ...answers] = await Promise.all([s.deletes(), ...tries])
    for (const answer of answers) {
      if (answer instanceof Refusal) refused(answer, 'not_found')
      else await checkStory(s.world.db, answer.id)
    }
  })

  test('of a record that somebody changed is refused', async () => {
    const s = await scenario()
    await exchange(s, 'One.')
    s.isChecked = false
    await s.world.touches(
      `UPDATE "Event" SET payloads[1] = payloads[1] || ' ' WHERE chain = '${s.sessionId}' AND seq > 3`,
    )
    refused(await forkSession(s.deps, { sessionId: s.sessionId, seq: 2 }), 'unavailable')
    expect(s.server.errors.splice(0).join()).toContain('The record is broken')
  })
})

describe('a set that had not been decided', () => {
  test('waits in the fork too, without what was queued, is decided for itself, and expires in its own time', async () => {
    const s = await scenario({ limits: { expiryMs: 300_000 } })
    await s.plays([calls('gated_write a!'), done])
    const set = await s.waitsOn('gated_write')
    await s.plays([{ text: 'Later.' }], { queueMode: 'followup' })
    const fork = await s.forks((await s.view()).seq)
    const copied = await fork.waitsOn('gated_write')
    expect([copied.id === set.id, (await fork.view()).queue]).toEqual([false, []])
    expect(copied.calls[0]).toMatchObject({ digest: set.calls[0]?.digest, why: 'policy' })
    await fork.denies('gated_write', 'No.')
    await fork.ends('final_text')
    expect((await fork.texts()).join()).not.toContain('Later.')
    expect((await s.waitsOn('gated_write')).id).toBe(set.id)
    await s.world.passes(200_000)
    const later = await s.forks((await s.view()).seq)
    await s.world.passes(200_000)
    await s.ends('final_text')
    await later.waitsOn('gated_write')
    await s.world.passes(200_000)
    await later.ends('final_text')
    expect(await later.results()).toEqual(['gated_write: expired'])
    expect(s.gates.begun).toEqual([])
  })
})

describe('a set that had been decided by then or is later', () => {
  test('waits again before its decision, can be decided otherwise, and nothing recorded runs again', async () => {
    const s = await scenario()
    await s.plays([call('write_file', { path: 'a.txt', content: 'One\n' }), done])
    await s.waitsOn('write_file')
    await s.approves('write_file')
    await s.ends('final_text')
    const before = await everythingOf(s)
    const fork = await s.forks((await event(s, 'call.decided')).seq - 1)
    const [waiting] = (await fork.waitsOn('write_file')).calls
    expect(waiting).toMatchObject({
      why: 'drifted',
      decisions: [],
      preview: { preconditions: [{ path: 'a.txt' }] },
    })
    await fork.edits('write_file', { path: 'a.txt', content: 'Two\n' })
    await fork.ends('final_text')
    expect(await readFile(path.join(s.world.workspace, 'a.txt'), 'utf8')).toBe('Two\n')
    expect(await everythingOf(s)).toEqual(before)
  })

  test('runs nothing by the decisions that were copied with it', async () => {
    const s = await scenario()
    await s.plays([calls('gated_write a!', 'gated_write b!'), done])
    await s.waitsOn('gated_write', 'gated_write')
    await s.approves('gated_write a!', 'gated_write b!')
    await s.ends('final_text')
    for (const { seq } of (await s.events()).filter(({ type }) =>
      /^call\.(decided|started|ended)$/.test(type),
    )) {
      const fork = await s.forks(seq)
      await s.world.until('a fork at rest', async () => (await wakes(fork)) === 0)
      expect((await fork.view()).activeRun?.status ?? 'none').toMatch(/^(waiting|none)$/)
    }
    expect([s.gates.ledger, s.gates.begun]).toEqual([
      ['a!', 'b!'],
      ['a!', 'b!'],
    ])
  })
})

const wakes = (s: Scenario): Promise<number> => s.world.db.wake.count({ where: { sessionId: s.sessionId } })

describe('a call that was under way', () => {
  test('has an unknown outcome in the fork, and goes on in the other session', async () => {
    const s = await scenario()
    await s.plays([calls('gated_write a', 'gated_read b!'), done])
    await s.waitsOn('gated_write', 'gated_read')
    await s.approves('gated_write a')
    await s.gates.begins('a')
    const fork = await s.forks((await event(s, 'call.started')).seq)
    const { calls: copied } = await fork.waitsOn('gated_read')
    expect(copied[0]).toMatchObject({ state: 'settled', result: { kind: 'unknown' } })
    s.gates.open('a')
    await s.approves('gated_read')
    await s.ends('final_text')
    await fork.approves('gated_read')
    await fork.ends('final_text')
    expect(s.gates.ledger).toEqual(['a'])
  })

  test('that was held waits again as it was proposed, whatever it had been made', async () => {
    const s = await scenario()
    await s.plays([calls('gated_write a!'), done])
    await s.waitsOn('gated_write')
    ok(await s.rules('gated_write', { kind: 'edit', arguments: { name: 'b!' } }, { holdMs: 20_000 }))
    const decided = await event(s, 'call.decided')
    const fork = await s.forks(decided.seq)
    const [waiting] = (await fork.waitsOn('gated_write')).calls as [Call]
    expect(waiting).toMatchObject({
      effective: { arguments: { name: 'a!' } },
      preview: { summary: expect.stringContaining('a!') },
      decisions: [{ kind: 'edit', void: 'undone' }],
    })
    refused(await undo(s.deps, { callId: waiting.id }), 'already_started')
    await fork.approves('gated_write')
    await fork.ends('final_text')
    expect(s.gates.ledger).toEqual(['a!'])
    await s.world.passes(21_000)
    await s.ends('final_text')
    expect(s.gates.ledger).toEqual(['a!', 'b!'])
  })
})

test('a run that was under way ends in the fork where nothing waits, and can be continued by a person', async () => {
  const s = await scenario()
  await exchange(s, 'One.')
  const said = (await s.view()).transcript.find(entry => entry.kind === 'user')
  const fork = await s.forks(said?.seq ?? 0)
  const run = await fork.ends('interrupted')
  expect((await fork.view()).transcript.at(-1)).toMatchObject({
    kind: 'notice',
    runId: run.id,
    outcome: { stopReason: 'interrupted' },
  })
  const { runId } = ok(await continueRun(fork.deps, { runId: run.id }))
  await fork.ends('final_text', runId)
  expect(await fork.sent(1)).toEqual([...(await s.sent(1)), expect.stringContaining('Go on')])
  const other = await s.forks((await event(s, 'message.added')).seq - 1)
  await other.ends('cancelled')
  expect(await other.texts()).toEqual([])
})
