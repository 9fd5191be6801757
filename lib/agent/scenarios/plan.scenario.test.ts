import { describe, expect, test } from 'vitest'
import type { GivenStep } from '@/lib/domain/session/plan'
import { planRevisions } from '@/lib/store/session/plan'
import { call, ok, refused, type Scenario, scenario } from '@/test/world/scenario'
import { sentMessages } from '@/test/world/sent-messages'
import { correctPlan } from '../actions/correct-mind'

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
    await s.plays([plan(steps('Read')), plan(begun), plan(begun), { text: 'Done.' }])
    await s.ends('final_text')
    const view = await s.view()
    expect(view.plan).toMatchObject({
      revision: 2,
      because: 'the agent went on',
      steps: [
        { id: 'read', title: 'Read', status: 'done', dependsOn: [] },
        { id: 'write', title: 'Write', status: 'pending', dependsOn: ['read'] },
      ],
    })
    expect(await planTold(s, 1)).toBe('')
    expect(await planTold(s, 4)).toBe('')
    expect((await s.sent(3)).filter(line => line.startsWith('result'))).toEqual([
      expect.stringContaining('Kept as revision 1.'),
      expect.stringContaining('Kept as revision 2.'),
    ])
    expect(await s.results()).toEqual(Array(3).fill('update_plan: ok'))
    const kept = await planRevisions(s.world.db, s.sessionId, { before: undefined, limit: 10 })
    expect(kept.map(({ revision, because }) => [revision, because])).toEqual([
      [2, 'the agent went on'],
      [1, 'the agent planned its work'],
    ])
    expect(kept.every(({ callId }) => callId !== undefined)).toBe(true)
  })
})

test('an edited call is what the next revision names, told with the plan until then', async () => {
  const s = await scenario()
  await s.plays([
    plan(steps('A')),
    call('gated_write', { name: 'a!' }),
    plan(steps('A', 'B')),
    { text: 'Done.' },
  ])
  await s.waitsOn('gated_write')
  expect((await s.view()).plan.revision).toBe(1)
  await s.edits('gated_write', { name: 'b!' })
  await s.ends('final_text')
  expect((await s.view()).plan.because).toBe('Changed gated_write: name from "a!" to "b!".')
  const [before, after] = [await s.sent(3), await s.sent(4)]
  expect(before.at(-1)).toMatch(/revise your plan .*\nChanged gated_write: name from "a!" to "b!"\.$/s)
  expect(after.slice(0, before.length)).toEqual(before)
})

describe('a person corrects the plan', () => {
  test('while a call waits: the next request tells it, and what they did', async () => {
    const s = await scenario()
    await s.plays([plan(steps('A')), call('gated_write', { name: 'a!' }), { text: 'Done.' }])
    await s.waitsOn('gated_write')
    const made = ok(await corrects(s, steps('A', 'B'), 1))
    expect(made).toMatchObject({ revision: 2, because: 'Changed the plan: added “B”.' })
    expect((await s.view()).plan).toEqual(made)
    await s.approves('gated_write')
    await s.ends('final_text')
    expect(await planTold(s, 3)).toMatch(/^Your plan \(revision 2\).*\[pending\] b: B$/s)
    expect((await s.sent(3)).join('\n')).toContain('Changed the plan: added “B”.')
    expect(await s.texts()).toContain('correction: Changed the plan: added “B”.')
  })

  test('which they no longer see as it is, or so that it goes in circles: nothing is changed, and of two one wins', async () => {
    const s = await scenario()
    const both = await Promise.all([corrects(s, steps('A'), 0), corrects(s, steps('B'), 0)])
    expect(both.map(answer => 'code' in answer && answer.code).sort()).toEqual([false, 'stale_revision'])
    const { plan: kept } = await s.view()
    expect(kept.revision).toBe(1)
    expect(refused(await corrects(s, steps('C'), 0), 'stale_revision').more.plan).toEqual(kept)
    const circle = [{ id: 'a', title: 'A', dependsOn: ['a'] }]
    expect(refused(await corrects(s, circle), 'invalid_request').more.errors).toMatchObject([
      { path: '/steps/0/dependsOn' },
    ])
    expect((await s.view()).plan).toEqual(kept)
  })
})
