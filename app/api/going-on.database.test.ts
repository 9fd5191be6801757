import { expect, test } from 'vitest'
import { agreed, ask, refused } from '@/lib/testing/http/http-client'
import { about, httpStory } from '@/lib/testing/http/http-story'

const read = (name: string) => ({ calls: [{ name: 'gated_read', arguments: { name } }] })

test('a request tells exactly what it sent and what came back', async () => {
  const { url, sessionId, plays, waits, ends } = await httpStory({ persona: 'You are brief.' })
  const { runId } = await plays([{ text: 'I look.', reasoning: 'Hm.', ...read('a!') }, { text: 'Done.' }])
  const set = await waits()
  const decisions = set.calls.map(call => about(call, { kind: 'approve' }))
  agreed('decide', await ask(url, `POST /api/sets/${set.id}/decisions`, { body: { decisions } }))
  await ends(runId)

  const first = agreed('readRequest', await ask(url, `GET /api/sessions/${sessionId}/requests/1`))
  expect(first).toMatchObject({
    ...{ number: 1, runId, purpose: 'loop', model: 'scripted:replay', finishReason: 'calls', attempts: 1 },
    sent: { instructions: expect.stringContaining('You are brief.'), messages: [{ role: 'user' }] },
    received: { text: 'I look.', reasoning: 'Hm.', rawText: 'I look.', calls: [{ tool: 'gated_read' }] },
  })
  const second = agreed('readRequest', await ask(url, `GET /api/sessions/${sessionId}/requests/2`))
  expect(second).toMatchObject({
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
  for (const number of ['3', '0', '-1', 'one', '1.5', '99999999999'])
    refused(await ask(url, `GET /api/sessions/${sessionId}/requests/${number}`), 'not_found')
})

test('a request that failed tells why', async () => {
  const { url, sessionId, plays, ends } = await httpStory({ limits: { modelRetries: 0 } })
  await ends((await plays([{ fault: 'http_500' }])).runId)
  const record = agreed('readRequest', await ask(url, `GET /api/sessions/${sessionId}/requests/1`))
  expect(record).toMatchObject({ received: { calls: [], error: expect.any(String) } })
})

test('an approval is held, taken back over HTTP, and too late afterwards', async () => {
  const { url, plays, waits, ends } = await httpStory()
  const { runId } = await plays([read('a!'), { text: 'Done.' }])
  const set = await waits()
  const decide = (body: object) => ask(url, `POST /api/sets/${set.id}/decisions`, { body })
  const decisions = [about(set.calls[0], { kind: 'approve' })]
  const held = agreed('decide', await decide({ decisions, holdMs: 30_000 }))
  expect(held).toMatchObject({ calls: [{ state: 'approved', startsAt: expect.any(String) }] })
  const undo = () => ask(url, `POST /api/calls/${set.calls[0]?.id}/undo`)
  const again = agreed('undo', await undo())
  expect(again).toMatchObject({ state: 'waiting', decisions: [{ void: 'undone' }] })
  agreed('decide', await decide({ decisions }))
  await ends(runId)
  refused(await undo(), 'already_started')
})

test('a run that met its cap is gone on with', async () => {
  const { url, plays, waits, ends } = await httpStory({ limits: { requests: 1 } })
  const { runId } = await plays([read('a!'), { text: 'So far.' }, { text: 'Done.' }])
  const set = await waits()
  const decisions = [about(set.calls[0], { kind: 'approve' })]
  agreed('decide', await ask(url, `POST /api/sets/${set.id}/decisions`, { body: { decisions } }))
  expect(await ends(runId)).toMatchObject({ stopReason: 'cap' })
  const next = agreed('continueRun', await ask(url, `POST /api/runs/${runId}/continue`))
  expect(await ends((next as { runId: string }).runId)).toMatchObject({ stopReason: 'final_text' })
  refused(await ask(url, `POST /api/runs/${runId}/continue`, { body: { requests: 0 } }), 'invalid_request')
})
