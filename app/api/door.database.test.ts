import { readdirSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { REQUESTED_PAGE } from '@/lib/auth/sign-in'
import { OPERATIONS } from '@/lib/domain/contract/contract'
import { agreed, ask, refused } from '@/lib/testing/http/http-client'
import { type HttpServer, serveApi, TOKEN } from '@/lib/testing/http/http-server'
import { createWorld } from '@/lib/testing/world/world'

async function serve(role?: 'worker'): Promise<HttpServer> {
  const world = await createWorld()
  return serveApi({ start: () => world.startServer(role ? { role } : {}), ...(role ? { role } : {}) })
}

const anonymous = { authorization: null }
const ID = '01890000-0000-7000-8000-000000000000'

/** Every operation, and paths that nothing stands at, as request lines. */
const LINES = [
  ...Object.values(OPERATIONS).map(({ method, path }) => `${method} ${path.replace(/\{\w+\}/g, ID)}`),
  ...['GET /api', 'GET /api/nothing', 'POST /api/rules', 'PUT /api/sessions', 'OPTIONS /api/sessions'],
  'HEAD /api/sessions',
]
const CLOSED = LINES.filter(line => !/health|sign-in$/.test(line))

const signIn = (url: string, query: string, headers: Record<string, string> = {}) =>
  ask(url, `GET /api/sign-in?${query}`, { headers: { ...anonymous, ...headers } })

/** As a browser sends it back. */
const cookieOf = (answered: { headers: { 'set-cookie'?: string[] | undefined } }): string =>
  answered.headers['set-cookie']?.[0]?.split(';')[0] ?? ''

test('every route file stands for operations of the contract, and every operation has one', async () => {
  const files = readdirSync(import.meta.dirname, { recursive: true, encoding: 'utf8' })
    .filter(file => file.endsWith('route.ts') && !file.startsWith('[[...'))
    .map(file => `/api/${path.dirname(file).replace(/\[(\w+)\]/g, '{$1}')}`)
  const paths = Object.values(OPERATIONS).map(operation => operation.path)
  expect([...files].sort()).toEqual([...new Set(paths)].sort())
})

describe('without a sign-in', () => {
  test('nothing is told, whatever else is sent', async () => {
    const { url } = await serve()
    const tricks: Record<string, string>[] = [
      {},
      { authorization: 'Bearer wrong' },
      { authorization: TOKEN },
      { authorization: `Basic ${TOKEN}` },
      { cookie: 'countersign-session=x; countersign-3000=y' },
      { 'x-middleware-subrequest': 'proxy:proxy:proxy:proxy:proxy', rsc: '1', 'next-router-prefetch': '1' },
    ]
    for (const headers of tricks) {
      const answers = await Promise.all(
        CLOSED.map(line => ask(url, line, { headers: { ...anonymous, ...headers } })),
      )
      for (const [index, answered] of answers.entries()) {
        expect([CLOSED[index], answered.status]).toEqual([CLOSED[index], 401])
        expect(answered.headers['www-authenticate']).toMatch(/^Bearer/)
        if (CLOSED[index]?.startsWith('HEAD')) expect(answered.text).toBe('')
        else refused(answered, 'unauthorized')
      }
    }
  })

  test('health tells that it is well, and no more', async () => {
    const { url } = await serve()
    const told = agreed('readHealth', await ask(url, 'GET /api/health', { headers: anonymous }))
    expect(told).toEqual({
      ...{ status: 'ok', instance: 'tested', version: '0.0.0', role: 'all' },
      ...{ database: { ok: true }, queue: { ok: true }, workspace: { ok: true } },
    })
    expect(agreed('readHealth', await ask(url, 'GET /api/health'))).toMatchObject({
      database: { ok: true, version: expect.any(String) },
      lanes: { active: 0 },
      eventLoop: { p99Ms: expect.any(Number) },
      account: { ok: process.getuid?.() !== 0 },
      problems: [],
    })
  })

  test('a host that is none of ours is sent away first, whoever asks', async () => {
    const { url } = await serve()
    const port = new URL(url).port
    for (const host of [
      '',
      'evil.test',
      'evil.test:80',
      `0.0.0.0:${port}`,
      '127.0.0.1.evil.test',
      'a@127.0.0.1',
    ]) {
      refused(await ask(url, 'GET /api/health', { headers: { host } }), 'wrong_host')
    }
    for (const host of ['localhost', 'LOCALHOST:1', '127.0.0.1:65535', '[::1]', `[::1]:${port}`]) {
      expect((await ask(url, 'GET /api/sessions', { headers: { host } })).status).toBe(200)
    }
  })
})

describe('with the token', () => {
  test('a page of another site changes nothing, and may not even try', async () => {
    const { url } = await serve()
    const host = new URL(url).host
    const foreign = [
      ...[
        'null',
        'http://evil.test',
        `https://${host}.evil.test`,
        'http://127.0.0.1:1',
        `file://${host}`,
        '',
      ],
    ].map((origin): Record<string, string> => ({ origin }))
    const sites = ['cross-site', 'same-site'].map(site => ({ 'sec-fetch-site': site }))
    for (const headers of [...foreign, ...sites]) {
      refused(await ask(url, 'POST /api/sessions', { body: {}, headers }), 'forbidden_origin')
      refused(await ask(url, `DELETE /api/sessions/${ID}`, { headers }), 'forbidden_origin')
    }
    expect(await ask(url, 'GET /api/sessions')).toMatchObject({ json: { items: [] } })
    const own: Record<string, string>[] = [
      { origin: url, 'sec-fetch-site': 'same-origin' },
      { origin: `https://${host}` },
      { 'sec-fetch-site': 'none' },
    ]
    for (const headers of own) {
      expect((await ask(url, 'POST /api/sessions', { body: {}, headers })).status).toBe(201)
    }
  })

  test('what is not there is not found, and what cannot be done there is not allowed', async () => {
    const { url } = await serve()
    refused(await ask(url, 'GET /api'), 'not_found')
    refused(await ask(url, 'GET /api/rules'), 'not_found')
    refused(await ask(url, 'POST /api/sessions/x/split', { body: {} }), 'not_found')
    refused(await ask(url, 'POST /api/sessions/import', { body: {} }), 'not_found')
    refused(await ask(url, `POST /api/sessions/${ID}`, { body: {} }), 'method_not_allowed')
    const answered = await ask(url, 'PUT /api/sessions', { body: {} })
    refused(answered, 'method_not_allowed')
    expect(answered.headers.allow).toBe('GET, POST, HEAD, OPTIONS')
    const options = await ask(url, 'OPTIONS /api/sessions')
    expect([options.status, options.headers.allow]).toEqual([204, 'GET, POST, HEAD, OPTIONS'])
    expect(options.headers['access-control-allow-origin']).toBeUndefined()
    const head = await ask(url, 'HEAD /api/sessions')
    expect([head.status, head.text]).toEqual([200, ''])
  })

  test('a worker serves nothing but its health', async () => {
    const { url } = await serve('worker')
    for (const line of CLOSED.filter(one => !one.startsWith('HEAD'))) {
      refused(await ask(url, line), 'not_found')
      refused(await ask(url, line, { headers: anonymous }), 'not_found')
    }
    refused(await ask(url, `GET /api/sign-in?token=${TOKEN}`), 'not_found')
    expect((await ask(url, 'GET /api/health', { headers: anonymous })).status).toBe(200)
  })
})

describe('signing in', () => {
  test('gives a cookie for the token, and goes on to the page without it', async () => {
    const { url } = await serve()
    const to = encodeURIComponent('/sessions/1?tab=plan&token=x&sign-in=failed&q=a%20b')
    const answered = await signIn(url, `token=${TOKEN}&to=${to}`)
    expect(answered).toMatchObject({ status: 303, headers: { location: '/sessions/1?tab=plan&q=a+b' } })
    const [cookie = ''] = answered.headers['set-cookie'] ?? []
    expect(cookie).toMatch(/; Path=\/; HttpOnly; SameSite=Strict; Max-Age=2592000$/)
    expect(
      (await ask(url, 'GET /api/sessions', { headers: { ...anonymous, cookie: cookieOf(answered) } })).status,
    ).toBe(200)
    const forwarded = await signIn(url, `token=${TOKEN}`, { 'x-forwarded-proto': 'https' })
    expect(forwarded.headers['set-cookie']?.[0]).not.toMatch(/Secure/)
  })

  test('gives another cookie each time, ends the old one, and stores only hashes', async () => {
    const world = await createWorld()
    const { url } = await serveApi({ start: () => world.startServer() })
    const first = cookieOf(await signIn(url, `token=${TOKEN}`))
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
    const { url } = await serve()
    const cookie = cookieOf(await signIn(url, `token=${TOKEN}`))
    const headers = { ...anonymous, cookie }
    const answered = await ask(url, 'POST /api/sign-out', { headers })
    expect(answered.status).toBe(204)
    expect(answered.headers['set-cookie']?.[0]).toMatch(/^countersign-\d+=; .*Max-Age=0/)
    refused(await ask(url, 'GET /api/models', { headers }), 'unauthorized')
  })

  test('is done in the place of any page that is asked for with the token', async () => {
    const { url } = await serve()
    const asked = (page: string) =>
      ask(url, 'GET /api/sign-in', { headers: { ...anonymous, [REQUESTED_PAGE]: page } })
    const answered = await asked(`/sessions/1?a=1&token=${TOKEN}&b=2%263`)
    expect(answered).toMatchObject({ status: 303, headers: { location: '/sessions/1?a=1&b=2%263' } })
    refused(await asked('/?token=wrong'), 'unauthorized')
    refused(await asked('/'), 'unauthorized')
    refused(await asked(`//evil.test/?token=${TOKEN}`), 'invalid_request')
  })

  test('leads nowhere else', async () => {
    const { url } = await serve()
    for (const to of [
      '//evil.test',
      '/\\evil.test',
      'http://evil.test',
      'evil',
      '/..//evil.test',
      '/api/sessions',
      '/\t/evil.test',
    ]) {
      refused(await signIn(url, `token=${TOKEN}&to=${encodeURIComponent(to)}`), 'invalid_request')
    }
  })

  test('with a wrong token brings a browser to the page, and tells a program', async () => {
    const { url } = await serve()
    refused(await signIn(url, 'token=wrong'), 'unauthorized')
    const page = await signIn(url, 'token=wrong&to=/inbox?a=1', { accept: 'text/html,*/*' })
    expect(page).toMatchObject({ status: 303, headers: { location: '/inbox?a=1&sign-in=failed' } })
    expect(page.headers['set-cookie']).toBeUndefined()
  })

  test('is limited where it fails, never where it succeeds', async () => {
    const { url } = await serve()
    for (let attempt = 1; attempt <= 20; attempt += 1) {
      expect((await signIn(url, `token=${TOKEN}`)).status).toBe(303)
    }
    for (let attempt = 1; attempt <= 10; attempt += 1)
      refused(await signIn(url, 'token=wrong'), 'unauthorized')
    const answered = await signIn(url, 'token=wrong')
    refused(answered, 'rate_limited')
    expect(Number(answered.headers['retry-after'])).toBeGreaterThan(0)
    const page = await signIn(url, 'token=wrong', { accept: 'text/html' })
    expect(page.headers.location).toBe('/?sign-in=limited')
    refused(await signIn(url, 'token=wrong', { 'x-forwarded-for': '10.0.0.1' }), 'rate_limited')
    expect((await signIn(url, `token=${TOKEN}`)).status).toBe(303)
  })
})
