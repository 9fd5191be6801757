import { expect, test } from 'vitest'
import { refused } from '@/lib/testing/http/http-client'
import { anotherStory, httpStory } from '@/lib/testing/http/http-story'

const read = (name: string) => ({ calls: [{ name: 'gated_read', arguments: { name } }] })

test('a request tells exactly what it sent and what came back', async () => {
  const s = await httpStory({ persona: 'You are brief.' })
  const { runId } = await s.plays([{ text: 'I look.', reasoning: 'Hm.', ...read('a!') }, { text: 'Done.' }])
  await s.decides(await s.waits())
  await s.ends(runId)
  expect(await s.does('readRequest', { at: '1' })).toMatchObject({
    ...{ number: 1, runId, purpose: 'loop', model: 'scripted:replay', finishReason: 'calls', attempts: 1 },
    sent: { instructions: expect.stringContaining('You are brief.'), messages: [{ role: 'user' }] },
    received: { text: 'I look.', reasoning: 'Hm.', rawText: 'I look.', calls: [{ tool: 'gated_read' }] },
  })
  expect(await s.does('readRequest', { at: '2' })).toMatchObject({
    sent: { messages: [{ role: 'user' }, { role: 'assistant' }, { role: 'result', text: 'a! is done' }] },
    segments: [
      { label: 'Persona', source: 'session/persona', chars: 14 },
      { label: 'How calls are reviewed' },
      { label: 'Tools' },
      { label: 'User' },
      { label: 'Assistant' },
      { label: 'Result of gated_read', source: 'messages/2', chars: 10, tokens: 3 },
    ],
  })
  refused(await s.tries('readRequest', { at: '3' }), 'not_found')
})

test('a request that failed tells why, and a run that met its cap is gone on with', async () => {
  const failing = await httpStory({ limits: { modelRetries: 0 } })
  await failing.ends((await failing.plays([{ fault: 'http_500' }])).runId)
  const record = await failing.does('readRequest', { at: '1' })
  expect(record).toMatchObject({ received: { calls: [], error: expect.any(String) } })
  const s = await anotherStory(failing, { limits: { requests: 1 } })
  const { runId } = await s.plays([read('a!'), { text: 'So far.' }, { text: 'Done.' }])
  await s.decides(await s.waits())
  expect(await s.ends(runId)).toMatchObject({ stopReason: 'cap' })
  const next = await s.does('continueRun', { at: runId })
  expect(await s.ends(next.runId)).toMatchObject({ stopReason: 'final_text' })
})

test('an approval is held, taken back over HTTP, and too late afterwards', async () => {
  const s = await httpStory()
  const { runId } = await s.plays([read('a!'), { text: 'Done.' }])
  const set = await s.waits()
  const at = set.calls[0]?.id ?? ''
  const held = await s.decides(set, undefined, { holdMs: 30_000 })
  expect(held).toMatchObject({ calls: [{ state: 'approved', startsAt: expect.any(String) }] })
  expect(await s.does('undo', { at })).toMatchObject({ state: 'waiting', decisions: [{ void: 'undone' }] })
  await s.decides(set)
  await s.ends(runId)
  refused(await s.tries('undo', { at }), 'already_started')
})
