import { expect, test } from 'vitest'
import { faultsOf, listen, refused } from '@/test/http/http-client'
import { type HttpStory, httpStory } from '@/test/http/http-story'
import { call } from '@/test/world/scenario'

const A = { id: 'a', title: 'Read # the [notes](x)' }
const B = { id: 'b', title: 'Write', dependsOn: ['a'] }

const from = (revision?: string) => (revision === undefined ? {} : { headers: { 'if-match': revision } })
const puts = (s: HttpStory, body: unknown, revision?: string) =>
  s.tries('correctPlan', { body, ...from(revision) })
const patches = (s: HttpStory, raw: string, revision?: string) =>
  s.tries('correctState', { raw, ...from(revision) })

/** A plan and a state that the agent made, then a person corrected. */
async function story(): Promise<HttpStory> {
  const s = await httpStory()
  const { runId } = await s.plays([
    call('update_plan', { steps: [A] }),
    call('set_state', { patch: { port: 80 } }),
    { text: 'Done.' },
  ])
  await s.ends(runId)
  await s.does('correctPlan', { body: { steps: [A, B], revision: 1 } })
  await s.does('correctState', { raw: '{"port":8080,"10":1}' })
  return s
}

test('both are corrected, their revisions are told with their causes, in what one takes along too, and go with the session', async () => {
  const s = await story()
  const { plan, state } = await s.view()
  expect(plan).toMatchObject({ revision: 2, because: 'Changed the plan: added “Write”.' })
  expect(state).toEqual({ port: 8080, 10: 1 })
  const page = (query = {}) => s.does('listPlanRevisions', { query: { limit: '1', ...query } })
  const one = await page()
  const two = await page({ cursor: one.nextCursor })
  expect([...one.items, ...two.items].map(item => [item.revision, item.callId !== undefined])).toEqual([
    [2, false],
    [1, true],
  ])
  expect(two.nextCursor).toBeNull()
  const { items } = await s.does('listStateRevisions')
  const changes = [
    { path: '/port', before: '80', after: '8080' },
    { path: '/10', after: '1' },
  ]
  expect(items.map(item => [item.callId !== undefined, item.changes])).toEqual([
    [false, expect.arrayContaining(changes)],
    [true, [{ path: '/port', after: '80' }]],
  ])
  const exported = async (format: string) => (await s.tries('exportSession', { query: { format } })).text
  const all = JSON.parse(await exported('json'))
  expect(all.plans).toMatchObject([{ revision: 2, steps: [{ id: 'a' }, { id: 'b' }] }, { revision: 1 }])
  expect(all.states).toMatchObject([{ revision: 2, state: { port: 8080 } }, { revision: 1 }])
  const text = await exported('md')
  expect(text).toContain('## Plan\n\n*Revision 2. Changed the plan: added “Write”.*')
  expect(text).toContain('[pending] a: Read # the [notes](x)\n[pending] b: Write (after a)')
  expect(text).toContain('## State\n\n```json\n{\n  "10": 1,\n  "port": 8080\n}')
  const events = await listen(s.url, `/api/sessions/${s.sessionId}/events`)
  const made = await s.does('correctPlan', { body: { steps: [A] } })
  const told = await events.until('the plan', each => each.find(({ type }) => type === 'plan.revised'))
  expect(told.data).toMatchObject({ plan: made })
  await s.does('deleteSession')
  expect([await s.world.db.plan.count(), await s.world.db.state.count()]).toEqual([0, 0])
})

test('what was changed since it was seen is left as it is, and told with its revision', async () => {
  const s = await story()
  const { plan, state, stateRevision } = await s.view()
  for (const answered of [await puts(s, { steps: [], revision: 1 }), await puts(s, { steps: [] }, '"1"')])
    expect(refused(answered, 'stale_revision').plan).toEqual(plan)
  refused(await puts(s, { steps: [], revision: 2 }, '"1"'), 'invalid_request')
  expect((await puts(s, { steps: [], revision: 2 }, '2')).status).toBe(200)
  const problem = refused(await patches(s, '{"port":1}', '"1"'), 'stale_revision')
  expect([problem.status, problem.state, problem.revision]).toEqual([409, state, stateRevision])
  refused(await patches(s, '{"port":1}', 'W/"2"'), 'invalid_request')
  for (const [raw, place] of [
    ['{"__proto__":{"a":1}}', ''],
    ['{"a":{"b":1e400}}', '/a/b'],
  ] as const)
    expect([raw, faultsOf(await patches(s, raw))]).toEqual([raw, [place]])
  expect((await s.view()).state).toEqual(state)
  for (const [port, revision] of [
    [1, `"${stateRevision}"`],
    [2, '*'],
  ] as const)
    expect((await patches(s, `{"port":${port}}`, revision)).status).toBe(200)
  expect((await s.view()).stateRevision).toBe(4)
})
