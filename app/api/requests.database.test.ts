import { expect, test } from 'vitest'
import { refused } from '@/test/http/http-client'
import { httpStory } from '@/test/http/http-story'

const read = (name: string) => ({ calls: [{ name: 'gated_read', arguments: { name } }] })

test('a request tells exactly what it sent and what came back', async () => {
  const s = await httpStory({ persona: 'You are brief.' })
  const { runId } = await s.plays([{ text: 'I look.', reasoning: 'Hm.', ...read('a!') }, { text: 'Done.' }])
  await s.decides(await s.waits())
  await s.ends(runId)
  expect(await s.does('readRequest', { at: '1' })).toMatchObject({
    number: 1,
    runId,
    purpose: 'loop',
    model: 'scripted:replay',
    finishReason: 'calls',
    attempts: 1,
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

test('a request that failed tells why', async () => {
  const s = await httpStory({ limits: { modelRetries: 0 } })
  await s.ends((await s.plays([{ fault: 'http_500' }])).runId)
  expect(await s.does('readRequest', { at: '1' })).toMatchObject({
    received: { calls: [], error: expect.any(String) },
  })
})
