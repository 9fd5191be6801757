// @module-tag invariant
import { describe, expect, test } from 'vitest'
import type { CallSet } from '@/lib/domain/call/call'
import { type ProblemCode, Refusal } from '@/lib/domain/contract/problem'
import { newId } from '@/lib/server/new-id'
import {
  calls,
  ok,
  type Ruling,
  refused,
  ruling,
  Scenario,
  scenario,
  startsSession,
} from '@/test/world/scenario'

const done = { text: 'Done.' }

async function waiting(...names: string[]): Promise<{ s: Scenario; set: CallSet }> {
  const s = await scenario()
  await s.plays([calls(...names), done])
  return { s, set: await s.waitsOn(...names.map(name => name.split(' ')[0] ?? '')) }
}

function first(set: CallSet, index = 0) {
  const found = set.calls[index]
  if (!found) throw new Error(`The set has no call ${index}.`)
  return found
}

const decisionsOf = (s: Scenario): Promise<number> =>
  s.world.db.decision.count({ where: { sessionId: s.sessionId } })

describe('of many decisions about one Call', () => {
  test('twenty that say the same at once, one counts and the others are told', async () => {
    const { s, set } = await waiting('gated_write a!')
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => s.rulesOn(set.id, [ruling(first(set), { kind: 'approve' })])),
    )
    const won = answers.filter(answer => !(answer instanceof Refusal))
    expect(won).toHaveLength(1)
    for (const answer of answers.filter(each => each instanceof Refusal)) {
      expect(refused(answer, 'already_decided').more.call).toMatchObject({ id: first(set).id })
    }
    await s.ends('final_text')
    expect(s.gates.ledger).toEqual(['a!'])
    expect(await decisionsOf(s)).toBe(1)
  })

  test('that say different things at once, through two processes, one counts and is what happens', async () => {
    const { s, set } = await waiting('gated_write a!')
    const there = new Scenario(s.world, await s.world.startServer({ role: 'web' }), s.sessionId)
    const rulings: Ruling[] = [
      { kind: 'approve' },
      { kind: 'deny' },
      { kind: 'edit', arguments: { name: 'b!' } },
      { kind: 'deny', reason: 'Other tab.' },
    ]
    const answers = await Promise.all(
      rulings.map((each, at) => (at % 2 ? there : s).rulesOn(set.id, [ruling(first(set), each)])),
    )
    const won = rulings.filter((_, at) => !(answers[at] instanceof Refusal))
    expect(won).toHaveLength(1)
    await s.ends('final_text')
    const effects: Partial<Record<Ruling['kind'], string[]>> = { approve: ['a!'], edit: ['b!'], deny: [] }
    expect(s.gates.ledger).toEqual(effects[won[0]?.kind ?? 'skip'])
    expect((await s.callNow(first(set).id)).decisions.map(one => one.kind)).toEqual([won[0]?.kind])
  })
})

describe('a decision that comes too late changes nothing and says so', () => {
  test('when the Run was stopped, or the session deleted', async () => {
    const { s, set } = await waiting('gated_write a!')
    const approval = [ruling(first(set), { kind: 'approve' })]
    await s.stops()
    await s.ends('cancelled')
    const answer = refused(await s.rulesOn(set.id, approval), 'already_decided')
    expect(answer.more.call).toMatchObject({ state: 'settled', result: { kind: 'not_run' } })
    await s.deletes()
    refused(await s.rulesOn(set.id, approval), 'not_found')
    expect(s.gates.ledger).toEqual([])
  })

  test('when the Call is what it was, but no longer shows it, and when it has run already', async () => {
    const { s, set } = await waiting('gated_write a!')
    const shown = { id: first(set).id, digest: 'sha256:old' }
    const answer = refused(await s.rulesOn(set.id, [ruling(shown, { kind: 'approve' })]), 'stale_digest')
    expect(answer.more.call).toMatchObject({ id: shown.id, digest: first(set).digest, state: 'waiting' })
    expect(await decisionsOf(s)).toBe(0)
    await s.approves('gated_write')
    await s.ends('final_text')
    refused(await s.rulesOn(set.id, [ruling(first(set), { kind: 'deny' })]), 'already_decided')
    expect(await s.results()).toEqual(['gated_write: ok'])
  })
})

test('a decision about a Call of another set, of another session, or of no set at all is none', async () => {
  const { s, set } = await waiting('gated_write a!')
  const other = await startsSession(s.world, s.server)
  await other.plays([calls('gated_write b!'), done])
  const theirs = await other.waitsOn('gated_write')
  const approve = { kind: 'approve' } as const
  refused(await s.rulesOn(set.id, [ruling(first(theirs), approve)]), 'not_found')
  refused(await s.rulesOn(theirs.id, [ruling(first(set), approve)]), 'not_found')
  refused(await s.rulesOn(newId(), [ruling(first(set), approve)]), 'not_found')
  expect(await decisionsOf(s)).toBe(0)
  expect(s.gates.ledger).toEqual([])
})

describe('decisions sent together are stored together or not at all', () => {
  test('nothing where the second is stale, foreign, is not of a kind that it admits, would run invalid arguments or is the first again', async () => {
    const { s, set } = await waiting('gated_write a!', 'gated_write b!')
    const second = first(set, 1)
    const reasons: [{ id: string; digest: string }, Ruling, ProblemCode][] = [
      [{ ...second, digest: 'sha256:old' }, { kind: 'approve' }, 'stale_digest'],
      [{ ...second, id: newId() }, { kind: 'approve' }, 'not_found'],
      [second, { kind: 'retry' }, 'invalid_request'],
      [second, { kind: 'edit', arguments: {} }, 'invalid_arguments'],
      [first(set), { kind: 'deny' }, 'invalid_request'],
    ]
    for (const [about, given, code] of reasons) {
      const both = [ruling(first(set), { kind: 'approve' }), ruling(about, given)]
      refused(await s.rulesOn(set.id, both), code)
      expect(await decisionsOf(s)).toBe(0)
      expect((await s.view()).pendingSet).toEqual(set)
    }
    expect(s.gates.ledger).toEqual([])
    await s.stops()
  })

  test('and a part of the set can be decided alone', async () => {
    const { s, set } = await waiting('gated_write a!', 'gated_write b!', 'gated_write c!')
    const decided = ok(
      await s.rulesOn(set.id, [
        ruling(first(set, 2), { kind: 'deny' }),
        ruling(first(set, 0), { kind: 'approve' }),
      ]),
    )
    expect(decided.calls.map(each => each.state)).toEqual(['approved', 'waiting', 'settled'])
    await s.waitsOn('gated_write')
    await s.approves('gated_write')
    await s.ends('final_text')
    expect(s.gates.ledger).toEqual(['a!', 'b!'])
  })
})
