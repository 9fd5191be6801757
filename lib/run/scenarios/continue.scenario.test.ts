import { describe, expect, test } from 'vitest'
import { call, ok, refused, scenario } from '@/lib/testing/world/scenario'
import { continueRun } from '../actions/continue-run'

const again = call('gated_read', { name: 'a!' })

describe('going on after a limit', () => {
  test('is a run of its own that says where it came from, with the conversation as it was', async () => {
    const s = await scenario({ limits: { requests: 1 } })
    const { runId } = await s.plays([again, { text: 'So far.' }, { text: 'All done.' }])
    await s.waitsOn('gated_read')
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
  })

  test('works for an error too', async () => {
    const s = await scenario({ limits: { modelRetries: 0 } })
    const { runId } = await s.plays([again, { fault: 'http_500' }])
    await s.waitsOn('gated_read')
    await s.approves('gated_read')
    await s.ends('error', runId)
    const next = ok(await continueRun(s.deps, { runId }))
    expect(await s.ends('error', next.runId)).toMatchObject({ continuedFrom: runId, requests: 1 })
  })

  test('is refused where nothing cut the run off, where it has not ended, or where another came after', async () => {
    const s = await scenario({ limits: { modelRetries: 0 } })
    const done = await s.plays([{ text: 'Done.' }])
    await s.ends('final_text')
    refused(await continueRun(s.deps, { runId: done.runId }), 'invalid_request')
    const broken = await s.plays([{ fault: 'http_500' }])
    await s.ends('error')
    const waiting = await s.plays([again, { text: 'Done.' }])
    await s.waitsOn('gated_read')
    refused(await continueRun(s.deps, { runId: waiting.runId }), 'session_busy')
    await s.approves('gated_read')
    await s.ends('final_text')
    refused(await continueRun(s.deps, { runId: broken.runId }), 'invalid_request')
    refused(await continueRun(s.deps, { runId: s.sessionId }), 'not_found')
  })
})
