import { beforeEach, describe, expect, test } from 'vitest'
import { addEvent } from '@/lib/testing/database/newer-event'
import { agreed, ask, listen } from '@/lib/testing/http/http-client'
import { type HttpStory, httpStory } from '@/lib/testing/http/http-story'

/** What a newer program, or a hand that slipped, has written into the chain of a session. */
const STRANGE: [string, { type: string; payload: string; data: object }][] = [
  [
    'of a kind that is not known',
    {
      type: 'call.delegated',
      payload: '{"call":{"id":"c1"},"to":{"name":"Somebody"}}',
      data: { call: { id: 'c1' }, to: { name: 'Somebody' }, unknown: true },
    },
  ],
  [
    'of a known kind, in a state that is not known',
    {
      type: 'run.changed',
      payload: '{"run":{"id":"r1","status":"dreaming"}}',
      data: { run: { id: 'r1', status: 'dreaming' }, unknown: true },
    },
  ],
  ['that is no JSON', { type: 'session.changed', payload: 'gone', data: { payload: 'gone', unknown: true } }],
  ['that is no object', { type: 'session.changed', payload: '[1]', data: { payload: [1], unknown: true } }],
]

const rename = (s: HttpStory, title: string) =>
  ask(s.url, `PATCH /api/sessions/${s.sessionId}`, { body: { title } })

describe.each(STRANGE)('an event %s', (_, strange) => {
  let s: HttpStory
  let seq: number
  beforeEach(async () => {
    s = await httpStory()
    seq = await addEvent(s.world, { sessionId: s.sessionId, ...strange })
    agreed('changeSession', await rename(s, 'Afterwards'))
  })

  test('is told as it is in its session, and what follows it too', async () => {
    const reader = await listen(s.url, `/api/sessions/${s.sessionId}/events?after=${seq - 1}`)
    await reader.until('what follows', events => events.length === 2)
    expect(reader.events).toMatchObject([
      { id: String(seq), type: strange.type },
      { type: 'session.changed', data: { session: { title: 'Afterwards' } } },
    ])
    expect(reader.events[0]?.data).toEqual({
      ...{ sessionId: s.sessionId, seq, at: expect.any(String) },
      ...strange.data,
    })
    expect(reader.events[1]?.data).not.toHaveProperty('unknown')
  })

  test('is told among those of all sessions, and holds nobody up', async () => {
    const reader = await listen(s.url, '/api/events?after=0')
    await reader.until('what follows', events => events.some(({ data }) => data.seq === seq + 1))
    const told = reader.events.find(({ data }) => data.seq === seq)
    expect(told).toMatchObject({ type: strange.type, data: { sessionId: s.sessionId, ...strange.data } })
  })

  test('is told to the page by one name, with its kind beside it', async () => {
    const reader = await listen(s.url, `/api/live?follow=${s.sessionId}:${seq - 1}`)
    await reader.until('what follows', events => events.some(({ data }) => data.seq === seq + 1))
    expect(reader.events[0]).toMatchObject({ type: 'event.unknown', data: { type: strange.type, seq } })
  })
})

test('what a newer program tells beside what is known is told with it', async () => {
  const s = await httpStory()
  const { session } = await s.view()
  const payload = JSON.stringify({
    session: { ...session, limits: { ...session.limits, sleepMs: 1 } },
    mood: 'good',
  })
  const seq = await addEvent(s.world, { sessionId: s.sessionId, type: 'session.changed', payload })
  const reader = await listen(s.url, `/api/sessions/${s.sessionId}/events?after=${seq - 1}`)
  await reader.until('it', events => events.length === 1)
  expect(reader.events[0]?.data).toMatchObject({ session: { limits: { sleepMs: 1 } }, mood: 'good' })
  expect(reader.events[0]?.data).not.toHaveProperty('unknown')
})
