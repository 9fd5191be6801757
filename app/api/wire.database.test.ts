import { expect, test } from 'vitest'
import { createTestDatabase } from '@/test/database/database'
import { ask, type Sent } from '@/test/http/http-client'
import { serveApi } from '@/test/http/http-server'
import { about, anotherStory, type HttpStory } from '@/test/http/http-story'
import { tapped } from '@/test/world/cable'
import { createWorld } from '@/test/world/world'

/**
 * What Postgres writes ahead stays, also of a transaction that is undone and of a text that is masked in the next
 * statement. So no secret may be sent to it, by whatever door it came.
 */

/** One that the server holds, and some that look like secrets. Put together here, so that nobody takes them for any. */
const HELD = 'key-of-a-provider-0815'
const TOKEN = `ghp_${'zQ3dE5gH7j'.repeat(4)}`
const PASSWORD = 'sunshine-Tiger77'
const TEXT = `token ${TOKEN}, held ${HELD}\nDB_PASSWORD=${PASSWORD}\n`
const CANARIES = [HELD, TOKEN, TOKEN.slice(4), PASSWORD]

async function tappedStory(): Promise<{ s: HttpStory; sent: () => string[] }> {
  const database = await tapped(await createTestDatabase())
  const world = await createWorld(database)
  const served = await serveApi({ start: () => world.startServer({ secrets: [HELD] }) })
  return { s: await anotherStory({ world, ...served }, { title: TEXT, persona: TEXT }), sent: database.sent }
}

const QUERIES = [
  ...['/api/search?q=', '/api/search?q=a&tool=', '/api/sessions?q=', '/api/memories?q=', '/api/sessions/'],
  ...[
    '/api/sessions?cursor=',
    '/api/audit?sessionId=',
    '/api/models/',
    '/api/skills?sessionId=',
    '/api/calls/',
  ],
]

/** Whatever is asked with a secret in it, whether it is accepted or not. */
function doors(path: string, memory: string): [string, Sent['body'], Sent['headers']?][] {
  const plan = { steps: [{ title: TEXT, status: 'pending' }] }
  return [
    ...QUERIES.map((query): [string, undefined] => [`GET ${query}${encodeURIComponent(TOKEN)}`, undefined]),
    [`GET /api/search?q=${encodeURIComponent(`DB_PASSWORD=${PASSWORD}`)}`, undefined],
    ['POST /api/sessions', { title: TEXT, persona: TEXT }, { 'idempotency-key': TOKEN }],
    ['POST /api/sessions', { title: TEXT, persona: TEXT }, { 'idempotency-key': 'once' }],
    ['POST /api/sessions', { key: TOKEN }],
    ['POST /api/sessions', { workspace: HELD, model: TOKEN, tools: { include: [TOKEN] } }],
    [`PATCH ${path}`, { title: TEXT, persona: TEXT }],
    [`PUT ${path}/plan`, plan],
    [`PATCH ${path}/state`, { password: PASSWORD, [TOKEN]: { text: TEXT } }],
    [`POST ${path}/messages`, { text: `/skill:${TOKEN} ${TEXT}` }],
    ['POST /api/memories', { text: TEXT, tags: [TOKEN] }],
    [`PATCH ${memory}`, { text: `${TEXT} again`, tags: [HELD] }],
    [`PATCH /api/models/openai:${TOKEN}`, { contextWindow: 1000 }],
    ['POST /api/sessions', { model: `openai:${TOKEN}` }],
    [`GET /api/sign-in?token=${TOKEN}&to=/`, undefined],
    ['POST /api/calls/preview', { callId: TOKEN, arguments: { path: TEXT } }],
    [`DELETE ${path}/queue/${TOKEN}`, undefined],
    [`POST ${path}/compact`, {}],
  ]
}

test('no secret is sent to Postgres, by whatever door it comes', async () => {
  const { s, sent } = await tappedStory()
  const path = `/api/sessions/${s.sessionId}`
  const { id } = await s.does('addMemory', { body: { text: 'A thing to keep in mind.' } })
  const memory = `/api/memories/${id}`
  for (const [line, body, headers] of doors(path, memory)) {
    const { status } = await ask(s.url, line, { body, ...(headers ? { headers } : {}) })
    expect([line, status < 500]).toEqual([line, true])
  }
  for (const body of [{ key: TOKEN }, { model: `openai:${TOKEN}` }, { workspace: HELD }]) {
    const refusal = await s.tries('createSession', { body })
    expect([refusal.status, refusal.json]).toMatchObject([422, { code: 'invalid_request' }])
    expect(refusal.text).toContain('secret')
  }
  expect(leaks(sent())).toEqual([])
  expect(sent().some(text => text.includes('⟦secret:'))).toBe(true)
})

test('nor what people rule, and what a model calls', async () => {
  const { s, sent } = await tappedStory()
  const { runId } = await s.plays([
    { calls: ['a.txt', 'b.txt'].map(path => ({ name: 'write_file', arguments: { path, content: 'a' } })) },
    { calls: [{ name: TOKEN, arguments: { [TOKEN]: TEXT } }], text: TEXT, reasoning: TEXT },
    { text: TEXT },
  ])
  const set = await s.waits()
  const [shown, next] = set.calls
  const decide = (ruling: Record<string, unknown>, more: Record<string, unknown> = {}) =>
    s.tries('decide', {
      at: set.id,
      body: { decisions: [about(ruling.kind === 'deny' ? next : shown, ruling)], ...more },
    })
  const matchers = [{ argument: '/path', kind: 'exact', value: TOKEN }]
  await decide({ kind: 'edit', arguments: { path: 'a.txt', content: TEXT } })
  await decide({ kind: 'replace', tool: 'read_file', arguments: { path: TOKEN } })
  await decide({ kind: 'approve', remember: { scope: 'session', matchers } })
  await s.does('sendMessage', { body: { text: TEXT, queueMode: 'followup' } })
  const denied = await decide({ kind: 'deny', reason: TEXT }, { feedback: TEXT })
  expect(denied.status).toBe(200)
  await s.ends(runId)
  expect(leaks(sent())).toEqual([])
  expect(sent().some(text => text.includes('⟦secret:'))).toBe(true)
})

/** Each canary that was sent, with what stood around it. */
const leaks = (sent: string[]): string[] =>
  sent.flatMap(text =>
    CANARIES.flatMap(canary => {
      const at = text.indexOf(canary)
      return at < 0 ? [] : [`${canary}: ${text.slice(Math.max(0, at - 400), at + 80)}`]
    }),
  )
