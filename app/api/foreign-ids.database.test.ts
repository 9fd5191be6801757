import { expect, test } from 'vitest'
import { EVERY, NOBODY } from '@/test/http/every-operation'
import { ask, codeOf } from '@/test/http/http-client'
import { anotherStory, type HttpStory, httpStory } from '@/test/http/http-story'
import { call } from '@/test/world/scenario'

/** A session in which there is one of everything that has an id. */
type Everything = HttpStory & { ids: Record<string, string>; digest: string | undefined }

async function everything(s: HttpStory): Promise<Everything> {
  const write = call('write_file', { path: 'a.txt', content: 'a' })
  const { runId } = await s.plays([write, { text: 'Done.' }])
  const set = await s.waits()
  await s.does('sendMessage', { body: { text: 'Later.', queueMode: 'followup' } })
  const { queue, transcript } = await s.view()
  const ids = {
    sessions: s.sessionId,
    runs: runId,
    sets: set.id,
    calls: set.calls[0]?.id ?? '',
    queue: queue[0]?.id ?? '',
    entries: transcript[0]?.id ?? '',
  }
  expect(Object.values(ids)).not.toContain('')
  return { ...s, ids, digest: set.calls[0]?.digest }
}

const SKILL = '---\nname: taken-over\ndescription: Taken over\n---\nTaken over.\n'
const NO_HASH = `sha256:${'0'.repeat(64)}`

/** What an operation is sent so that nothing but the id can be wrong with it. */
const BODIES: Record<string, (s: Everything) => unknown> = {
  changeSession: () => ({ title: 'Taken over' }),
  sendMessage: () => ({ text: 'Taken over.' }),
  forkSession: () => ({ seq: 1 }),
  setProviderKey: () => ({ key: 'taken-over-0123456789' }),
  testProvider: () => ({}),
  correctPlan: () => ({ steps: [{ id: '1', title: 'Taken over' }] }),
  readServerResource: () => ({ uri: 'tea:green' }),
  readServerPrompt: () => ({ name: 'brew' }),
  changeSkill: () => ({ text: SKILL, hash: NO_HASH }),
  endServerSignIn: () => ({ state: 'tea', code: 'green' }),
  decide: s => ({ decisions: [{ kind: 'approve', callId: s.ids.calls, digest: s.digest }] }),
}

const QUERIES: Record<string, string> = { deleteSkill: `?hash=${NO_HASH}` }

/** All operations on something that has an id, those of a future contract too. Tools have names. */
const ABOUT_IDS = EVERY.map(({ name, operation }) => ({ name, ...operation })).filter(
  ({ endpoint }) => endpoint.includes('{') && !endpoint.includes('{toolId}'),
)

/** The kinds of ids in an endpoint, by their places: `queue` for `/queue/{itemId}`. */
const placesOf = (endpoint: string) =>
  [...endpoint.matchAll(/\/([\w-]+)\/(\{\w+\})/g)].map(([, kind = '', place = '']) => ({ kind, place }))

const NUMBER = '1'

/** The request line with the ids of this session, but for those that are given. */
const lineOf = (endpoint: string, s: Everything, given: Record<string, string> = {}) =>
  placesOf(endpoint).reduce(
    (made, { kind, place }) => made.replace(place, given[kind] ?? s.ids[kind] ?? NUMBER),
    endpoint,
  )

test('the ids of this test are those that operations are about', () => {
  const kinds = new Set(ABOUT_IDS.flatMap(({ endpoint }) => placesOf(endpoint).map(({ kind }) => kind)))
  expect([...kinds].sort().join(' ')).toBe(
    'calls channels compactions contents hooks mcp-servers memories models people providers queue requests rules runs schedules secrets sessions sets sign-ins skills tokens',
  )
})

test('no operation takes the id of another kind of thing, of a thing in another session, or of nothing', async () => {
  const s = await everything(await httpStory())
  const other = await everything(await anotherStory(s))
  const before = [await s.view(), await other.view()]
  const taken: string[] = []
  for (const { name, endpoint } of ABOUT_IDS) {
    for (const { kind } of placesOf(endpoint)) {
      const wrong = kind === 'requests' || kind === 'secrets' ? NO_NUMBERS : wrongIds(kind, s, other)
      const lines = wrong.map(id => `${lineOf(endpoint, s, { [kind]: id })}${QUERIES[name] ?? ''}`)
      const codes = await Promise.all(lines.map(line => ask(s.url, line, bodyFor(name, s)).then(codeOf)))
      taken.push(...lines.flatMap((line, at) => (codes[at] === 'not_found' ? [] : [`${line}: ${codes[at]}`])))
    }
  }
  expect(taken).toEqual([])
  expect([await s.view(), await other.view()]).toEqual(before)
})

const NO_IDS = [NOBODY, 'x', '%2e%2ex', '%00', "'%20or%201=1"]
const NO_NUMBERS = ['0', '2', '-1', '01', '1e0', '99999999999999999999', '%31%00']

function wrongIds(kind: string, s: Everything, other: Everything): string[] {
  const kinds = Object.entries(s.ids).filter(([mine]) => mine !== kind)
  return [
    ...kinds.map(([, id]) => id),
    ...(s.ids[kind] ? NO_IDS : []),
    ...(kind === 'queue' ? [other.ids.queue ?? ''] : []),
  ]
}

const bodyFor = (name: string, s: Everything): { body?: unknown } =>
  BODIES[name] ? { body: BODIES[name](s) } : {}

test('of a session that is gone nothing is found by any id', async () => {
  const s = await everything(await httpStory())
  await s.does('deleteSession')
  const answers = await Promise.all(
    ABOUT_IDS.map(({ name, endpoint }) =>
      ask(s.url, `${lineOf(endpoint, s)}${QUERIES[name] ?? ''}`, bodyFor(name, s)),
    ),
  )
  expect(ABOUT_IDS.filter((_, at) => answers[at]?.status !== 404).map(({ name }) => name)).toEqual([])
  expect((await ask(s.url, 'GET /api/pending')).json).toEqual({
    items: [],
    nextCursor: null,
    total: 0,
    waitingCalls: 0,
  })
  expect(await s.world.files()).toEqual([])
})
