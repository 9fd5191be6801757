import { describe, expect, test } from 'vitest'
import type { Call, CallSet } from '@/lib/domain/call/call'
import type { SessionView } from '@/lib/domain/session/view'
import { ask, listen, refused } from '@/lib/testing/http/http-client'
import { about, anotherStory, type HttpStory, httpStory } from '@/lib/testing/http/http-story'
import { call } from '@/lib/testing/world/scenario'

const write = call('gated_write', { name: 'a!' })

/** A session whose Call waits, and another one beside it. */
const waits = (s: HttpStory): Promise<CallSet> =>
  s.world.until('a set that waits', async () => (await viewOf(s)).openSets[0])

async function waiting(): Promise<{ strange: HttpStory; other: HttpStory }> {
  const strange = await httpStory()
  const other = await anotherStory(strange)
  for (const s of [strange, other]) {
    await s.plays([write, { text: 'Done.' }])
    await s.waits()
  }
  return { strange, other }
}

type Item = { id: string; sessionId?: string; unknown?: true; unreadable?: true }

/** As it came: what is strange is told beside the contract. */
async function got<T>({ url }: HttpStory, line: string, body?: unknown): Promise<T> {
  const answered = await ask(url, line, body === undefined ? {} : { body })
  expect(answered).toMatchObject({ status: 200 })
  return answered.json as T
}

const items = async (s: HttpStory, path: string): Promise<Item[]> =>
  (await got<{ items: Item[] }>(s, `GET ${path}`)).items

const viewOf = (s: HttpStory) => got<SessionView>(s, `GET /api/sessions/${s.sessionId}`)

/** Every list is whole, and the session beside the strange one is as it was, and goes on. */
async function staysUsable({ strange, other }: { strange: HttpStory; other: HttpStory }): Promise<void> {
  const both = [strange.sessionId, other.sessionId].sort()
  const sessions = await items(other, '/api/sessions')
  expect(sessions.map(({ id }) => id).sort()).toEqual(both)
  const pending = await items(other, '/api/pending')
  expect(pending.map(({ sessionId }) => sessionId)).toContain(other.sessionId)
  expect((await items(other, '/api/search?q=gated')).length).toBeGreaterThan(0)
  const set = await waits(other)
  const body = { decisions: [about(set.calls[0], { kind: 'approve' })] }
  await got(other, `POST /api/sets/${set.id}/decisions`, body)
  await other.world.until('the other goes on', async () => !(await viewOf(other)).activeRun)
  const events = await listen(other.url, `/api/events?after=0`)
  await events.until('what came of it', all => all.some(({ type }) => type === 'run.ended'))
}

const sessionOf = async (s: HttpStory): Promise<Item | undefined> =>
  (await items(s, '/api/sessions')).find(({ id }) => id === s.sessionId)

describe('a row of JSON', () => {
  test('without a key that came later has its default', async () => {
    const { strange, other } = await waiting()
    await strange.world.touches(
      `UPDATE "Session" SET limits = limits - 'resultChars', compaction = compaction - 'enabled',
       tools = tools - 'exclude' WHERE id = '${strange.sessionId}'`,
      `UPDATE "SessionHead" SET usage = usage - 'cachedTokens' WHERE "sessionId" = '${strange.sessionId}'`,
      `UPDATE "Run" SET limits = limits - 'overflowRetries', usage = usage - 'totalTokens'`,
    )
    expect((await viewOf(strange)).session).toMatchObject({
      limits: { resultChars: 50_000 },
      compaction: { enabled: true },
    })
    await staysUsable({ strange, other })
    await staysUsable({ strange: other, other: strange })
  })

  test('with keys of a newer program is told with them, and worked on', async () => {
    const { strange, other } = await waiting()
    await strange.world.touches(`UPDATE "Session" SET limits = limits || '{"sleepMs": 1}'`)
    await strange.world.touches(`UPDATE "Call" SET risk = risk || '{"score": 0.5}'`)
    expect((await viewOf(strange)).session.limits).toMatchObject({ sleepMs: 1 })
    expect((await waits(strange)).calls[0]?.risk).toMatchObject({ score: 0.5 })
    await staysUsable({ strange, other })
  })
})

const inSession = (change: string) => (s: HttpStory) =>
  s.world.touches(`UPDATE "Session" SET ${change} WHERE id = '${s.sessionId}'`)

const inHead = (change: string) => (s: HttpStory) =>
  s.world.touches(`UPDATE "SessionHead" SET ${change} WHERE "sessionId" = '${s.sessionId}'`)

describe.each([
  ['mode', inSession(`mode = 'dream'`), { unknown: true, mode: 'dream' }],
  ['model', inSession(`model = 'mistral'`), { unknown: true, model: 'mistral' }],
  ['limits', inSession(`limits = '[]'`), { unreadable: true }],
  ['usage', inHead(`usage = '{"inputTokens": "many"}'`), { unreadable: true }],
])('a session whose %s this program cannot work with', (_, change, shown) => {
  test('is listed as that, is worked on by nobody, and is in nobody’s way', async () => {
    const { strange, other } = await waiting()
    await change(strange)
    expect(await sessionOf(strange)).toMatchObject({ id: strange.sessionId, ...shown })
    expect((await viewOf(strange)).session).toMatchObject(shown)
    const set = await waits(strange)
    const body = { decisions: [about(set.calls[0], { kind: 'approve' })] }
    const answered = await ask(strange.url, `POST /api/sets/${set.id}/decisions`, { body })
    expect(refused(answered, 'unavailable').detail).toContain(strange.sessionId)
    const message = await ask(strange.url, `POST /api/sessions/${strange.sessionId}/messages`, {
      body: { text: 'Hello' },
    })
    refused(message, 'unavailable')
    for (const format of ['md', 'json', 'jsonl'])
      expect(
        await ask(strange.url, `GET /api/sessions/${strange.sessionId}/export?format=${format}`),
      ).toMatchObject({ status: 200 })
    await staysUsable({ strange, other })
    expect(strange.world.gates.begun).toEqual(['a!'])
  })
})

/** A newer schema allows more. */
async function inCall(s: HttpStory, change: string): Promise<void> {
  await s.world.touches('ALTER TABLE "Call" DROP CONSTRAINT "Call_state"')
  await s.world.touches(`UPDATE "Call" SET ${change} WHERE "sessionId" = '${s.sessionId}'`)
}

describe.each([
  ['state is not known', `state = 'delegated'`, { state: 'delegated', unknown: true }],
  ['reason to wait is not known', `why = 'quorum'`, { why: 'quorum', unknown: true }],
  ['risk cannot be read', `risk = '5'`, { risk: { level: 'high' }, unreadable: true }],
  ['preview cannot be read', `preview = '[]'`, { state: 'waiting', unreadable: true }],
])('a Call whose %s', (_, change, shown) => {
  test('is shown as that, is worked on by nobody, and is in nobody’s way', async () => {
    const { strange, other } = await waiting()
    const set = await waits(strange)
    await inCall(strange, change)
    const [found] = (await got<{ calls: Call[] }>(strange, `GET /api/sets/${set.id}`)).calls
    expect(found).toMatchObject({ ...shown, id: set.calls[0]?.id })
    expect((await viewOf(strange)).openSets[0]?.calls[0]).toMatchObject(shown)
    const body = { decisions: [about(set.calls[0], { kind: 'approve' })] }
    refused(await ask(strange.url, `POST /api/sets/${set.id}/decisions`, { body }), 'unavailable')
    const stopped = await ask(strange.url, `POST /api/sessions/${strange.sessionId}/stop`)
    expect(stopped.status).toBeLessThan(504)
    await staysUsable({ strange, other })
    expect((await viewOf(strange)).openSets[0]?.calls[0]).toMatchObject(shown)
    expect(strange.world.gates.begun).toEqual(['a!'])
  })
})

describe.each([
  [
    'a Run in a state',
    `UPDATE "Run" SET status = 'dreaming'`,
    { activeRun: { status: 'dreaming', unknown: true } },
  ],
  [
    'an Entry of a kind',
    `UPDATE "Entry" SET kind = 'reaction'`,
    { transcript: [{ kind: 'reaction', unknown: true }, {}] },
  ],
  ['a line about a Call', `UPDATE "Entry" SET call = '7'`, { transcript: [{ unreadable: true }, {}] }],
])('%s that is not known', (_, sql, shown) => {
  test('is shown as that, and is in nobody’s way', async () => {
    const { strange, other } = await waiting()
    await strange.world.touches('ALTER TABLE "Run" DROP CONSTRAINT "Run_status"')
    await strange.world.touches(`${sql} WHERE "sessionId" = '${strange.sessionId}'`)
    expect(await viewOf(strange)).toMatchObject(shown)
    await staysUsable({ strange, other })
  })
})

test('a message that the model was told and that cannot be read ends the Run, which says so', async () => {
  const { strange, other } = await waiting()
  await strange.world.touches(
    `UPDATE "Entry" SET message = '{"role":"narrator"}' WHERE kind = 'user' AND "sessionId" = '${strange.sessionId}'`,
  )
  const set = await waits(strange)
  const body = { decisions: [about(set.calls[0], { kind: 'approve' })] }
  await got(strange, `POST /api/sets/${set.id}/decisions`, body)
  const last = await strange.world.until('its end', async () => (await viewOf(strange)).lastRun)
  expect(last).toMatchObject({
    stopReason: 'error',
    error: expect.stringMatching(/^Message \d+ is stored in a way that this version cannot read\.$/),
  })
  expect(strange.world.gates.ledger).toEqual(['a!'])
  await staysUsable({ strange, other })
})

test.each([
  ['a place in a form that is not known', `'{calls,0,said}', '{"dialect":"xml","span":[0,1]}'`, 200],
  ['a call that is none', `'{calls}', '[7]'`, 503],
])('what a Request got back with %s is shown as far as it can be read', async (_, change, status) => {
  const { strange, other } = await waiting()
  await strange.world.touches(
    `UPDATE "Request" SET received = jsonb_set(received::jsonb, ${change})::json WHERE "sessionId" = '${strange.sessionId}'`,
  )
  const answered = await ask(strange.url, `GET /api/sessions/${strange.sessionId}/requests/1`)
  expect(answered.status).toBe(status)
  await staysUsable({ strange, other })
})
