import { describe, expect, test } from 'vitest'
import type { GivenStep } from '@/lib/domain/session/plan'
import { correctPlan } from '@/lib/run/actions/correct-plan'
import { planRevisions } from '@/lib/store/memory/plan'
import { call, calls, ok, refused, type Scenario, scenario } from '@/lib/testing/world/scenario'
import { sentMessages } from '@/lib/testing/world/sent-messages'

const steps = (...titles: string[]): GivenStep[] => titles.map(title => ({ id: title.toLowerCase(), title }))
const plan = (given: GivenStep[]) => call('update_plan', { steps: given })

/** The last message of a Request that tells the Plan as a whole. */
async function planTold(s: Scenario, number: number): Promise<string> {
  const messages = await sentMessages(s.world.db, s.sessionId, number)
  const told = messages.findLast(message => message.role === 'user' && message.note === 'plan')
  return /Your plan \(revision.*/s.exec(told?.text ?? '')?.[0] ?? ''
}

const corrects = (s: Scenario, given: GivenStep[], revision?: number) =>
  correctPlan(s.deps, {
    sessionId: s.sessionId,
    plan: { steps: given },
    revision,
  })

describe('the agent keeps a plan', () => {
  test('without asking anybody; the next request tells it, and every revision is kept', async () => {
    const s = await scenario()
    const [read, write] = steps('Read', 'Write')
    const begun = [
      { ...read, status: 'done' },
      { ...write, dependsOn: ['read'] },
    ] as GivenStep[]
    await s.plays([plan(steps('Read')), plan(begun), { text: 'Done.' }])
    await s.ends('final_text')
    const view = await s.view()
    expect(view.plan).toEqual({
      revision: 2,
      because: 'the agent went on',
      steps: [
        { id: 'read', title: 'Read', status: 'done', dependsOn: [] },
        { id: 'write', title: 'Write', status: 'pending', dependsOn: ['read'] },
      ],
    })
    expect(await planTold(s, 1)).toBe('')
    expect(await planTold(s, 3)).toBe('')
    expect((await s.sent(3)).filter(line => line.startsWith('result'))).toEqual([
      'result of update_plan: Plan of 1 step. Kept as revision 1.',
      'result of update_plan: Plan of 2 steps, 1 done. Kept as revision 2.',
    ])
    const kept = await planRevisions(s.world.db, s.sessionId, { before: undefined, limit: 10 })
    expect(kept.map(({ revision, because }) => [revision, because])).toEqual([
      [2, 'the agent went on'],
      [1, 'the agent planned its work'],
    ])
    expect(kept.every(({ callId }) => callId !== undefined)).toBe(true)
  })

  test('of which nothing is kept where its steps go in circles: the model is told the place', async () => {
    const s = await scenario()
    const circle = [
      { id: 'a', title: 'A', dependsOn: ['b'] },
      { id: 'b', title: 'B', dependsOn: ['a'] },
    ]
    await s.plays([plan(circle), { text: 'Done.' }])
    await s.ends('final_text')
    expect((await s.view()).plan.revision).toBe(0)
    expect(await s.results()).toEqual(['update_plan: error'])
    expect((await s.sent(2)).join()).toContain(
      '/steps/0/dependsOn: These steps wait for one another: a → b → a.',
    )
  })

  test('and writing it down again as it is makes no revision', async () => {
    const s = await scenario()
    await s.plays([plan(steps('A')), plan(steps('A')), { text: 'Done.' }])
    await s.ends('final_text')
    expect((await s.view()).plan.revision).toBe(1)
    expect(await s.results()).toEqual(['update_plan: ok', 'update_plan: ok'])
  })

  test('in the order of its calls, after the writes before it', async () => {
    const s = await scenario()
    const set = { calls: [...(calls('gated_write a!').calls ?? []), ...(plan(steps('A')).calls ?? [])] }
    await s.plays([set, { text: 'Done.' }])
    await s.waitsOn('gated_write')
    expect((await s.view()).plan.revision).toBe(0)
    await s.approves('gated_write')
    await s.ends('final_text')
    expect((await s.view()).plan.revision).toBe(1)
  })
})

describe('a correction is what the next revision names', () => {
  test('an edited call, told with the plan until then', async () => {
    const s = await scenario()
    await s.plays([
      plan(steps('A')),
      call('gated_write', { name: 'a!' }),
      plan(steps('A', 'B')),
      { text: 'Done.' },
    ])
    await s.waitsOn('gated_write')
    await s.edits('gated_write', { name: 'b!' })
    await s.ends('final_text')
    expect((await s.view()).plan.because).toBe('you changed gated_write: name from "a!" to "b!"')
    const [before, after] = [await s.sent(3), await s.sent(4)]
    expect(before.at(-1)).toMatch(/revise your plan .*\nChanged gated_write: name from "a!" to "b!"\.$/s)
    expect(after.slice(0, before.length)).toEqual(before)
  })

  test.each([
    ['Not today', 'you denied gated_write: Not today'],
    [undefined, 'you denied gated_write'],
  ])('a denied call, for the reason %s', async (reason, because) => {
    const s = await scenario()
    await s.plays([
      plan(steps('A')),
      call('gated_write', { name: 'a!' }),
      plan(steps('B')),
      { text: 'Done.' },
    ])
    await s.waitsOn('gated_write')
    await s.denies('gated_write', reason)
    await s.ends('final_text')
    expect((await s.view()).plan.because).toBe(because)
  })
})

describe('a person corrects the plan', () => {
  test('while a call waits: the next request tells it, and what they did', async () => {
    const s = await scenario()
    await s.plays([plan(steps('A')), call('gated_write', { name: 'a!' }), { text: 'Done.' }])
    await s.waitsOn('gated_write')
    const made = ok(await corrects(s, steps('A', 'B'), 1))
    expect(made).toMatchObject({ revision: 2, because: 'you changed the plan: added “B”' })
    expect((await s.view()).plan).toEqual(made)
    await s.approves('gated_write')
    await s.ends('final_text')
    expect(await planTold(s, 3)).toMatch(/^Your plan \(revision 2\).*\[pending\] b: B$/s)
    expect((await s.sent(3)).join('\n')).toContain('Changed the plan: added “B”.')
    expect(await s.texts()).toContain('correction: Changed the plan: added “B”.')
  })

  test('while the model is asked, and before there is any', async () => {
    const s = await scenario()
    ok(await corrects(s, steps('A')))
    await s.plays([call('gated_read', { name: 'wait' }), { text: 'Done.' }])
    await s.waitsOn('gated_read')
    await s.approves('gated_read')
    await s.gates.begins('wait')
    ok(await corrects(s, steps('B'), 1))
    s.gates.open('wait')
    await s.ends('final_text')
    expect((await s.view()).plan).toMatchObject({ revision: 2, steps: [{ id: 'b' }] })
  })

  test('which they no longer see as it is: nothing is changed, and they get it as it is', async () => {
    const s = await scenario()
    ok(await corrects(s, steps('A')))
    const stale = refused(await corrects(s, steps('B'), 0), 'stale_revision')
    expect(stale.more.plan).toMatchObject({ revision: 1, steps: [{ id: 'a' }] })
    expect((await s.view()).plan.revision).toBe(1)
  })

  test('at once with another: one of both wins', async () => {
    const s = await scenario()
    const both = await Promise.all([corrects(s, steps('A'), 0), corrects(s, steps('B'), 0)])
    expect(both.map(answer => 'code' in answer && answer.code).sort()).toEqual([false, 'stale_revision'])
    expect((await s.view()).plan.revision).toBe(1)
  })

  test('so that it goes in circles: they are told where', async () => {
    const s = await scenario()
    const answer = refused(await corrects(s, [{ id: 'a', title: 'A', dependsOn: ['a'] }]), 'invalid_request')
    expect(answer.more.errors).toEqual([
      { path: '/steps/0/dependsOn', message: 'These steps wait for one another: a → a.' },
    ])
  })
})
