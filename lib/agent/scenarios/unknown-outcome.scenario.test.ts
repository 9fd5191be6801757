// @module-tag invariant
import { describe, expect, test } from 'vitest'
import { OWNER } from '@/lib/domain/contract/person'
import { calls, ok, refused, Scenario, scenario } from '@/test/world/scenario'
import { AT_ONCE } from '@/test/world/world'
import { changeSession } from '../actions/open-session'

const done = { text: 'Done.' }

/** The process dies while the Activity runs: its effect may have happened. */
async function crashedDuring(...names: string[]): Promise<Scenario> {
  const s = await scenario()
  await s.plays([calls(...names), done])
  await s.waitsOn(...names.map(name => name.split(' ')[0] ?? ''))
  for (const name of names) await s.approves(name)
  await s.gates.begins(names[0]?.split(' ')[1] ?? '')
  await s.crashesAndRestarts()
  return s
}

describe('a Call that a crash cut off', () => {
  test('is not run again: a person is asked, with what is known, however many processes die while they recover it', async () => {
    const s = await crashedDuring('gated_write a')
    await s.crashesAndRestarts()
    const asked = await s.asks('gated_write', 'outcome_unknown')
    expect(asked).toMatchObject({
      evidence: { startedAt: asked.startedAt, processDead: true },
      attempt: 1,
      decisions: [{ kind: 'approve' }],
    })
    expect(asked.decisions[0]).not.toHaveProperty('void')
    await s.crashesAndRestarts()
    expect((await s.view()).pendingSet?.calls).toEqual([asked])
    expect(s.gates.ledger).toEqual(['a'])
    refused(await s.rules('gated_write', { kind: 'approve' }), 'invalid_request')
    refused(await s.rules('gated_write', { kind: 'edit', arguments: { name: 'b!' } }), 'invalid_request')
    await s.stops()
    await s.ends('cancelled')
    expect(await s.results()).toEqual(['gated_write: unknown'])
  })

  test('is asked about in the folder in which it ran, which stays until then, and is asked about however long nobody was there', async () => {
    const s = await scenario({ workspace: 'one', limits: { activeMs: 60_000 } })
    await s.plays([calls('gated_write a'), done])
    await s.waitsOn('gated_write')
    await s.sets({ workspace: 'two' })
    await s.sets({ workspace: 'one' })
    await s.approves('gated_write')
    await s.gates.begins('a')
    const change = (server = s.server) =>
      changeSession(server.deps, { sessionId: s.sessionId, patch: { workspace: 'two' }, person: OWNER })
    expect(refused(await change(), 'session_busy').detail).toContain('running in this folder')
    ok(
      await changeSession(s.deps, {
        sessionId: s.sessionId,
        patch: { workspace: 'one', title: 'Named' },
        person: OWNER,
      }),
    )
    const web = await s.world.startServer({ role: 'web' })
    s.server.kill9()
    refused(await change(web), 'session_busy')
    await s.world.passes(8 * 3_600_000)
    const next = new Scenario(s.world, await s.world.startServer({ takeover: AT_ONCE }), s.sessionId)
    await next.asks('gated_write', 'outcome_unknown')
    ok(await change(web))
    ok(await next.rules('gated_write', { kind: 'mark_done' }))
    await next.ends('final_text')
  })

  test('runs again when the person says so, counts as done when they have looked, or is left open: also where it only reads', async () => {
    const s = await scenario()
    await s.plays([calls('gated_peek a', 'gated_peek b', 'gated_peek c'), done])
    await s.waitsOn('gated_peek', 'gated_peek', 'gated_peek')
    await s.approves('gated_peek a', 'gated_peek b', 'gated_peek c')
    for (const name of ['a', 'b', 'c']) await s.gates.begins(name)
    await s.crashesAndRestarts()
    await s.waitsOn('gated_peek', 'gated_peek', 'gated_peek')
    s.gates.open('a')
    ok(await s.rules('gated_peek a', { kind: 'retry' }))
    ok(await s.rules('gated_peek b', { kind: 'mark_done', result: 'It is there.' }))
    ok(await s.rules('gated_peek c', { kind: 'skip' }))
    await s.ends('final_text')
    expect(s.gates.begun.slice(3)).toEqual(['a'])
    expect((await s.results()).toSorted()).toEqual([
      ...['gated_peek: answered', 'gated_peek: ok', 'gated_peek: unknown'],
    ])
    expect((await s.sent(2)).slice(-3)).toEqual([
      'result of gated_peek: a is done',
      expect.stringMatching(/the person says that it was done\.\nIt is there\.$/),
      expect.stringMatching(/may or may not have happened\.$/),
    ])
  })

  test('goes on by itself where its tool is declared idempotent: goes on by itself once, and then a person is asked', async () => {
    const s = await scenario()
    await s.plays([calls('gated_read a', 'gated_read b'), done])
    await s.waitsOn('gated_read', 'gated_read')
    await s.approves('gated_read a', 'gated_read b')
    for (const name of ['a', 'b']) await s.gates.begins(name)
    await s.crashesAndRestarts()
    for (const name of ['a', 'b']) await s.gates.begins(name, 2)
    expect(s.gates.revoked.toSorted()).toEqual(['a', 'b'])
    s.gates.open('b')
    await s.world.until('b', async () => (await s.results()).length === 1)
    await s.crashesAndRestarts()
    expect(await s.asks('gated_read', 'outcome_unknown')).toMatchObject({ attempt: 2 })
    ok(await s.rules('gated_read', { kind: 'retry' }))
    await s.gates.begins('a', 3)
    s.gates.open('a')
    await s.ends('final_text')
    expect(await s.results()).toEqual(['gated_read: ok', 'gated_read: ok'])
  })

  test('holds up what comes after it in its set, and is asked about again when it is retried and crashes again', async () => {
    const s = await scenario()
    await s.plays([calls('gated_write a!', 'gated_write b', 'gated_read c!'), done])
    await s.waitsOn('gated_write', 'gated_write', 'gated_read')
    await s.approves('gated_write a!', 'gated_write b', 'gated_read')
    await s.gates.begins('b')
    await s.crashesAndRestarts()
    await s.asks('gated_write', 'outcome_unknown')
    expect(await s.results()).toEqual(['gated_write: ok'])
    ok(await s.rules('gated_write', { kind: 'retry' }))
    await s.gates.begins('b', 2)
    await s.crashesAndRestarts()
    const asked = await s.asks('gated_write', 'outcome_unknown')
    expect(asked).toMatchObject({ attempt: 2, decisions: [{ kind: 'approve' }, { kind: 'retry' }] })
    expect(s.gates.begun).toEqual(['a!', 'b', 'b'])
    ok(await s.rules('gated_write', { kind: 'mark_done' }))
    await s.ends('final_text')
    expect(s.gates.begun).toEqual(['a!', 'b', 'b', 'c!'])
  })

  test('shows what its retry would do now, and binds it to that', async () => {
    const s = await crashedDuring('gated_write a')
    await s.asks('gated_write', 'outcome_unknown')
    await s.crashesAndRestarts({ tools: s.gates.toolsSaying('It does something else now.') })
    refused(await s.rules('gated_write', { kind: 'retry' }), 'stale_digest')
    expect(s.gates.ledger).toEqual(['a'])
    s.gates.open('a')
    ok(await s.rules('gated_write', { kind: 'retry' }))
    await s.ends('final_text')
    expect(s.gates.ledger).toEqual(['a', 'a'])
  })
})

test('a set that waits is after a restart what it was before, a month later and where a part of it is decided', async () => {
  const s = await scenario({ limits: { activeMs: 60_000 } })
  await s.plays([calls('gated_write a!', 'gated_write b!', 'gated_write c!'), done])
  await s.waitsOn('gated_write', 'gated_write', 'gated_write')
  const before = await s.view()
  await s.world.passes(30 * 86_400_000)
  await s.crashesAndRestarts()
  expect(await s.view()).toEqual(before)
  await s.approves('gated_write c!')
  await s.denies('gated_write a!', 'Not this one.')
  await s.waitsOn('gated_write')
  await s.crashesAndRestarts()
  await s.approves('gated_write b!')
  await s.ends('final_text')
  expect(s.gates.ledger).toEqual(['b!', 'c!'])
})
