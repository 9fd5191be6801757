import { describe, expect, test } from 'vitest'
import { readRequest } from '@/lib/store/record/request-record'
import { call, ok, type Scenario, scenario } from '@/test/world/scenario'

const steps = (...titles: string[]) => titles.map(title => ({ id: title.toLowerCase(), title }))
const proposes = (...titles: string[]) => call('update_plan', { steps: steps(...titles) })

const sentTo = async (s: Scenario, number: number) =>
  (await readRequest(s.world.db, s.sessionId, number))?.record.sent
const toolsOf = async (s: Scenario, number: number) => {
  const tools = (await sentTo(s, number))?.tools as { name: string }[] | undefined
  return tools?.map(({ name }) => name) ?? []
}

describe('in mode plan', () => {
  test('the agent reads unasked, its plan is edited and so approved, and the work begins', async () => {
    const s = await scenario({ mode: 'plan' })
    const read = call('gated_read', { name: 'r!' })
    const write = call('gated_write', { name: 'w!' })
    await s.plays([read, proposes('Write', 'Deploy'), write, { text: 'Done.' }])
    await s.waitsOn('update_plan')
    expect(s.gates.begun).toEqual(['r!'])
    expect(await toolsOf(s, 1)).toEqual(
      expect.arrayContaining(['gated_read', 'read_file', 'update_plan', 'set_state']),
    )
    expect((await s.sent(1)).at(-1)).toContain('You are planning')
    expect((await s.view()).plan.revision).toBe(0)
    await s.edits('update_plan', { steps: steps('Write') })
    await s.waitsOn('gated_write')
    const { plan, session } = await s.view()
    expect(plan).toMatchObject({ approved: true, because: 'Changed the plan: removed “Deploy”.' })
    expect(plan.steps.map(({ id }) => id)).toEqual(['write'])
    expect(session.mode).toBe('ask')
    expect(await toolsOf(s, 3)).toEqual(await toolsOf(s, 1))
    const told = (await s.sent(3)).slice((await s.sent(2)).length).join('\n')
    expect(told).not.toContain('You are planning')
    expect(told).toMatch(/Kept as revision 1\. The person approved it\. Carry it out now/)
    expect(told).toContain('Changed the plan: removed “Deploy”.')
    await s.approves('gated_write')
    await s.ends('final_text')
  })

  test('a plan that is denied is not made, the mode stays, and the next one is made once though its process dies', async () => {
    const s = await scenario({ mode: 'plan' })
    await s.plays([proposes('A'), proposes('B'), { text: 'Done.' }])
    await s.waitsOn('update_plan')
    await s.denies('update_plan', 'Not this way')
    await s.waitsOn('update_plan')
    expect(await s.view()).toMatchObject({ session: { mode: 'plan' }, plan: { revision: 0 } })
    ok(await s.rules('update_plan', { kind: 'approve' }, { holdMs: 5000 }))
    await s.crashesAndRestarts()
    await s.world.passes(6000)
    await s.ends('final_text')
    expect(await s.view()).toMatchObject({
      session: { mode: 'ask' },
      plan: { revision: 1, approved: true, because: 'Denied update_plan: Not this way' },
    })
  })

  test('a write is refused with the reason, and nothing of it runs', async () => {
    const s = await scenario({ mode: 'plan' })
    await s.plays([call('gated_write', { name: 'w!' }), { text: 'Done.' }])
    await s.ends('final_text')
    expect(await s.results()).toEqual(['gated_write: error'])
    expect((await s.sent(2)).at(-1)).toMatch(
      /^result of gated_write: Not available while planning: gated_write\./,
    )
    expect(s.gates.ledger).toEqual([])
  })

  test('a write that waits since before can still be approved by hand', async () => {
    const s = await scenario()
    await s.plays([call('gated_write', { name: 'w!' }), { text: 'Done.' }])
    await s.waitsOn('gated_write')
    await s.sets({ mode: 'plan' })
    await s.approves('gated_write')
    await s.ends('final_text')
    expect(s.gates.ledger).toEqual(['w!'])
    expect((await s.view()).session.mode).toBe('plan')
  })
})
