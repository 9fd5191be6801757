import { describe, expect, test } from 'vitest'
import type { Method } from '@/lib/domain/contract/operation'
import { REQUESTED_PAGE } from '@/lib/server/http/security-headers'
import { CHANGING, EVERY } from '@/test/http/every-operation'
import { type Answered, ask, codeOf, lineOf, refused } from '@/test/http/http-client'
import { TOKEN } from '@/test/http/http-server'
import { httpWorld } from '@/test/http/http-story'

const anonymous = { authorization: null }

/** Every operation, and paths that nothing stands at, as request lines. */
const LINES = [
  ...EVERY.map(({ name, at }) => lineOf(name, { at })),
  ...['GET /api', 'GET /api/nothing', 'POST /api/rules', 'PUT /api/sessions', 'OPTIONS /api/sessions'],
]
const CLOSED = LINES.filter(line => !/health|sign-in$|issuer/.test(line))

type Headers = Record<string, string | null>

/** What was answered otherwise than with this code, as request lines. */
async function others(url: string, lines: string[], [code, headers = {}]: [string, Headers?]) {
  const answers = await Promise.all(lines.map(line => ask(url, line, { headers })))
  return lines.flatMap((line, at) => {
    const told = codeOf(answers[at] as Answered)
    return told === code ? [] : [`${line} with ${JSON.stringify(headers)}: ${told}`]
  })
}

const signIn = (url: string, query: string, headers: Record<string, string> = {}) =>
  ask(url, `GET /api/sign-in?${query}`, { headers: { ...anonymous, ...headers } })

/** As a browser sends it back. */
const cookieOf = (answered: { headers: { 'set-cookie'?: string[] | undefined } }): string =>
  answered.headers['set-cookie']?.[0]?.split(';')[0] ?? ''

describe('without a sign-in', () => {
  test('nothing is told, whatever else is sent', async () => {
    const { url } = await httpWorld()
    const tricks: Headers[] = [
      ...[null, 'Bearer wrong', TOKEN, `Basic ${TOKEN}`].map(authorization => ({ authorization })),
      { ...anonymous, cookie: 'countersign-session=x; countersign-3000=y' },
      { ...anonymous, 'x-middleware-subrequest': 'proxy:proxy:proxy:proxy:proxy', rsc: '1' },
    ]
    // So many tokens that are wrong are answered, and then no more: each is tried at every second door.
    for (const [n, headers] of tricks.entries()) {
      const lines = headers.authorization ? CLOSED.filter((_, at) => at % 2 === n % 2) : CLOSED
      expect(await others(url, lines, ['unauthorized', headers])).toEqual([])
    }
    const answered = await ask(url, 'GET /api/sessions', { headers: anonymous })
    refused(answered, 'unauthorized')
    expect(answered.headers['www-authenticate']).toMatch(/^Bearer/)
    const head = await ask(url, 'HEAD /api/sessions', { headers: anonymous })
    expect([head.status, head.text]).toEqual([401, ''])
  })

  test('health tells that it is well, and no more', async () => {
    const { does } = await httpWorld()
    expect(await does('readHealth', { headers: anonymous })).toEqual({
      status: 'ok',
      instance: 'tested',
      version: '0.0.0',
      role: 'all',
      database: { ok: true },
      queue: { ok: true },
      workspace: { ok: true },
    })
    expect(await does('readHealth')).toMatchObject({
      database: { ok: true, version: expect.any(String) },
      lanes: { taken: 0 },
      leases: { lost: 0 },
      eventLoop: { p99Ms: expect.any(Number) },
      account: { ok: process.getuid?.() !== 0 },
      problems: [],
    })
  })

  test('a host that is none of ours is sent away first, whoever asks', async () => {
    const { url } = await httpWorld()
    expect(await others(url, LINES, ['wrong_host', { host: 'evil.test' }])).toEqual([])
    const port = new URL(url).port
    for (const host of ['', `0.0.0.0:${port}`, '127.0.0.1.evil.test', 'a@127.0.0.1'])
      refused(await ask(url, 'GET /api/health', { headers: { host } }), 'wrong_host')
    for (const host of ['localhost', 'LOCALHOST:1', '127.0.0.1:65535', `[::1]:${port}`])
      expect((await ask(url, 'GET /api/sessions', { headers: { host } })).status).toBe(200)
  })
})

describe('with the token', () => {
  test('a page of another site changes nothing, and may not even try', async () => {
    const { url } = await httpWorld()
    const { host } = new URL(url)
    const lines = CHANGING.map(({ name, at }) => lineOf(name, { at }))
    const foreign = ['null', 'http://evil.test', `https://${host}.evil.test`, 'http://127.0.0.1:1', '']
    const sites = ['cross-site', 'same-site'].map((site): Headers => ({ 'sec-fetch-site': site }))
    for (const headers of [...foreign.map((origin): Headers => ({ origin })), ...sites])
      expect(await others(url, lines, ['forbidden_origin', headers])).toEqual([])
    expect(await ask(url, 'GET /api/sessions')).toMatchObject({ json: { items: [] } })
    const own: Headers[] = [{ origin: url, 'sec-fetch-site': 'same-origin' }, { origin: `https://${host}` }]
    for (const headers of [...own, { 'sec-fetch-site': 'none' }])
      expect((await ask(url, 'POST /api/sessions', { body: {}, headers })).status).toBe(201)
  })

  test('what is not there is not found, and what cannot be done there is not allowed', async () => {
    const { url } = await httpWorld()
    const nothing = ['GET /api', 'GET /api/hook', 'POST /api/sessions/x/split', 'POST /api/sessions/merge']
    expect(await others(url, nothing, ['not_found'])).toEqual([])
    const METHODS: Method[] = ['GET', 'POST', 'PATCH', 'PUT', 'DELETE']
    const paths = Map.groupBy(EVERY, ({ name, at }) => lineOf(name, { at }).split(' ')[1] ?? '')
    for (const [place, here] of paths) {
      const methods = METHODS.filter(method =>
        here.some(({ operation }) => operation.endpoint.startsWith(`${method} `)),
      )
      const lacking = METHODS.filter(method => !methods.includes(method)).map(method => `${method} ${place}`)
      expect(await others(url, lacking, ['method_not_allowed'])).toEqual([])
      const allow = [...methods, ...(methods.includes('GET') ? ['HEAD'] : []), 'OPTIONS'].join(', ')
      const { status, headers } = await ask(url, `OPTIONS ${place}`)
      expect([place, status, headers.allow]).toEqual([place, 204, allow])
      expect(headers['access-control-allow-origin']).toBeUndefined()
    }
    const head = await ask(url, 'HEAD /api/sessions')
    expect([head.status, head.text]).toEqual([200, ''])
  })

  test('a worker serves nothing but its health and its metrics', async () => {
    const { url } = await httpWorld({ role: 'worker' })
    const metrics = 'GET /api/metrics'
    for (const headers of [{}, anonymous]) {
      const unserved = CLOSED.filter(line => line !== metrics)
      expect(await others(url, unserved, ['not_found', headers])).toEqual([])
    }
    refused(await ask(url, metrics, { headers: anonymous }), 'unauthorized')
    expect((await ask(url, metrics)).status).toBe(200)
    refused(await ask(url, `GET /api/sign-in?token=${TOKEN}`), 'not_found')
    expect((await ask(url, 'GET /api/health', { headers: anonymous })).status).toBe(200)
  })
})

describe('signing in', () => {
  test('gives a cookie for the token, another each time, goes on to the page without it, and stores hashes', async () => {
    const { url, world } = await httpWorld()
    const to = encodeURIComponent('/sessions/1?tab=plan&token=x&sign-in=failed&q=a%20b')
    const answered = await signIn(url, `token=${TOKEN}&to=${to}`, { 'x-forwarded-proto': 'https' })
    expect(answered).toMatchObject({ status: 303, headers: { location: '/sessions/1?tab=plan&q=a+b' } })
    expect(answered.headers['set-cookie']?.[0]).toMatch(
      /; Path=\/; HttpOnly; SameSite=Strict; Max-Age=2592000$/,
    )
    const first = cookieOf(answered)
    const second = cookieOf(await signIn(url, `token=${TOKEN}`, { cookie: first }))
    expect(second).not.toBe(first)
    const seen = (cookie: string) => ask(url, 'GET /api/models', { headers: { ...anonymous, cookie } })
    refused(await seen(first), 'unauthorized')
    expect((await seen(second)).status).toBe(200)
    const stored = JSON.stringify(await world.db.authSession.findMany())
    expect(stored).not.toContain(second.split('=')[1])
    await world.passes(31 * 24 * 60 * 60 * 1000)
    refused(await seen(second), 'unauthorized')
  })

  test('is over after signing out', async () => {
    const { url } = await httpWorld()
    const headers = { ...anonymous, cookie: cookieOf(await signIn(url, `token=${TOKEN}`)) }
    const answered = await ask(url, 'POST /api/sign-out', { headers })
    expect(answered.status).toBe(204)
    expect(answered.headers['set-cookie']?.[0]).toMatch(/^countersign-\d+=; .*Max-Age=0/)
    refused(await ask(url, 'GET /api/models', { headers }), 'unauthorized')
  })

  test('is done in the place of any page that is asked for with the token, and leads nowhere else', async () => {
    const { url } = await httpWorld()
    const asked = (page: string) =>
      ask(url, 'GET /api/sign-in', { headers: { ...anonymous, [REQUESTED_PAGE]: page } })
    const answered = await asked(`/sessions/1?a=1&token=${TOKEN}&b=2%263`)
    expect(answered).toMatchObject({ status: 303, headers: { location: '/sessions/1?a=1&b=2%263' } })
    refused(await asked('/?token=wrong'), 'unauthorized')
    refused(await asked('/'), 'unauthorized')
    refused(await asked(`//evil.test/?token=${TOKEN}`), 'invalid_request')
    const elsewhere = ['//evil.test', '/\\evil.test', 'http://evil.test', 'evil', '/..//evil.test']
    for (const to of [...elsewhere, '/api/sessions', '/\t/evil.test'])
      refused(await signIn(url, `token=${TOKEN}&to=${encodeURIComponent(to)}`), 'invalid_request')
  })

  test('is limited where it fails, never where it succeeds', async () => {
    const { url } = await httpWorld()
    const browser = { accept: 'text/html,*/*' }
    const page = await signIn(url, 'token=wrong&to=/inbox?a=1', browser)
    expect(page).toMatchObject({ status: 303, headers: { location: '/inbox?a=1&sign-in=failed' } })
    expect(page.headers['set-cookie']).toBeUndefined()
    for (let attempt = 1; attempt <= 20; attempt += 1)
      expect((await signIn(url, `token=${TOKEN}`)).status).toBe(303)
    for (let attempt = 2; attempt <= 10; attempt += 1)
      refused(await signIn(url, 'token=wrong'), 'unauthorized')
    const answered = await signIn(url, 'token=wrong', { 'x-forwarded-for': '10.0.0.1' })
    refused(answered, 'rate_limited')
    expect(Number(answered.headers['retry-after'])).toBeGreaterThan(0)
    expect((await signIn(url, 'token=wrong', browser)).headers.location).toBe('/?sign-in=limited')
    expect((await signIn(url, `token=${TOKEN}`)).status).toBe(303)
  })
})
