import { describe, expect, test } from 'vitest'
import type { CallSet } from '@/lib/domain/call/call'
import { OWNER } from '@/lib/domain/contract/person'
import { addPersonSet } from '@/lib/run/actions/person-set'
import { calls, ok, refused, type Scenario, type Scripted, scenario } from '@/lib/testing/world/scenario'
import { IMPATIENT } from '@/lib/testing/world/world'
import { cancelRun } from '../actions/stop'

const done: Scripted = { text: 'Done.' }

/** The person asks for Calls: `'gated_write a'`. */
async function wishes(s: Scenario, ...names: string[]): Promise<CallSet> {
  const wished = names.map(each => {
    const [tool = '', name] = each.split(' ')
    return { tool, argumentsText: JSON.stringify({ name }) }
  })
  const about = { sessionId: s.sessionId, person: OWNER, wishes: wished }
  return ok(await addPersonSet(s.deps, { ...about, granted: async () => wished }))
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
  })

  test('that cannot run is settled at once', async () => {
    const s = await scenario()
    const set = await wishes(s, 'nothing a')
    expect(set.calls).toMatchObject([{ state: 'settled', result: { kind: 'error' } }])
  })

  test('that ends in an error is told to the model as that', async () => {
    const s = await scenario()
    const set = await wishes(s, 'gated_write bug_in_perform')
    expect(await kinds(s, set)).toEqual(['error'])
    s.server.errors.splice(0)
    expect((await s.texts()).at(-1)).toMatch(/^correction: Ran gated_write, which failed: /)
  })

  test('is run while a run waits, which is not at work meanwhile', async () => {
    const s = await scenario()
    await s.plays([calls('gated_write a!'), done])
    await s.waitsOn('gated_write')
    const set = await wishes(s, 'gated_write b')
    await s.gates.begins('b')
    await s.waitsOn('gated_write')
    s.gates.open('b')
    expect(await kinds(s, set)).toEqual(['ok'])
    await s.approves('gated_write')
    await s.ends('final_text')
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

  test('begins though the model is being asked, and ends beside it', async () => {
    const s = await scenario()
    await s.plays([{ text: 'Done.', delayMs: 60_000 }])
    await s.world.until('a request', async () => (await s.told()).includes('request.started'))
    const set = await wishes(s, 'gated_write b!')
    expect(await kinds(s, set)).toEqual(['ok'])
    expect(await s.told()).not.toContain('request.ended')
    await s.stops()
    await s.ends('cancelled')
  })

  test('outlives the end of the run beside it', async () => {
    const s = await scenario()
    const { runId } = await s.plays([calls('gated_write a!'), done])
    await s.waitsOn('gated_write')
    const set = await wishes(s, 'gated_write b')
    await s.gates.begins('b')
    ok(await cancelRun(s.deps, { runId, by: OWNER.id }))
    await s.ends('cancelled', runId)
    s.gates.open('b')
    expect(await kinds(s, set)).toEqual(['ok'])
  })

  test('is stopped with the session', async () => {
    const s = await scenario()
    await s.plays([calls('gated_write a!'), done])
    await s.waitsOn('gated_write')
    const set = await wishes(s, 'gated_write b', 'gated_write c!')
    await s.gates.begins('b')
    await s.stops()
    await s.ends('cancelled')
    const settled = await s.settles(set)
    expect(settled.map(call => call.result)).toMatchObject([
      { kind: 'error', text: 'Stopped in the middle.' },
      { kind: 'not_run', text: 'Not run: it was stopped.' },
    ])
    expect(s.gates.begun).toEqual(['b'])
  })

  test('is stopped without a run too', async () => {
    const s = await scenario({}, { server: IMPATIENT })
    const set = await wishes(s, 'gated_deaf b', 'gated_write c!')
    await s.gates.begins('b')
    expect(await s.stops()).toBeNull()
    expect(await kinds(s, set)).toEqual(['unknown', 'not_run'])
    expect((await s.view()).openSets).toEqual([])
  })

  test('is settled by a delete', async () => {
    const s = await scenario()
    await wishes(s, 'gated_write b')
    await s.gates.begins('b')
    await s.deletes()
    await s.gates.ends('b')
    expect(await s.world.db.call.count()).toBe(0)
  })
})

describe('a set by a person whose process dies in the middle', () => {
  async function died(): Promise<{ s: Scenario; set: CallSet }> {
    const s = await scenario()
    const set = await wishes(s, 'gated_write a', 'gated_write b!')
    await s.gates.begins('a')
    await s.crashesAndRestarts()
    await s.asks('gated_write', 'outcome_unknown')
    return { s, set }
  }

  test('asks the person, in the inbox like any other, and does nothing by itself', async () => {
    const { s, set } = await died()
    const { session, pendingSets, pendingSet } = await s.view()
    expect(session).toMatchObject({ state: 'waiting', pendingCalls: 1 })
    expect(pendingSets.map(({ id }) => id)).toEqual([set.id])
    expect(pendingSet).toBeUndefined()
    expect(s.gates.begun).toEqual(['a'])
    expect((await s.callNow(set.calls[0]?.id ?? '')).evidence).toMatchObject({ processDead: true })
    await s.checks()
  })

  test.each([
    ['retry', ['ok', 'ok'], ['a', 'a', 'b!']],
    ['mark_done', ['answered', 'ok'], ['a', 'b!']],
    ['skip', ['unknown', 'ok'], ['a', 'b!']],
  ] as const)('is settled by %s', async (kind, results, ledger) => {
    const { s, set } = await died()
    const call = await s.callNow(set.calls[0]?.id ?? '')
    s.gates.open('a')
    ok(await s.rulesOn(set.id, [{ kind, callId: call.id, digest: call.digest }]))
    expect(await kinds(s, set)).toEqual(results)
    expect(s.gates.ledger).toEqual(ledger)
    expect((await s.texts()).filter(text => text.startsWith('correction'))).toHaveLength(1)
  })

  test('admits no other decision, keeps no run from going on, and is settled by a stop', async () => {
    const { s, set } = await died()
    const call = await s.callNow(set.calls[0]?.id ?? '')
    const denied = { kind: 'deny' as const, callId: call.id, digest: call.digest }
    refused(await s.rulesOn(set.id, [denied]), 'invalid_request')
    const { runId } = await s.plays([done])
    await s.ends('final_text', runId)
    await s.stops()
    expect(await kinds(s, set)).toEqual(['unknown', 'not_run'])
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
