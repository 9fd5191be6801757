import { describe, expect, test } from 'vitest'
import type { CallSet } from '@/lib/domain/call/call'
import { calls, ok, refused, type Scenario, scenario } from '@/test/world/scenario'
import { undo } from '../actions/undo'

const done = { text: 'Done.' }
const HOLD = { holdMs: 20_000 }

async function waiting(...names: string[]): Promise<{ s: Scenario; set: CallSet; id: string }> {
  const s = await scenario()
  await s.plays([calls(...names), done])
  const set = await s.waitsOn(...names.map(name => name.split(' ')[0] ?? ''))
  return { s, set, id: set.calls[0]?.id ?? '' }
}

const undoes = (s: Scenario, callId: string) => undo(s.deps, { callId })

describe('an approval that is held', () => {
  test('does not run before its time, outlives the process that took it, and then runs', async () => {
    const { s, id } = await waiting('gated_write a!')
    ok(await s.rules('gated_write', { kind: 'approve' }, HOLD))
    expect(await s.callNow(id)).toMatchObject({ state: 'approved', startsAt: expect.any(String) })
    await s.crashesAndRestarts()
    await s.world.passes(19_000)
    expect((await s.callNow(id)).state).toBe('approved')
    expect(s.gates.begun).toEqual([])
    await s.world.passes(1_500)
    await s.ends('final_text')
    expect(s.gates.ledger).toEqual(['a!'])
  })

  test('can be taken back, once: it waits as before, nothing runs, and the record says so', async () => {
    const { s, set, id } = await waiting('gated_write a!')
    refused(await undoes(s, id), 'already_started')
    refused(await undoes(s, s.sessionId), 'not_found')
    ok(await s.rules('gated_write', { kind: 'approve' }, HOLD))
    const answers = await Promise.all(Array.from({ length: 5 }, () => undoes(s, id)))
    const calls = answers.flatMap(answer => ('state' in answer ? [answer] : []))
    expect(calls).toMatchObject([
      {
        state: 'waiting',
        why: 'policy',
        digest: set.calls[0]?.digest,
        decisions: [{ kind: 'approve', void: 'undone' }],
      },
    ])
    await s.world.passes(60_000)
    await s.waitsOn('gated_write')
    expect(s.gates.begun).toEqual([])
    await s.approves('gated_write')
    await s.ends('final_text')
    expect(s.gates.ledger).toEqual(['a!'])
    expect(refused(await undoes(s, id), 'already_started').more.call).toMatchObject({ state: 'settled' })
  })

  test('of an edit goes back to what was proposed, or to what an earlier edit made of it', async () => {
    const { s, id } = await waiting('gated_write a!')
    const edit = (name: string) => s.rules('gated_write', { kind: 'edit', arguments: { name } }, HOLD)
    ok(await edit('b!'))
    expect(ok(await undoes(s, id))).toMatchObject({
      effective: { arguments: { name: 'a!' } },
      preview: { summary: expect.stringContaining('a!') },
    })
    ok(await s.rules('gated_write', { kind: 'replace', tool: 'gated_read', arguments: { name: 'c!' } }, HOLD))
    expect(ok(await undoes(s, id))).toMatchObject({ tool: 'gated_write', readOnly: false })
    ok(await edit('d!'))
    await s.world.passes(21_000)
    await s.ends('final_text')
    expect(s.gates.begun).toEqual(['d!'])
  })

  test('of a retry goes back to the unknown outcome, and one more retry runs it once', async () => {
    const { s, id } = await waiting('gated_write a')
    await s.approves('gated_write')
    await s.gates.begins('a')
    await s.crashesAndRestarts()
    await s.asks('gated_write', 'outcome_unknown')
    ok(await s.rules('gated_write', { kind: 'retry' }, HOLD))
    expect(ok(await undoes(s, id))).toMatchObject({
      why: 'outcome_unknown',
      decisions: [{ kind: 'approve' }, { kind: 'retry', void: 'undone' }],
    })
    s.gates.open('a')
    ok(await s.rules('gated_write', { kind: 'retry' }))
    await s.ends('final_text')
    expect(s.gates.ledger).toEqual(['a', 'a'])
  })
})
