import { describe, expect, test } from 'vitest'
import type { Plan, PlanRevision } from '@/lib/domain/session/plan'
import type { StateRevision } from '@/lib/domain/session/state-changes'
import { agreed, ask, listen, refused } from '@/lib/testing/http/http-client'
import { type HttpStory, httpStory } from '@/lib/testing/http/http-story'
import { call } from '@/lib/testing/world/scenario'

const A = { id: 'a', title: 'Read # the [notes](x)' }
const B = { id: 'b', title: 'Write', dependsOn: ['a'] }

const path = ({ sessionId }: HttpStory, rest: string) => `/api/sessions/${sessionId}/${rest}`
const from = (revision?: string) => (revision === undefined ? {} : { headers: { 'if-match': revision } })
const puts = (s: HttpStory, body: unknown, revision?: string) =>
  ask(s.url, `PUT ${path(s, 'plan')}`, { body, ...from(revision) })
const patches = (s: HttpStory, raw: string, revision?: string) =>
  ask(s.url, `PATCH ${path(s, 'state')}`, { raw, ...from(revision) })

/** A plan and a state that the agent made, then a person corrected. */
async function story(): Promise<HttpStory> {
  const s = await httpStory()
  const { runId } = await s.plays([
    call('update_plan', { steps: [A] }),
    call('set_state', { patch: { port: 80 } }),
    { text: 'Done.' },
  ])
  await s.ends(runId)
  agreed('correctPlan', await puts(s, { steps: [A, B], revision: 1 }))
  agreed('correctState', await patches(s, '{"port":8080,"10":1}'))
  return s
}

describe('the plan', () => {
  test('is corrected, and its revisions are told with their causes, page by page', async () => {
    const s = await story()
    const { plan } = await s.view()
    expect(plan).toMatchObject({ revision: 2, because: 'you changed the plan: added “Write”' })
    const first = `GET ${path(s, 'plan/revisions')}?limit=1`
    type Page = { items: PlanRevision[]; nextCursor: string | null }
    const one = agreed('listPlanRevisions', await ask(s.url, first)) as Page
    const two = agreed('listPlanRevisions', await ask(s.url, `${first}&cursor=${one.nextCursor}`)) as Page
    expect([...one.items, ...two.items].map(item => [item.revision, item.callId !== undefined])).toEqual([
      [2, false],
      [1, true],
    ])
    expect(two.nextCursor).toBeNull()
    refused(await ask(s.url, `${first}&cursor=x`), 'invalid_request')
  })

  test('is told as it happens', async () => {
    const s = await httpStory()
    const events = await listen(s.url, path(s, 'events'))
    const made = agreed('correctPlan', await puts(s, { steps: [A] })) as Plan
    const told = await events.until('the plan', all => all.find(({ type }) => type === 'plan.revised'))
    expect(told.data).toMatchObject({ plan: made })
  })

  test('is not what cannot be one: the place is told', async () => {
    const s = await httpStory()
    const told = async (body: unknown) => refused(await puts(s, body), 'invalid_request').errors?.[0]?.path
    const bodies: [unknown, string][] = [
      [{}, '/steps'],
      [{ steps: [{ id: 'a' }] }, '/steps/0/title'],
      [{ steps: [{ ...A, colour: 'red' }] }, '/steps/0/colour'],
      [{ steps: [A, A] }, '/steps/1/id'],
      [{ steps: [B] }, '/steps/0/dependsOn/0'],
      [{ steps: [{ ...A, dependsOn: ['a'] }] }, '/steps/0/dependsOn'],
      [{ steps: [], revision: -1 }, '/revision'],
    ]
    for (const [body, place] of bodies) expect([body, await told(body)]).toEqual([body, place])
  })

  test('that was revised since is left as it is, and told', async () => {
    const s = await story()
    const problem = refused(await puts(s, { steps: [], revision: 1 }), 'stale_revision')
    expect(problem.status).toBe(409)
    const { plan } = await s.view()
    expect(problem.plan).toEqual(plan)
    expect(refused(await puts(s, { steps: [] }, '"1"'), 'stale_revision').plan).toEqual(plan)
    refused(await puts(s, { steps: [], revision: 2 }, '"1"'), 'invalid_request')
    agreed('correctPlan', await puts(s, { steps: [], revision: 2 }, '2'))
  })
})

describe('the state', () => {
  test('is corrected by a merge patch, and its changes are told with their calls', async () => {
    const s = await story()
    expect((await s.view()).state).toEqual({ port: 8080, 10: 1 })
    const listed = agreed('listStateRevisions', await ask(s.url, `GET ${path(s, 'state/revisions')}`))
    const { items } = listed as { items: StateRevision[] }
    expect(items.map(({ callId, changes }) => [callId !== undefined, changes])).toEqual([
      [
        false,
        expect.arrayContaining([
          { path: '/port', before: '80', after: '8080' },
          { path: '/10', after: '1' },
        ]),
      ],
      [true, [{ path: '/port', after: '80' }]],
    ])
  })

  test('takes no patch that is none: the place is told, and nothing is changed', async () => {
    const s = await httpStory()
    const told = async (raw: string) => refused(await patches(s, raw), 'invalid_request').errors?.[0]?.path
    const patched: [string, string][] = [
      ['[]', ''],
      ['null', ''],
      ['{"__proto__":{"a":1}}', ''],
      ['{"a":{"b":1e400}}', '/a/b'],
      ['{"a":1,"a":2}', '/a'],
      [`{"a":"${'x'.repeat(100_001)}"}`, ''],
    ]
    for (const [raw, place] of patched) expect([raw, await told(raw)]).toEqual([raw, place])
    expect((await s.view()).state).toEqual({})
  })

  test('that was changed since is left as it is, and told with its revision', async () => {
    const s = await story()
    const { state, stateRevision } = await s.view()
    const problem = refused(await patches(s, '{"port":1}', '"1"'), 'stale_revision')
    expect([problem.status, problem.state, problem.revision]).toEqual([409, state, stateRevision])
    refused(await patches(s, '{"port":1}', 'W/"2"'), 'invalid_request')
    expect((await s.view()).state).toEqual(state)
    agreed('correctState', await patches(s, '{"port":1}', `"${stateRevision}"`))
    agreed('correctState', await patches(s, '{"port":2}', '*'))
    expect((await s.view()).stateRevision).toBe(4)
  })
})

describe('both', () => {
  test('are as they were where the revision is named of what has none', async () => {
    const s = await story()
    const sent = { body: { title: 'Renamed' }, ...from('"1"') }
    refused(await ask(s.url, `PATCH /api/sessions/${s.sessionId}`, sent), 'invalid_request')
    expect((await s.view()).session.title).not.toBe('Renamed')
  })

  test('are in what one takes along', async () => {
    const s = await story()
    const exported = async (format: string) =>
      (await ask(s.url, `GET ${path(s, `export?format=${format}`)}`)).text
    const all = JSON.parse(await exported('json'))
    expect(all.plans).toMatchObject([{ revision: 2, steps: [{ id: 'a' }, { id: 'b' }] }, { revision: 1 }])
    expect(all.states).toMatchObject([{ revision: 2, state: { port: 8080 } }, { revision: 1 }])
    const text = await exported('md')
    expect(text).toContain('## Plan\n\n*Revision 2, because you changed the plan: added “Write”*')
    expect(text).toContain('[pending] a: Read # the [notes](x)\n[pending] b: Write (after a)')
    expect(text).toContain('## State\n\n```json\n{\n  "10": 1,\n  "port": 8080\n}')
    expect(await exported('jsonl')).toContain('"plan.revised"')
  })

  test('are gone with the session', async () => {
    const s = await story()
    await ask(s.url, `DELETE /api/sessions/${s.sessionId}`)
    refused(await puts(s, { steps: [] }), 'not_found')
    refused(await patches(s, '{}'), 'not_found')
    refused(await ask(s.url, `GET ${path(s, 'plan/revisions')}`), 'not_found')
    expect([await s.world.db.plan.count(), await s.world.db.state.count()]).toEqual([0, 0])
  })
})
