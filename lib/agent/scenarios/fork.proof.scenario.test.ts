import { expect, test } from 'vitest'
import { compacts } from '@/test/world/compaction-story'
import { call, calls, ok, scenario } from '@/test/world/scenario'

test('a session can be forked after any of its events: the fork holds together, and nothing runs in it', async () => {
  const s = await scenario({ mode: 'plan' })
  await s.plays([
    calls('gated_read a!', 'no_such_tool b'),
    call('update_plan', { steps: [{ id: 'a', title: 'Write' }] }),
    calls('gated_write c!', 'gated_write d', 'gated_read e!'),
    call('set_state', { patch: { boat: 'Albatros' } }),
    { text: 'Done.' },
  ])
  await s.waitsOn('update_plan')
  await s.approves('update_plan')
  await s.waitsOn('gated_write', 'gated_write', 'gated_read')
  await s.denies('gated_read', 'No.')
  await s.edits('gated_write', { name: 'f!' })
  await s.plays([{ text: 'Later.' }], { queueMode: 'followup' })
  await s.approves('gated_write')
  await s.gates.begins('d')
  await s.stops()
  await s.ends('cancelled')
  ok(await compacts(s))
  await s.world.until('rest', async () => !(await s.view()).activeRun)
  const { seq } = await s.view()
  const begun = [...s.gates.begun]
  for (let at = 1; at <= seq; at += 1) {
    const fork = await s.forks(at)
    const wakes = () => s.world.db.wake.count({ where: { sessionId: fork.sessionId } })
    await s.world.until('a fork at rest', async () => (await wakes()) === 0)
    await fork.checks()
    expect((await fork.view()).activeRun?.status ?? 'none').toMatch(/^(waiting|none)$/)
    expect((await (await fork.forks((await fork.view()).seq)).view()).activeRun?.status ?? 'none').toBe(
      (await fork.view()).activeRun?.status ?? 'none',
    )
  }
  expect(s.gates.begun).toEqual(begun)
}, 600_000)
