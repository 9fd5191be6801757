import { expect, test } from 'vitest'
import type { Health } from '@/lib/domain/contract/health'
import { agreed, ask, operations, refused } from '@/test/http/http-client'
import { serveApi } from '@/test/http/http-server'
import { anotherStory, httpStory } from '@/test/http/http-story'
import { described, FakeServers } from '@/test/world/fake-servers'
import { call, calls } from '@/test/world/scenario'
import { createWorld } from '@/test/world/world'

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

test('what failed at a provider or an MCP server in the last hour is told in Health, at every process', async () => {
  const world = await createWorld()
  const servers = new FakeServers()
  servers.has('desk', described('say', 'Says.'))
  servers.fault = 'The desk is closed.'
  const own = await serveApi({ start: () => world.startServer({ openServers: servers.open }) })
  const other = await serveApi({ start: () => world.startServer({ role: 'web' }) })
  const s = await anotherStory({ ...own, world })
  await s.does('addServers', { body: { name: 'desk', command: 'desk' } })
  const tools = async () => (await s.does('listTools')).items
  await world.until('its tool', async () => (await tools()).some(({ name }) => name === 'desk__say'))
  const failuresAt = async (url: string) => ((await operations(url).does('readHealth')) as Health).providers
  expect(await failuresAt(other.url)).toEqual([])
  const turns = [{ fault: 'http_500' }, call('desk__say', { text: 'Hi' }), { fault: 'overflow' }]
  const { runId } = await s.plays(turns)
  await world.until('the first failure', async () => (await s.view()).activeRun?.retryAt)
  await world.passes(10_000)
  await s.decides(await s.waits())
  await s.ends(runId)
  const lastError = (text: string) =>
    expect.objectContaining({ at: expect.any(String), text: expect.stringContaining(text) })
  const told = [
    { provider: 'scripted', errors: 2, lastError: lastError('A scripted overflow.') },
    { provider: 'mcp:desk', errors: 1, lastError: lastError('The desk is closed.') },
  ]
  expect(await failuresAt(own.url)).toEqual(told)
  const others = await world.until('the other process', async () => {
    const list = await failuresAt(other.url)
    return list[0]?.errors === 2 && list
  })
  expect(others).toEqual(told)
  expect((await scrape(own.url)).get('countersign_tool_seconds_count{tool="mcp:desk"}')).toBe(1)
})
