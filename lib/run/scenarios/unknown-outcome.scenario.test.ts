// @module-tag invariant
import { describe, expect, test } from 'vitest'
import { changeSession } from '@/lib/run/actions/open-session'
import { calls, ok, type Ruling, refused, Scenario, scenario } from '@/lib/testing/world/scenario'
import { AT_ONCE } from '@/lib/testing/world/world'

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
  test('is not run again: a person is asked, with what is known', async () => {
    const s = await crashedDuring('gated_write a')
    const asked = await s.asks('gated_write', 'outcome_unknown')
    expect(asked).toMatchObject({
      evidence: { startedAt: asked.startedAt, processDead: true },
      attempt: 1,
      decisions: [{ kind: 'approve' }],
    })
    expect(asked.decisions[0]).not.toHaveProperty('void')
    expect(s.gates.ledger).toEqual(['a'])
    refused(await s.rules('gated_write', { kind: 'approve' }), 'invalid_request')
    refused(await s.rules('gated_write', { kind: 'edit', arguments: { name: 'b!' } }), 'invalid_request')
    await s.stops()
    await s.ends('cancelled')
    expect(await s.results()).toEqual(['gated_write: unknown'])
  })

  test('is asked about in the folder in which it ran, which stays until then', async () => {
    const s = await scenario({ workspace: 'one' })
    await s.plays([calls('gated_write a'), done])
    await s.waitsOn('gated_write')
    await s.sets({ workspace: 'two' })
    await s.sets({ workspace: 'one' })
    await s.approves('gated_write')
    await s.gates.begins('a')
    const change = (server = s.server) =>
      changeSession(server.deps, { sessionId: s.sessionId, patch: { workspace: 'two' } })
    expect(refused(await change(), 'session_busy').detail).toContain('running in this folder')
    ok(await changeSession(s.deps, { sessionId: s.sessionId, patch: { workspace: 'one', title: 'Named' } }))
    const web = await s.world.startServer({ role: 'web' })
    s.server.kill9()
    refused(await change(web), 'session_busy')
    const next = new Scenario(s.world, await s.world.startServer({ takeover: AT_ONCE }), s.sessionId)
    await next.asks('gated_write', 'outcome_unknown')
    ok(await change(web))
    await next.stops()
    await next.ends('cancelled')
  })

  const endings: [string, Ruling, { ledger: string[]; result: string; told: string }][] = [
    [
      'runs again when the person says so',
      { kind: 'retry' },
      { ledger: ['a', 'a'], result: 'ok', told: 'a is done' },
    ],
    [
      'counts as done when the person has looked',
      { kind: 'mark_done', result: 'It is there.' },
      {
        ledger: ['a'],
        result: 'answered',
        told: 'It was interrupted while it ran; the person says that it was done.\nIt is there.',
      },
    ],
    [
      'can be left open',
      { kind: 'skip' },
      {
        ledger: ['a'],
        result: 'unknown',
        told: 'Skipped: it was interrupted while it ran, and may or may not have happened.',
      },
    ],
  ]

  test.each(endings)('%s', async (...[, given, expected]) => {
    const s = await crashedDuring('gated_write a')
    await s.asks('gated_write', 'outcome_unknown')
    s.gates.open('a')
    ok(await s.rules('gated_write', given))
    await s.ends('final_text')
    expect(s.gates.ledger).toEqual(expected.ledger)
    expect(await s.results()).toEqual([`gated_write: ${expected.result}`])
    expect((await s.sent(2)).at(-1)).toBe(`result of gated_write: ${expected.told}`)
  })

  test('goes on by itself where its tool is declared idempotent', async () => {
    const s = await scenario()
    await s.plays([calls('gated_read a', 'gated_read b'), done])
    await s.waitsOn('gated_read', 'gated_read')
    await s.approves('gated_read a', 'gated_read b')
    await s.gates.begins('a')
    await s.gates.begins('b')
    await s.crashesAndRestarts()
    await s.gates.begins('a', 2)
    await s.gates.begins('b', 2)
    expect(s.gates.revoked.toSorted()).toEqual(['a', 'b'])
    s.gates.open('a')
    s.gates.open('b')
    await s.ends('final_text')
    expect(await s.results()).toEqual(['gated_read: ok', 'gated_read: ok'])
  })

  test('goes on by itself once, and then a person is asked, who may say so again', async () => {
    const s = await crashedDuring('gated_read a')
    await s.gates.begins('a', 2)
    await s.crashesAndRestarts()
    expect(await s.asks('gated_read', 'outcome_unknown')).toMatchObject({ attempt: 2 })
    ok(await s.rules('gated_read', { kind: 'retry' }))
    await s.gates.begins('a', 3)
    await s.crashesAndRestarts()
    expect(await s.asks('gated_read', 'outcome_unknown')).toMatchObject({ attempt: 3 })
    expect(s.gates.begun).toEqual(['a', 'a', 'a'])
    ok(await s.rules('gated_read', { kind: 'skip' }))
    await s.ends('final_text')
  })

  test('is asked about where its tool only reads, and is not declared idempotent', async () => {
    const s = await crashedDuring('gated_peek a')
    await s.asks('gated_peek', 'outcome_unknown')
    expect(s.gates.begun).toEqual(['a'])
    ok(await s.rules('gated_peek', { kind: 'skip' }))
    await s.ends('final_text')
  })

  test('holds up what comes after it in its set, and nothing that has run before it', async () => {
    const s = await scenario()
    await s.plays([calls('gated_write a!', 'gated_write b', 'gated_read c!'), done])
    await s.waitsOn('gated_write', 'gated_write', 'gated_read')
    await s.approves('gated_write a!', 'gated_write b', 'gated_read')
    await s.gates.begins('b')
    await s.crashesAndRestarts()
    await s.asks('gated_write', 'outcome_unknown')
    expect(s.gates.begun).toEqual(['a!', 'b'])
    expect(await s.results()).toEqual(['gated_write: ok'])
    ok(await s.rules('gated_write', { kind: 'skip' }))
    await s.ends('final_text')
    expect(s.gates.begun).toEqual(['a!', 'b', 'c!'])
  })

  test('is asked about again when it is retried and crashes again', async () => {
    const s = await crashedDuring('gated_write a')
    await s.asks('gated_write', 'outcome_unknown')
    ok(await s.rules('gated_write', { kind: 'retry' }))
    await s.gates.begins('a', 2)
    await s.crashesAndRestarts()
    const asked = await s.asks('gated_write', 'outcome_unknown')
    expect(asked).toMatchObject({ attempt: 2, decisions: [{ kind: 'approve' }, { kind: 'retry' }] })
    expect(s.gates.ledger).toEqual(['a', 'a'])
    ok(await s.rules('gated_write', { kind: 'mark_done' }))
    await s.ends('final_text')
  })

  test('is asked about though the next process crashes too before anybody answers', async () => {
    const s = await crashedDuring('gated_write a')
    const asked = await s.asks('gated_write', 'outcome_unknown')
    await s.crashesAndRestarts()
    const { pendingSet } = await s.view()
    expect(pendingSet?.calls).toEqual([asked])
    expect(s.gates.ledger).toEqual(['a'])
    ok(await s.rules('gated_write', { kind: 'mark_done' }))
    await s.ends('final_text')
  })

  test('is asked about though processes die at once while they recover it', async () => {
    const s = await crashedDuring('gated_write a')
    for (const _ of [1, 2, 3]) await s.crashesAndRestarts()
    await s.asks('gated_write', 'outcome_unknown')
    expect(s.gates.ledger).toEqual(['a'])
    await s.stops()
    await s.ends('cancelled')
  })

  test('is asked about however long nobody was there', async () => {
    const s = await scenario({ limits: { activeMs: 60_000 } })
    await s.plays([calls('gated_write a'), done])
    await s.waitsOn('gated_write')
    await s.approves('gated_write')
    await s.gates.begins('a')
    s.server.kill9()
    await s.world.passes(8 * 3_600_000)
    s.server = await s.world.startServer({ takeover: AT_ONCE })
    await s.asks('gated_write', 'outcome_unknown')
    ok(await s.rules('gated_write', { kind: 'mark_done' }))
    await s.ends('final_text')
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

describe('a set that waits', () => {
  test('is after a restart what it was before, and is decided there', async () => {
    const s = await scenario()
    await s.plays([calls('gated_write a!', 'gated_read b!'), done])
    await s.waitsOn('gated_write', 'gated_read')
    const before = await s.view()
    await s.crashesAndRestarts()
    expect(await s.view()).toEqual(before)
    await s.approves('gated_write', 'gated_read')
    await s.ends('final_text')
    expect(s.gates.begun).toEqual(['a!', 'b!'])
  })

  test('keeps the decisions of one part while the rest waits through a restart', async () => {
    const s = await scenario()
    await s.plays([calls('gated_write a!', 'gated_write b!', 'gated_write c!'), done])
    await s.waitsOn('gated_write', 'gated_write', 'gated_write')
    await s.approves('gated_write c!')
    await s.denies('gated_write a!', 'Not this one.')
    await s.waitsOn('gated_write')
    await s.crashesAndRestarts()
    await s.approves('gated_write b!')
    await s.ends('final_text')
    expect(s.gates.ledger).toEqual(['b!', 'c!'])
  })

  test('waits a month as well as a minute, though the Run has a minute of active time', async () => {
    const s = await scenario({ limits: { activeMs: 60_000 } })
    await s.plays([calls('gated_write a!'), done])
    await s.waitsOn('gated_write')
    await s.world.passes(30 * 86_400_000)
    await s.crashesAndRestarts()
    await s.approves('gated_write')
    await s.ends('final_text')
    expect(s.gates.ledger).toEqual(['a!'])
  })
})
