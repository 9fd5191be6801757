import { expect, test } from 'vitest'
import type { CallSet } from '@/lib/domain/call/call'
import type { SessionView } from '@/lib/domain/session/view'
import { ask, codeOf, listen } from '@/test/http/http-client'
import { about, anotherStory, type HttpStory, httpStory } from '@/test/http/http-story'
import { call } from '@/test/world/scenario'

/** As it came: what is strange is told beside the contract. */
async function got<T>(s: HttpStory, path: string): Promise<T> {
  const answered = await ask(s.url, `GET /api/${path}`)
  expect([path, answered.status]).toEqual([path, 200])
  return answered.json as T
}

type Item = { id: string; sessionId?: string }

const items = async (s: HttpStory, path: string) => (await got<{ items: Item[] }>(s, path)).items
const viewOf = (s: HttpStory) => got<SessionView>(s, `sessions/${s.sessionId}`)
const setOf = (s: HttpStory): Promise<CallSet> =>
  s.world.until('a set that waits', async () => (await viewOf(s)).openSets[0])

const approves = async (s: HttpStory, set: CallSet) =>
  s.tries('decide', { at: set.id, body: { decisions: [about(set.calls[0], { kind: 'approve' })] } })

/** Sessions whose Calls wait, one for each name, and another one beside them. */
async function waiting(names: string[]): Promise<{ strange: HttpStory[]; other: HttpStory }> {
  const other = await httpStory()
  const strange: HttpStory[] = []
  for (const _ of names) strange.push(await anotherStory(other))
  const all = [...strange.entries(), ['other', other] as const]
  await Promise.all(
    all.map(async ([name, s]) => {
      await s.plays([call('gated_write', { name: `${name}!` }), { text: 'Done.' }])
      await s.waits()
    }),
  )
  return { strange, other }
}

/** Every list is whole, and the session beside the strange ones is as it was, and goes on. */
async function staysUsable(strange: HttpStory[], other: HttpStory): Promise<void> {
  const ids = [...strange, other].map(({ sessionId }) => sessionId).sort()
  expect((await items(other, 'sessions')).map(({ id }) => id).sort()).toEqual(ids)
  expect((await items(other, 'pending')).map(({ sessionId }) => sessionId)).toContain(other.sessionId)
  expect((await items(other, 'search?q=gated')).length).toBeGreaterThan(0)
  expect((await approves(other, await setOf(other))).status).toBe(200)
  await other.world.until('the other goes on', async () => !(await viewOf(other)).activeRun)
  const events = await listen(other.url, '/api/events?after=0')
  await events.until('what came of it', all =>
    all.some(({ type, data }) => type === 'run.ended' && data.sessionId === other.sessionId),
  )
}

test('a row of JSON without a key that came later has its default, and with one of a newer program is told with it', async () => {
  const { strange, other } = await waiting(['older', 'newer'])
  const [older, newer] = strange as [HttpStory, HttpStory]
  await other.world.touches(
    `UPDATE "Session" SET limits = limits - 'resultChars', compaction = compaction - 'enabled',
     tools = tools - 'exclude' WHERE id = '${older.sessionId}'`,
    `UPDATE "SessionHead" SET usage = usage - 'cachedTokens' WHERE "sessionId" = '${older.sessionId}'`,
    `UPDATE "Run" SET limits = limits - 'overflowRetries', usage = usage - 'totalTokens'`,
    // Whoever writes a session moves its version.
    `UPDATE "SessionHead" SET version = version + 1`,
    `UPDATE "Session" SET limits = limits || '{"sleepMs": 1}' WHERE id = '${newer.sessionId}'`,
    `UPDATE "Call" SET risk = risk || '{"score": 0.5}' WHERE "sessionId" = '${newer.sessionId}'`,
  )
  expect((await viewOf(older)).session).toMatchObject({
    limits: { resultChars: 50_000 },
    compaction: { enabled: true },
  })
  expect((await viewOf(newer)).session.limits).toMatchObject({ sleepMs: 1 })
  expect((await setOf(newer)).calls[0]?.risk).toMatchObject({ score: 0.5 })
  for (const s of [other, older, newer])
    await staysUsable(
      [older, newer, other].filter(each => each !== s),
      s,
    )
})

/** By what is strange in it: what it is made of, and what is shown. */
const SESSIONS: [string, string, object][] = [
  ['mode', `"Session" SET mode = 'dream' WHERE id`, { unknown: true, mode: 'dream' }],
  ['model', `"Session" SET model = 'mistral' WHERE id`, { unknown: true, model: 'mistral' }],
  ['limits', `"Session" SET limits = '[]' WHERE id`, { unreadable: true }],
  ['usage', `"SessionHead" SET usage = '{"inputTokens": "many"}' WHERE "sessionId"`, { unreadable: true }],
]

test('a session that this program cannot work with is listed as that, is worked on by nobody, and is in nobody’s way', async () => {
  const { strange, other } = await waiting(SESSIONS.map(([name]) => name))
  await other.world.touches(...strange.map((s, at) => `UPDATE ${SESSIONS[at]?.[1]} = '${s.sessionId}'`))
  const listed = await items(other, 'sessions')
  for (const [at, s] of strange.entries()) {
    const [name, , shown] = SESSIONS[at] ?? []
    const id = s.sessionId
    const view = await viewOf(s)
    const answers = [
      await approves(s, await setOf(s)),
      await s.tries('sendMessage', { body: { text: 'Hello' } }),
    ]
    const exports = await Promise.all(
      ['md', 'json', 'jsonl'].map(format => s.tries('exportSession', { query: { format } })),
    )
    expect({
      name,
      listed: listed.find(each => each.id === id),
      session: view.session,
      codes: answers.map(codeOf),
      exports: exports.map(({ status }) => status),
      saysWhich: answers[0]?.text.includes(id),
    }).toMatchObject({
      name,
      listed: { id, ...shown },
      session: { ...shown },
      saysWhich: true,
      codes: ['unavailable', 'unavailable'],
      exports: [200, 200, 200],
    })
  }
  await staysUsable(strange, other)
  expect(other.world.gates.begun).toEqual(['other!'])
})

const CALLS: [string, string, object][] = [
  ['state', `state = 'delegated'`, { state: 'delegated', unknown: true }],
  ['reason to wait', `why = 'quorum'`, { why: 'quorum', unknown: true }],
  ['risk', `risk = '5'`, { risk: { level: 'high' }, unreadable: true }],
  ['preview', `preview = '[]'`, { state: 'waiting', unreadable: true }],
]

test('a Call that is not known is shown as that, is worked on by nobody, and is in nobody’s way', async () => {
  const { strange, other } = await waiting(CALLS.map(([name]) => name))
  const sets = await Promise.all(strange.map(setOf))
  // A newer schema allows more.
  await other.world.touches(
    'ALTER TABLE "Call" DROP CONSTRAINT "Call_state"',
    ...strange.map((s, at) => `UPDATE "Call" SET ${CALLS[at]?.[1]} WHERE "sessionId" = '${s.sessionId}'`),
  )
  for (const [at, s] of strange.entries()) {
    const [name, , shown] = CALLS[at] ?? []
    const set = sets[at] as CallSet
    const [found] = (await got<CallSet>(s, `sets/${set.id}`)).calls
    const told = async () => (await viewOf(s)).openSets[0]?.calls[0]
    const before = await told()
    const code = codeOf(await approves(s, set))
    const { status } = await s.tries('stopSession')
    expect({ name, found, code, before, after: await told(), isStopped: status < 504 }).toMatchObject({
      name,
      found: { ...shown, id: set.calls[0]?.id },
      code: 'unavailable',
      isStopped: true,
      before: shown,
      after: shown,
    })
  }
  await staysUsable(strange, other)
  expect(other.world.gates.begun).toEqual(['other!'])
})

const RUN = (shown: object) => ({ activeRun: shown })
const ENTRIES = (shown: object) => ({ transcript: [shown, {}] })
const BESIDE: [string, object | undefined][] = [
  [`"Run" SET status = 'dreaming'`, RUN({ status: 'dreaming', unknown: true })],
  [`"Entry" SET kind = 'reaction'`, ENTRIES({ kind: 'reaction', unknown: true })],
  [`"Entry" SET call = '7'`, ENTRIES({ unreadable: true })],
  [`"Entry" SET message = '{"role":"narrator"}'`, undefined],
]

/** What a Request got back, with a place in a form that is not known, and with a call that is none. */
const RECEIVED: [string, number][] = [
  [`'{calls,0,said}', '{"dialect":"xml","span":[0,1]}'`, 200],
  [`'{calls}', '[7]'`, 503],
]

test('a Run, an Entry or a Request that is not known is shown as that, and is in nobody’s way', async () => {
  const { strange, other } = await waiting([...BESIDE, ...RECEIVED].map(([sql]) => sql))
  const [shown, requests] = [strange.slice(0, BESIDE.length), strange.slice(BESIDE.length)]
  await other.world.touches(
    'ALTER TABLE "Run" DROP CONSTRAINT "Run_status"',
    ...shown.map(({ sessionId }, at) => {
      const kind = BESIDE[at]?.[0].includes('message') ? ` AND kind = 'assistant'` : ''
      return `UPDATE ${BESIDE[at]?.[0]} WHERE "sessionId" = '${sessionId}'${kind}`
    }),
    ...requests.map(({ sessionId }, at) => {
      const received = `jsonb_set(received::jsonb, ${RECEIVED[at]?.[0]})::json`
      return `UPDATE "Request" SET received = ${received} WHERE "sessionId" = '${sessionId}'`
    }),
  )
  for (const [at, s] of shown.entries())
    expect([BESIDE[at]?.[0], await viewOf(s)]).toMatchObject([BESIDE[at]?.[0], BESIDE[at]?.[1] ?? {}])
  const answers = await Promise.all(requests.map(s => s.tries('readRequest', { at: '1' })))
  expect(answers.map(({ status }) => status)).toEqual(RECEIVED.map(([, status]) => status))
  // What the model was told, and cannot be told again, ends the Run, which says so.
  const told = shown.at(-1) as HttpStory
  expect((await approves(told, await setOf(told))).status).toBe(200)
  expect(await told.world.until('its end', async () => (await viewOf(told)).lastRun)).toMatchObject({
    stopReason: 'error',
    error: expect.stringMatching(/^Message \d+ is stored in a way that this version cannot read\.$/),
  })
  await staysUsable(strange, other)
  expect(other.world.gates.ledger).toEqual([`${BESIDE.length - 1}!`, 'other!'])
})
