import { expect, test } from 'vitest'
import { call, ok, refused, scenario } from '@/test/world/scenario'
import { continueRun } from '../actions/runs'

const again = call('gated_read', { name: 'a!' })

test('going on after a limit is a run of its own that says where it came from, with the conversation as it was', async () => {
  const s = await scenario({ limits: { requests: 1 } })
  const { runId } = await s.plays([again, { text: 'So far.' }, { text: 'All done.' }])
  await s.waitsOn('gated_read')
  refused(await continueRun(s.deps, { runId }), 'session_busy')
  await s.approves('gated_read')
  await s.ends('cap')
  const next = ok(await continueRun(s.deps, { runId, requests: 5 }))
  expect(await s.ends('final_text', next.runId)).toMatchObject({
    continuedFrom: runId,
    limits: { requests: 5 },
  })
  const sent = await s.sent(3)
  expect(sent.at(-1)).toBe('user: Go on with what is left to do.')
  expect(sent.join('\n')).toContain('result of gated_read')
  expect(await s.texts()).toContain('notice: Continued.')
  for (const id of [runId, next.runId]) refused(await continueRun(s.deps, { runId: id }), 'invalid_request')
  refused(await continueRun(s.deps, { runId: s.sessionId }), 'not_found')
})
