import { expect, test } from 'vitest'
import type { Health } from '@/lib/domain/contract/health'
import { agreed, ask, operations, refused } from '@/test/http/http-client'
import { serveApi } from '@/test/http/http-server'
import { httpStory } from '@/test/http/http-story'
import { calls } from '@/test/world/scenario'

/** A metrics page by its lines: name and labels, and the value. */
async function scrape(url: string): Promise<Map<string, number>> {
  const answered = await ask(url, 'GET /api/metrics')
  expect(answered.headers['content-type']).toMatch(/^text\/plain; version=0\.0\.4/)
  const lines = String(agreed('readMetrics', answered)).split('\n')
  const samples = lines.filter(line => line !== '' && !line.startsWith('#'))
  return new Map(samples.map(line => [line.slice(0, line.lastIndexOf(' ')), Number(line.split(' ').at(-1))]))
}

test('metrics say what waits and how long work took, behind the sign-in', async () => {
  const s = await httpStory()
  refused(await ask(s.url, 'GET /api/metrics', { headers: { authorization: null } }), 'unauthorized')
  const before = await scrape(s.url)
  const { runId } = await s.plays([calls('gated_write a'), { text: 'Done.' }])
  const set = await s.waits()
  const during = await scrape(s.url)
  s.world.gates.open('a')
  await s.decides(set)
  await s.ends(runId)
  const after = await scrape(s.url)
  const series = (name: string) => [before, during, after].map(samples => samples.get(`countersign_${name}`))
  expect(series('waiting_calls')).toEqual([0, 1, 0])
  expect(series('runs{state="waiting"}')).toEqual([0, 1, 0])
  expect(series('waiting_oldest_seconds')).toEqual([0, expect.any(Number), 0])
  expect(during.get('countersign_waiting_oldest_seconds')).toBeGreaterThan(0)
  expect(series('decisions_total{verdict="approve",by="person"}')).toEqual([undefined, undefined, 1])
  expect(series('model_seconds_count{provider="scripted"}')).toEqual([undefined, 1, 2])
  expect(series('tool_seconds_count{tool="gated_write"}')).toEqual([undefined, undefined, 1])
  const plain = ['runs{state="queued"}', 'runs{state="running"}', 'queue_lag_seconds']
  for (const name of [...plain, 'event_loop_lag_seconds', 'lanes_taken', 'lanes_limit'])
    expect([name, after.get(`countersign_${name}`)]).toEqual([name, expect.any(Number)])
  expect(after.get('countersign_lanes_limit')).toBeGreaterThan(0)
})

test('what failed at a provider in the last hour is told in Health, at every process', async () => {
  const s = await httpStory()
  const other = await serveApi({ start: () => s.world.startServer({ role: 'web' }) })
  const failuresAt = async (url: string) => ((await operations(url).does('readHealth')) as Health).providers
  expect(await failuresAt(other.url)).toEqual([])
  const { runId } = await s.plays([{ fault: 'http_500' }, { fault: 'overflow' }])
  await s.world.until('the first failure', async () => (await s.view()).activeRun?.retryAt)
  await s.world.passes(10_000)
  await s.ends(runId)
  const lastError = { at: expect.any(String), text: expect.stringContaining('A scripted overflow.') }
  const told = [{ provider: 'scripted', errors: 2, lastError }]
  expect(await failuresAt(s.url)).toEqual(told)
  await s.world.until('the other process', async () => (await failuresAt(other.url))[0]?.errors === 2)
  expect(await failuresAt(other.url)).toEqual(told)
})
