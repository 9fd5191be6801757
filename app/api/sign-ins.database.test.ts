import pg from 'pg'
import { expect, test } from 'vitest'
import { KEPT } from '@/test/database/ends-connections'
import { ask, listen, operations, refused } from '@/test/http/http-client'
import { serveApi, TOKEN } from '@/test/http/http-server'
import { httpStory, httpWorld } from '@/test/http/http-story'
import { calls } from '@/test/world/scenario'

const OTHER_TOKEN = 'another-token-of-the-tests-and-of-nothing'
const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:144.0) Gecko/20100101 Firefox/144.0'

/** A browser that has signed in: how it asks from then on. */
async function browser(url: string, headers: Record<string, string> = {}, token = TOKEN) {
  const answered = await ask(url, `GET /api/sign-in?token=${token}`, {
    headers: { authorization: null, ...headers },
  })
  expect(answered.status).toBe(303)
  const cookie = answered.headers['set-cookie']?.[0]?.split(';')[0] ?? ''
  return { authorization: null, ...headers, cookie }
}

/** What a browser is told of those that are signed in. */
const signIns = async (url: string, headers: Record<string, string | null>) =>
  (await operations(url).does('listSignIns', { headers })).items

test('another access token ends what browsers were given for the old one', async () => {
  const { url, server } = await httpWorld()
  const headers = await browser(url)
  expect((await ask(url, 'GET /api/models', { headers })).status).toBe(200)
  const later = await serveApi({
    start: async () => ({ ...server, stop: async () => undefined }),
    token: OTHER_TOKEN,
  })
  const { host } = new URL(url)
  refused(await ask(later.url, 'GET /api/models', { headers: { ...headers, host } }), 'unauthorized')
  expect((await ask(url, 'GET /api/models', { headers })).status).toBe(200)
})

test('the browsers that are signed in are listed, when each was here last, and each can be signed out', async () => {
  const { url, world } = await httpWorld()
  const desktop = await browser(url, { 'user-agent': FIREFOX })
  const phone = await browser(url, { 'user-agent': `${'x'.repeat(400)}` })
  const items = await signIns(url, desktop)
  expect(items).toMatchObject([
    { userAgent: 'x'.repeat(300), current: false },
    { browser: 'Firefox', system: 'Linux', userAgent: FIREFOX, current: true },
  ])
  expect(items[0]).not.toHaveProperty('browser')
  expect(JSON.stringify(items)).not.toContain(desktop.cookie.split('=')[1])
  const [first, own] = items
  expect(own?.lastSeenAt).toBe(own?.createdAt)
  await world.passes(10 * 60_000)
  const later = await world.until('that it was seen', async () => {
    const now = (await signIns(url, desktop)).find(({ current }) => current)
    return now?.lastSeenAt !== own?.lastSeenAt && now
  })
  expect(Date.parse(later.lastSeenAt) - Date.parse(later.createdAt)).toBeGreaterThanOrEqual(10 * 60_000)
  const line = `DELETE /api/sign-ins/${first?.id}`
  expect((await ask(url, line, { headers: desktop })).status).toBe(204)
  refused(await ask(url, 'GET /api/models', { headers: phone }), 'unauthorized')
  expect((await signIns(url, desktop)).map(({ id }) => id)).toEqual([own?.id])
  refused(await ask(url, line, { headers: desktop }), 'not_found')
})

test('all are signed out at once, the one that asks included', async () => {
  const { url } = await httpWorld()
  const browsers = [await browser(url), await browser(url)]
  const answered = await ask(url, 'DELETE /api/sign-ins', { headers: browsers[0] ?? {} })
  expect(answered.status).toBe(204)
  expect(answered.headers['set-cookie']?.[0]).toMatch(/^countersign-\d+=; .*Max-Age=0/)
  for (const headers of browsers) refused(await ask(url, 'GET /api/models', { headers }), 'unauthorized')
  expect(await ask(url, 'GET /api/sign-ins')).toMatchObject({ json: { items: [], nextCursor: null } })
})

test('what a browser has open ends when it is signed out, at another server too', async () => {
  const one = await httpWorld()
  const other = await serveApi({ start: () => one.world.startServer() })
  const headers = { ...(await browser(one.url)), host: new URL(one.url).host }
  const streams = [
    await listen(one.url, '/api/live', headers),
    await listen(other.url, '/api/events', headers),
  ]
  const program = await listen(other.url, '/api/events')
  expect((await ask(one.url, 'DELETE /api/sign-ins')).status).toBe(204)
  for (const stream of streams) await stream.end()
  expect(program.ended).toBe(false)
})

test('what a browser has open ends also while it cannot be noted that others were here', async () => {
  const { url, world } = await httpWorld()
  const [out, stays] = [await browser(url), await browser(url)]
  const [ends, goesOn] = [await listen(url, '/api/live', out), await listen(url, '/api/live', stays)]
  await world.passes(10 * 60_000)
  await world.touches(
    `CREATE FUNCTION no_space() RETURNS trigger LANGUAGE plpgsql AS
      $$ BEGIN RAISE EXCEPTION 'could not extend file' USING ERRCODE = 'disk_full'; END $$`,
    'CREATE TRIGGER no_space BEFORE UPDATE ON "AuthSession" EXECUTE FUNCTION no_space()',
  )
  const id = (await signIns(url, out)).find(({ current }) => current)?.id
  expect((await ask(url, `DELETE /api/sign-ins/${id}`, { headers: stays })).status).toBe(204)
  await ends.end()
  expect(goesOn.ended).toBe(false)
})

test('what a browser waits for or is sent ends when it is signed out: a wait, and a file under way', async () => {
  const s = await httpStory()
  const { runId } = await s.plays([calls('gated_write a'), { text: 'Done.' }])
  await s.waits()
  const headers = await browser(s.url)
  const waits = ask(s.url, `GET /api/runs/${runId}/wait?timeoutMs=55000`, { headers })
  const locker = new pg.Client({ connectionString: s.world.adminUrl, application_name: KEPT })
  await locker.connect()
  await locker.query('BEGIN; LOCK TABLE "Event"')
  const file = ask(s.url, `GET /api/sessions/${s.sessionId}/export?format=jsonl`, { headers })
  const broken = expect(file).rejects.toThrow()
  const isHeld = `SELECT 1 FROM pg_locks WHERE NOT granted AND relation = '"Event"'::regclass`
  while ((await locker.query(isHeld)).rowCount === 0);
  expect((await ask(s.url, 'DELETE /api/sign-ins')).status).toBe(204)
  refused(await waits, 'unauthorized')
  await broken
  await locker.end()
})

test('under an https address the cookie is bound to its host, and pages of that address may ask', async () => {
  const origin = 'https://desk.example'
  const { url } = await httpWorld({ origin, hosts: ['127.0.0.1', 'desk.example'] })
  const proxied = { host: 'desk.example', 'x-forwarded-proto': 'http', 'x-forwarded-host': 'evil.test' }
  const headers = await browser(url, proxied)
  expect(headers.cookie).toMatch(/^__Host-countersign-session=/)
  const post = (from: string) =>
    ask(url, 'POST /api/sessions', { body: {}, headers: { ...headers, origin: from } })
  expect((await post(origin)).status).toBe(201)
  for (const from of ['http://desk.example', 'https://desk.example:8443', 'https://evil.test'])
    refused(await post(from), 'forbidden_origin')
  const plain = headers.cookie.replace('__Host-', '')
  refused(await ask(url, 'GET /api/models', { headers: { ...headers, cookie: plain } }), 'unauthorized')
})
