import { expect, test } from 'vitest'
import { faultsOf, refused } from '@/test/http/http-client'
import { type HttpStory, httpStory } from '@/test/http/http-story'
import { call } from '@/test/world/scenario'

const usage = (s: HttpStory, query: Record<string, string>) => s.does('readUsage', { query })

const DAY_MS = 86_400_000

test('what was used is told by model, tool and session, adds up to what its session says, and goes with it', async () => {
  const s = await httpStory({ title: 'Release notes' })
  const { runId } = await s.plays([call('write_file', { path: 'a.txt', content: 'A' }), { text: 'Done.' }])
  const set = await s.waits()
  await s.world.passes(2 * DAY_MS)
  await s.decides(set)
  await s.ends(runId)
  const { usage: spent } = await s.view()
  const { groups, total } = await usage(s, { groupBy: 'model' })
  expect(groups).toMatchObject([{ key: 'scripted:replay', requests: 2, calls: 1, decisions: 1 }])
  expect(total).toMatchObject({ inputTokens: spent.inputTokens, outputTokens: spent.outputTokens })
  expect(total.waitingMs).toBeGreaterThanOrEqual(2 * DAY_MS)
  expect(total.waitingMs).toBeLessThan(2 * DAY_MS + 3_600_000)
  expect(total.decisionMs).toBe(total.waitingMs)
  expect(total.toolMs + total.modelMs).toBeLessThan(3_600_000)
  const tools = await usage(s, { groupBy: 'tool' })
  expect(tools.groups.map(({ key, calls }) => [key, calls])).toEqual([
    ['write_file', 1],
    [null, 0],
  ])
  const sessions = await usage(s, { groupBy: 'session' })
  expect(sessions.groups).toMatchObject([{ key: s.sessionId, title: 'Release notes', requests: 2 }])
  const requests = await usage(s, { groupBy: 'request', sessionId: s.sessionId })
  expect(requests.groups.map(({ key }) => key)).toEqual(['1', '2'])
  const runs = await usage(s, { groupBy: 'run', sessionId: s.sessionId })
  expect(runs.groups).toMatchObject([{ key: '1', requests: 2 }])
  const query = { from: '2026-03-29', to: '2026-03-29' }
  for (const timeZone of ['UTC', 'Asia/Kathmandu', 'Etc/GMT+12', 'America/Argentina/Ushuaia'])
    expect((await usage(s, { timeZone, ...query })).timeZone).toBe(timeZone)
  expect(faultsOf(await s.tries('readUsage', { query: { ...query, to: '2026-03-28' } }))).toEqual(['/from'])
  await s.does('deleteSession')
  expect((await usage(s, {})).total).toMatchObject({ requests: 0, calls: 0, waitingMs: 0 })
  refused(await s.tries('readUsage', { query: { sessionId: s.sessionId } }), 'not_found')
})
