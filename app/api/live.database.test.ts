import { describe, expect, test } from 'vitest'
import type { ReadEvent } from '@/test/http/event-reader'
import { ask, listen, refused } from '@/test/http/http-client'
import { serveApi } from '@/test/http/http-server'
import { httpStory } from '@/test/http/http-story'
import { call } from '@/test/world/scenario'
import { createWorld } from '@/test/world/world'

const write = call('write_file', { path: 'a.txt', content: 'a' })
const ended = (events: ReadEvent[]) => events.some(event => event.type === 'run.ended')
const upTo = (last: number): string[] => Array.from({ length: last }, (_, index) => String(index + 1))

test('a stream over HTTP tells a session, or all, goes on from the last id that was seen, and ends with it and the process', async () => {
  const s = await httpStory()
  const path = `/api/sessions/${s.sessionId}/events`
  const reader = await listen(s.url, `${path}?after=0`)
  const now = await listen(s.url, '/api/events')
  const { runId } = await s.plays([write, { text: 'Done.' }])
  await s.decides(await s.waits())
  expect(await s.ends(runId)).toMatchObject({ status: 'ok', runId, stopReason: 'final_text' })
  for (const each of [reader, now]) await each.until('the end', ended)
  const { seq } = await s.view()
  expect(reader.facts.map(event => event.id)).toEqual(upTo(seq))
  expect(reader.facts.flatMap(({ type }) => (/^call\./.test(type) ? [type] : []))).toEqual([
    ...['call.proposed', 'call.waiting', 'call.decided', 'call.started', 'call.ended'],
  ])
  for (const event of reader.facts) expect(event.data.at).toMatch(/^\d{4}-.*Z$/)
  const again = await listen(s.url, `${path}?after=0`, { 'last-event-id': '5' })
  await again.until('the end', ended)
  expect(again.facts).toEqual(reader.facts.slice(5))
  const all = await listen(s.url, '/api/events?after=0', { 'last-event-id': now.facts[0]?.id ?? '' })
  await all.until('the end', ended)
  expect(all.events).toEqual(now.facts.slice(1))
  const bad = await s.tries('allEvents', { query: { after: '0' }, headers: { 'last-event-id': 'x' } })
  refused(bad, 'invalid_request')
  await s.does('deleteSession')
  await again.end()
  await all.until('the deletion', events => events.some(event => event.type === 'session.deleted'))
  await s.current.end()
  await all.end()
  refused(await s.tries('listSessions'), 'unavailable')
})

test('waiting for a run ends with the time, with the run, or with the process, and never ends the run', async () => {
  const s = await httpStory()
  const waitsFor = (runId: string, query = {}) => s.does('waitForRun', { at: runId, query })
  const { runId } = await s.plays([write, { text: 'Done.' }])
  await s.waits()
  expect(await waitsFor(runId, { timeoutMs: '0' })).toMatchObject({ status: 'timeout', runId })
  expect(await s.does('readRun', { at: runId })).toMatchObject({ status: 'waiting' })
  const waiting = waitsFor(runId)
  expect(await s.does('cancelRun', { at: runId })).toMatchObject({ id: runId })
  expect(await waiting).toMatchObject({ status: 'error', stopReason: 'cancelled', error: 'Stopped by you.' })
  const failed = await s.ends((await s.plays([{ fault: 'length' }])).runId)
  expect(failed).toMatchObject({ status: 'error', error: expect.any(String) })
  expect((await s.view()).session.state).toBe('error')
  const again = await s.plays([write])
  await s.waits()
  const cut = waitsFor(again.runId)
  await s.does('readHealth')
  await s.current.end()
  expect(await cut).toMatchObject({ status: 'timeout' })
})

describe('while the database is away', () => {
  test('everything says so, health too, and all is well when it is back', async () => {
    const world = await createWorld()
    let isBack = false
    const { url, errors } = await serveApi({
      start: () => (isBack ? world.startServer() : Promise.reject(new Error('connect ECONNREFUSED'))),
    })
    const answered = await ask(url, 'GET /api/sessions')
    refused(answered, 'unavailable')
    expect(answered.headers['retry-after']).toBe('1')
    const { status, json } = await ask(url, 'GET /api/health', { headers: { authorization: null } })
    expect([status, json]).toEqual([
      503,
      {
        status: 'degraded',
        instance: 'tested',
        version: '0.0.0',
        role: 'all',
        database: { ok: false },
        queue: { ok: false },
        workspace: { ok: false },
      },
    ])
    isBack = true
    await world.until('a server that works', async () => (await ask(url, 'GET /api/sessions')).status === 200)
    expect(errors.splice(0).join()).toContain('The start failed and is tried again')
  })

  test('a server that has started says so too', async () => {
    const world = await createWorld()
    const server = await world.startServer()
    const { url, errors } = await serveApi({ start: async () => server })
    expect((await ask(url, 'GET /api/sessions')).status).toBe(200)
    server.kill9()
    refused(await ask(url, 'GET /api/sessions'), 'unavailable')
    refused(await ask(url, 'POST /api/sessions', { body: {} }), 'unavailable')
    expect((await ask(url, 'GET /api/health')).status).toBe(503)
    expect(errors).toEqual([])
  })
})

test('what breaks is logged, and answered without its insides', async () => {
  const s = await httpStory()
  await s.world.touches('ALTER TABLE "Session" RENAME COLUMN limits TO "secretLimits"')
  const problem = refused(await s.tries('readSession'), 'internal')
  expect(JSON.stringify(problem)).not.toMatch(/secret|limits|column/i)
  expect(s.errors.splice(0).join()).toContain('"path":"/api/sessions/')
})
