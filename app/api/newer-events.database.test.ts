import { expect, test } from 'vitest'
import { addEvent } from '@/test/database/newer-event'
import type { ReadEvent } from '@/test/http/event-reader'
import { listen } from '@/test/http/http-client'
import { anotherStory, fileWorld, type HttpStory } from '@/test/http/http-story'

const served = fileWorld()

/** What a newer program, or a hand that slipped, has written into the chain of a session. */
const STRANGE: { type: string; payload: string; data: object }[] = [
  {
    type: 'call.delegated',
    payload: '{"call":{"id":"c1"},"to":{"name":"Somebody"}}',
    data: { call: { id: 'c1' }, to: { name: 'Somebody' }, unknown: true },
  },
  {
    type: 'run.changed',
    payload: '{"run":{"id":"r1","status":"dreaming"}}',
    data: { run: { id: 'r1', status: 'dreaming' }, unknown: true },
  },
  { type: 'session.changed', payload: 'gone', data: { payload: 'gone', unknown: true } },
  { type: 'session.changed', payload: '[1]', data: { payload: [1], unknown: true } },
]

/** A session for each of them: where it stands in its record, and something after it. */
async function withStrange() {
  const strange = STRANGE.map(async each => {
    const s = await anotherStory(served())
    const seq = await addEvent(s.world, { sessionId: s.sessionId, ...each })
    await s.does('changeSession', { body: { title: 'Afterwards' } })
    return { ...each, s, seq }
  })
  return Promise.all(strange)
}

const follows = (s: HttpStory, seq: number) => (events: ReadEvent[]) =>
  events.some(({ data }) => data.sessionId === s.sessionId && data.seq === seq + 1)

test('an event that is not known is told as it is in its session, and what follows it too', async () => {
  for (const { s, seq, type, data } of await withStrange()) {
    const reader = await listen(s.url, `/api/sessions/${s.sessionId}/events?after=${seq - 1}`)
    await reader.until('what follows', events => events.length === 2)
    expect(reader.events).toMatchObject([
      { id: String(seq), type },
      { type: 'session.changed', data: { session: { title: 'Afterwards' } } },
    ])
    const place = { sessionId: s.sessionId, seq, at: expect.any(String) }
    expect(reader.events[0]?.data).toEqual({ ...place, ...data })
    expect(reader.events[1]?.data).not.toHaveProperty('unknown')
  }
})

test('an event that is not known is told among those of all sessions, and holds nobody up', async () => {
  for (const { s, seq, type, data } of await withStrange()) {
    const reader = await listen(s.url, '/api/events?after=0')
    await reader.until('what follows', follows(s, seq))
    const told = reader.events.find(event => event.data.sessionId === s.sessionId && event.data.seq === seq)
    expect(told).toMatchObject({ type, data })
  }
})

test('an event that is not known is told to the page by one name, with its kind beside it', async () => {
  for (const { s, seq, type } of await withStrange()) {
    const reader = await listen(s.url, `/api/live?follow=${s.sessionId}:${seq - 1}`)
    await reader.until('what follows', follows(s, seq))
    const unknown = reader.events.find(event => event.type === 'event.unknown')
    expect(unknown).toMatchObject({ data: { type, seq } })
  }
})

test('what a newer program tells beside what is known is told with it', async () => {
  const s = await anotherStory(served())
  const { session } = await s.view()
  const newer = { ...session, limits: { ...session.limits, sleepMs: 1 } }
  const payload = JSON.stringify({ session: newer, mood: 'good' })
  const seq = await addEvent(s.world, { sessionId: s.sessionId, type: 'session.changed', payload })
  const reader = await listen(s.url, `/api/sessions/${s.sessionId}/events?after=${seq - 1}`)
  await reader.until('it', events => events.length === 1)
  expect(reader.events[0]?.data).toMatchObject({ session: { limits: { sleepMs: 1 } }, mood: 'good' })
  expect(reader.events[0]?.data).not.toHaveProperty('unknown')
})
