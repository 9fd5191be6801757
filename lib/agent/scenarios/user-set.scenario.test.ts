import { describe, expect, test } from 'vitest'
import type { CallSet } from '@/lib/domain/call/call'
import { OWNER } from '@/lib/domain/contract/person'
import { calls, ok, refused, type Scenario, type Scripted, scenario } from '@/test/world/scenario'
import { IMPATIENT } from '@/test/world/world'
import { addUserSet } from '../actions/user-set'
import type { Proposal } from '../calls/store-calls'

const done: Scripted = { text: 'Done.' }

/** All that the person asked for. */
const all = async (_: unknown, proposals: Proposal[]) => proposals

/** The person asks for Calls: `'gated_write a'`. */
async function wishes(s: Scenario, ...names: string[]): Promise<CallSet> {
  const wished = names.map(each => {
    const [tool = '', name] = each.split(' ')
    return { tool, argumentsText: JSON.stringify({ name }) }
  })
  const about = { sessionId: s.sessionId, person: OWNER, requested: wished }
  return ok(await addUserSet(s.deps, { ...about, grant: all }))
}

const kinds = async (s: Scenario, set: CallSet) => (await s.settles(set)).map(call => call.result.kind)

describe('a set by a person', () => {
  test('needs no run, runs in its order, and ends with a result each', async () => {
    const s = await scenario()
    const set = await wishes(s, 'gated_write a', 'gated_read b!', 'gated_write c!')
    await s.gates.begins('a')
    expect((await s.view()).openSets.map(({ id }) => id)).toEqual([set.id])
    expect((await s.view()).pendingSets).toEqual([])
    expect(s.gates.begun).toEqual(['a'])
    s.gates.open('a')
    expect(await kinds(s, set)).toEqual(['ok', 'ok', 'ok'])
    expect(s.gates.begun).toEqual(['a', 'b!', 'c!'])
    expect(await s.told()).not.toContain('run.queued')
    expect((await wishes(s, 'nothing a')).calls).toMatchObject([
      { state: 'settled', result: { kind: 'error' } },
    ])
    expect(await kinds(s, await wishes(s, 'gated_write bug_in_perform'))).toEqual(['error'])
    s.server.errors.splice(0)
    expect((await s.texts()).at(-1)).toMatch(/^correction: Ran gated_write, which failed: /)
  })

  test('holds back what the agent writes, and what the model is asked, until the model can be told', async () => {
    const s = await scenario()
    await s.plays([calls('gated_read r', 'gated_write a!'), done])
    await s.waitsOn('gated_read', 'gated_write')
    await s.approves('gated_read', 'gated_write')
    await s.gates.begins('r')
    const set = await wishes(s, 'gated_write b')
    await s.gates.begins('b')
    s.gates.open('r')
    await s.world.until('the read', async () => (await s.results()).includes('gated_read: ok'))
    expect(s.gates.ledger).toEqual(['b'])
    s.gates.open('b')
    await s.ends('final_text')
    expect(await kinds(s, set)).toEqual(['ok'])
    expect(s.gates.ledger).toEqual(['b', 'a!'])
    expect((await s.sent(2)).at(-1)).toContain('Ran gated_write: b is done')
  })

  test('is stopped without a run too', async () => {
    const s = await scenario({}, { server: IMPATIENT })
    const set = await wishes(s, 'gated_deaf b', 'gated_write c!')
    await s.gates.begins('b')
    expect(await s.stops()).toBeNull()
    expect(await kinds(s, set)).toEqual(['unknown', 'not_run'])
    expect((await s.view()).openSets).toEqual([])
  })
})

describe('a set by a person whose process dies in the middle', () => {
  test('asks the person like any other, keeps no run from going on, and is settled by what they say', async () => {
    const s = await scenario()
    const set = await wishes(s, 'gated_write a', 'gated_write b!')
    await s.gates.begins('a')
    await s.crashesAndRestarts()
    const { id, digest, evidence } = await s.asks('gated_write', 'outcome_unknown')
    expect(evidence).toMatchObject({ processDead: true })
    const { session, pendingSets, pendingSet } = await s.view()
    expect(session).toMatchObject({ state: 'waiting', pendingCalls: 1 })
    expect(pendingSets.map(one => one.id)).toEqual([set.id])
    expect(pendingSet).toBeUndefined()
    await s.checks()
    refused(await s.rulesOn(set.id, [{ kind: 'deny', callId: id, digest }]), 'invalid_request')
    const { runId } = await s.plays([done])
    await s.ends('final_text', runId)
    expect(s.gates.begun).toEqual(['a'])
    s.gates.open('a')
    ok(await s.rulesOn(set.id, [{ kind: 'retry', callId: id, digest }]))
    expect(await kinds(s, set)).toEqual(['ok', 'ok'])
    expect(s.gates.ledger).toEqual(['a', 'a', 'b!'])
    expect((await s.texts()).filter(text => text.startsWith('correction'))).toHaveLength(1)
  })
})

test('a person’s call whose tool has changed meanwhile does not run', async () => {
  const s = await scenario()
  s.server.kill9()
  const web = await s.world.startServer({ role: 'web' })
  s.server = web
  const set = await wishes(s, 'gated_write a!')
  s.server = await s.world.startServer({ tools: s.gates.toolsSaying('Other words.') })
  const settled = await s.settles(set)
  expect(settled).toMatchObject([
    {
      result: { kind: 'not_run', text: 'Not run: the tool was changed since.' },
      decisions: [{ kind: 'approve', void: 'definition_changed' }],
    },
  ])
  expect(s.gates.begun).toEqual([])
})
