import { expect, test } from 'vitest'
import type { Health } from '@/lib/domain/contract/health'
import { httpStory } from '@/test/http/http-story'
import { calls } from '@/test/world/scenario'

test('the page of a set and that of the health say which write may still act, as long as it may', async () => {
  const s = await httpStory({ limits: { toolMs: 20 } })
  const { runId } = await s.plays([calls('gated_deaf a'), calls('gated_write z!'), { text: 'Done.' }])
  const health = async () => (await s.does('readHealth')) as Health
  const first = await s.waits()
  await s.decides(first)
  const second = await s.world.until('the second set', async () => {
    const { pendingSet } = await s.view()
    return pendingSet && pendingSet.id !== first.id && pendingSet
  })
  await s.decides(second)
  const held = await s.world.until('the write that waits', async () =>
    (await s.view()).openSets
      .flatMap(set => set.calls)
      .find(call => call.state === 'approved' && call.heldBy),
  )
  expect(held).toMatchObject({
    tool: 'gated_write',
    heldBy: { callId: first.calls[0]?.id, tool: 'gated_deaf' },
  })
  const sick = await health()
  expect([sick.status, ...sick.problems]).toEqual([
    'degraded',
    expect.stringMatching(
      new RegExp(`^gated_deaf in session ${s.sessionId} .* Writes to the workspace are held`),
    ),
  ])
  s.world.gates.open('a')
  await s.ends(runId)
  expect((await health()).status).toBe('ok')
})
