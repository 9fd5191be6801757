import { expect, test } from 'vitest'
import type { Health } from '@/lib/domain/contract/health'
import { agreed, ask } from '@/lib/testing/http/http-client'
import { about, httpStory } from '@/lib/testing/http/http-story'
import { calls } from '@/lib/testing/world/scenario'

test('the page of a set and that of the health say which write may still act, as long as it may', async () => {
  const s = await httpStory({ limits: { toolMs: 20 } })
  const { runId } = await s.plays([calls('gated_deaf a'), calls('gated_write z!'), { text: 'Done.' }])
  const health = async () => agreed('readHealth', await ask(s.url, 'GET /api/health')) as Health
  const first = await s.waits()
  const decide = async (set: typeof first) => {
    const body = { decisions: [about(set.calls[0], { kind: 'approve' })] }
    agreed('decide', await ask(s.url, `POST /api/sets/${set.id}/decisions`, { body }))
  }
  await decide(first)
  const second = await s.world.until('the second set', async () => {
    const { pendingSet } = await s.view()
    return pendingSet && pendingSet.id !== first.id && pendingSet
  })
  await decide(second)
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
      new RegExp(
        `^gated_deaf of session ${s.sessionId}, begun at .*: no write begins in the workspace until`,
      ),
    ),
  ])
  s.world.gates.open('a')
  await s.ends(runId)
  expect((await health()).status).toBe('ok')
})
