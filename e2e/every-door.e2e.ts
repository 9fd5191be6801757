import { readdirSync, readFileSync } from 'node:fs'
import { expect } from 'playwright/test'
import type { Session } from '@/lib/domain/session/session'
import type { Installation } from './installation'
import { test } from './journey'
import { type RawAnswer, type RawRequest, rawRequest } from './raw-request'

/**
 * Every address that the build serves, as the build itself lists them: a new one is tried without being named. An optional
 * end is tried without it, too.
 */
const ROUTES: string[] = Object.values(
  JSON.parse(readFileSync('.next/app-path-routes-manifest.json', 'utf8')) as Record<string, string>,
).flatMap(route => {
  const [address = '', end] = route.split(/\/\[\[/)
  return end === undefined ? [route] : [address, `${address}/nothing/here`]
})
/** The files that are served as they are. */
const PUBLIC = readdirSync('public').map(name => `/${name}`)
/** These say the same to everybody. */
const OPEN = ['/api/health', '/api/sign-in', ...PUBLIC, '/_global-error', '/_not-found']

const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']

const CANARY = 'a-secret-that-only-the-owner-knows'

/** A session in which there is one of everything, all of it secret. */
type Stage = { installation: Installation; session: Session; addresses: string[] }

async function stage(installation: Installation): Promise<Stage> {
  const session = await installation.scripted({ title: CANARY })
  const args = { path: `${CANARY}.txt`, content: CANARY }
  await installation.play(session, [{ text: CANARY, calls: [{ name: 'write_file', arguments: args }] }])
  await expect.poll(async () => (await installation.view(session)).pendingSet?.calls.length).toBe(1)
  const message = { text: CANARY, queueMode: 'followup' }
  await installation.ask('POST', `/api/sessions/${session.id}/messages`, message)
  const { pendingSet, queue } = await installation.view(session)
  const ids: Record<string, string | undefined> = {
    ...{ sessions: session.id, runs: pendingSet?.runId, sets: pendingSet?.id },
    ...{ calls: pendingSet?.calls[0]?.id, queue: queue[0]?.id, requests: '1' },
    ...{ models: 'scripted:replay' },
  }
  const addresses = ROUTES.map(route =>
    route
      .replace(/\/([\w-]+)\/\[\w+\]/g, (_, kind) => `/${kind}/${ids[kind] ?? 'x'}`)
      .replace('[...nothing]', 'nothing/here')
      // Nobody waits for it here.
      .replace(/\/wait$/, '/wait?timeoutMs=0'),
  )
  expect(Object.values(ids)).not.toContain(undefined)
  expect(addresses.join()).not.toContain('[')
  return { installation, session, addresses }
}

/** What the owner has written, and what the server is made of. */
const SECRETS = [CANARY, 'write_file', 'scripted:replay', '"openapi"', 'countersign-e2e-']

function expectNothingLeaked(request: string, { text, headers, status }: RawAnswer): void {
  for (const secret of SECRETS) expect([request, text.includes(secret)]).toEqual([request, false])
  const names = JSON.stringify(headers)
  expect([request, /access-control-|countersign-\w+=|x-powered-by/.test(names)]).toEqual([request, false])
  expect([request, status < 500 || request.includes('/_global-error')]).toEqual([request, true])
  // What is no address at all Node itself refuses.
  if (!request.includes('\\')) expectGuardedBrowser(request, headers)
}

/** What every answer tells a browser, and those of the API most of all. */
function expectGuardedBrowser(request: string, headers: RawAnswer['headers']): void {
  const {
    'x-content-type-options': sniffing,
    'x-frame-options': frames,
    'content-security-policy': policy,
  } = headers
  expect([request, sniffing, frames]).toEqual([request, 'nosniff', 'DENY'])
  if (/^\w+ \/api\//.test(request))
    expect([request, policy]).toEqual([request, "default-src 'none'; frame-ancestors 'none'"])
}

/** Headers that have let requests past a guard somewhere, or that only a framework sends to itself. */
const TRICKS: Record<string, string>[] = [
  ...['middleware', 'src/middleware', 'proxy', 'pages/_middleware'].map(name => ({
    'x-middleware-subrequest': Array(6).fill(name).join(':'),
  })),
  { 'x-middleware-next': '1', 'x-middleware-rewrite': '/api/sessions', 'x-middleware-invoke': '1' },
  { 'x-middleware-override-headers': 'authorization', 'x-middleware-request-authorization': 'Bearer x' },
  { rsc: '1' },
  { rsc: '1', 'next-router-prefetch': '1' },
  { rsc: '1', 'next-router-prefetch': '2', 'next-router-segment-prefetch': '/_tree' },
  { rsc: '1', 'next-router-prefetch': '1', 'next-router-segment-prefetch': '/_full' },
  { rsc: '1', 'next-router-state-tree': encodeURIComponent('["",{},null,"refetch"]'), 'next-url': '/' },
  { 'next-action': '00'.repeat(21), 'content-type': 'text/plain;charset=UTF-8' },
  { 'x-nextjs-data': '1', 'x-matched-path': '/api/sessions', 'x-invoke-path': '/api/sessions' },
  { 'x-original-url': '/api/health', 'x-rewrite-url': '/api/health', 'x-http-method-override': 'GET' },
  { 'x-forwarded-host': 'localhost', 'x-forwarded-for': '127.0.0.1', 'x-real-ip': '127.0.0.1' },
  { cookie: 'countersign-session=x; countersign-3000=y; __prerender_bypass=x; __next_preview_data=y' },
  { purpose: 'prefetch', 'sec-purpose': 'prefetch;prerender', 'x-prerender-revalidate': 'x' },
]

/** Other ways to write the same address. */
const spellings = (address: string): string[] =>
  [
    ...[
      '?_rsc=1',
      '.rsc',
      '.prefetch.rsc',
      '.segments/_tree.segment.rsc',
      '.segments/_full.segment.rsc',
      '.json',
    ],
    ...['/', '//', '/.', '%2f', '%00', '?token=', '?token=x&to=//evil.test', ';x', '.txt', '/index.rsc'],
  ].map(end => `${address}${end}`)

const detours = (address: string): string[] => [
  ...[`/${address}`, `/.${address}`, `/x/..${address}`, `/_next/static/../..${address}`],
  ...[`/_next/static/%2e%2e/%2e%2e${address}`, `/_next/data/x${address}.json`, address.toUpperCase()],
  ...[
    `/%2e${address}`,
    `\\${address}`,
    `/_next/image?url=${address}&w=64&q=75`,
    `http://127.0.0.1${address}`,
  ],
]

type Attempt = [line: string, request?: RawRequest]

/** Sends all requests, a few at a time, and follows redirects, which have to stay on this server. */
async function tryAll(url: string, attempts: Attempt[], check: (line: string, answer: RawAnswer) => void) {
  const rest = [...attempts]
  const work = async () => {
    for (let next = rest.pop(); next; next = rest.pop()) {
      const [line, request = {}] = next
      const answer = await rawRequest(url, line, request)
      const { location } = answer.headers
      if (location === undefined) check(`${line} ${JSON.stringify(request)}`, answer)
      else rest.push([`${line.split(' ')[0]} ${pathHere(location)}`, request])
    }
  }
  await Promise.all(Array.from({ length: 8 }, work))
}

/** The address of a redirect, which leads nowhere else. */
function pathHere(location: string): string {
  const { origin, pathname, search } = new URL(location, 'http://127.0.0.1')
  expect([location, origin]).toEqual([location, 'http://127.0.0.1'])
  return pathname + search
}

const isPage = (address: string): boolean => !address.includes('/api/')

const each = <A, B>(some: A[], others: B[], attempt: (one: A, other: B) => Attempt): Attempt[] =>
  some.flatMap(one => others.map(other => attempt(one, other)))

/** Of a page Next refuses some methods by itself, and its router gets the page that asks for the token as 200. */
function expectClosed(request: string, answer: RawAnswer): void {
  expectNothingLeaked(request, answer)
  const { status } = answer
  if (/^GET|^\w+ \/api\//.test(request) && !request.includes('rsc'))
    expect([request, status]).toEqual([request, 401])
  else expect([request, status === 200 || status >= 400]).toEqual([request, true])
}

/** The addresses at which the owner reads a secret: these are worth a detour. */
async function leakingTo({ url, token }: Installation, addresses: string[]): Promise<string[]> {
  const leaks: string[] = []
  const headers = { authorization: `Bearer ${token}` }
  for (const address of addresses) {
    const { text } = await rawRequest(url, `GET ${address}`, { headers })
    if (SECRETS.some(secret => text.includes(secret))) leaks.push(address)
  }
  expect(leaks.length).toBeGreaterThan(10)
  return leaks
}

test('a stranger learns nothing, by whatever method, header or spelling of an address', async ({
  installation,
}) => {
  const { addresses, session } = await stage(installation)
  const closed = addresses.filter(address => !OPEN.includes(address))
  const before = await installation.view(session)
  await tryAll(
    installation.url,
    each(closed, METHODS, (address, method) => [`${method} ${address}`]),
    expectClosed,
  )
  await tryAll(
    installation.url,
    each(closed, TRICKS, (address, headers) => [`GET ${address}`, { headers }]),
    expectClosed,
  )
  const written = (await leakingTo(installation, closed)).flatMap(address => [
    ...spellings(address),
    ...detours(address),
  ])
  await tryAll(
    installation.url,
    written.map(address => [`GET ${address}`, isPage(address) ? { headers: { rsc: '1' } } : {}]),
    (request, answer) => {
      expectNothingLeaked(request, answer)
      expect([request, request.includes('rsc') || answer.status >= 400]).toEqual([request, true])
    },
  )
  await tryAll(
    installation.url,
    each(OPEN, METHODS, (address, method) => [`${method} ${address}`]),
    expectNothingLeaked,
  )
  const picture = await rawRequest(installation.url, 'GET /_next/image?url=%2Ficon.svg&w=64&q=75')
  expect(picture.status).toBe(404)
  expect(await installation.view(session)).toEqual(before)
})

test('whoever is asked under another name answers nothing, not even the owner', async ({ installation }) => {
  const { addresses } = await stage(installation)
  const port = new URL(installation.url).port
  const authorization = `Bearer ${installation.token}`
  const hosts = [
    '',
    'evil.test',
    `evil.test:${port}`,
    `0.0.0.0:${port}`,
    `127.0.0.1.evil.test:${port}`,
    `[::]:${port}`,
  ]
  const lines = each(addresses, ['GET', 'POST'], (address, method) => [`${method} ${address}`])
  const attempts = each(hosts, lines, (host, [line]) => [line, { headers: { host, authorization } }])
  await tryAll(installation.url, attempts, (request, { status }) =>
    expect([request, status]).toEqual([request, 421]),
  )
})

/** Pages of another site, or of another server on this machine, as a browser names them. */
const FOREIGN: Record<string, string>[] = [
  ...['null', 'http://evil.test', 'http://127.0.0.1:1', ''].map(origin => ({ origin })),
  ...['cross-site', 'same-site'].map(site => ({ 'sec-fetch-site': site })),
  { origin: 'http://evil.test', 'sec-fetch-site': 'same-origin' },
]

/** What a form, or a request that browsers send without asking first, can have as its type. */
const SIMPLE = [
  'text/plain; application/json',
  'application/x-www-form-urlencoded',
  'multipart/form-data; boundary=x',
]

test('the cookie alone changes nothing where a page elsewhere sends it, nor do questions with it', async ({
  installation,
}) => {
  const { addresses, session } = await stage(installation)
  const { headers } = await rawRequest(installation.url, `GET /?token=${installation.token}`)
  const cookie = headers['set-cookie']?.[0]?.split(';')[0] ?? ''
  const closed = addresses.filter(address => !OPEN.includes(address) && !isPage(address))
  const readAll = async () => [
    await installation.view(session),
    await installation.ask('GET', '/api/sessions'),
    await installation.ask('GET', '/api/pending'),
  ]
  const before = await readAll()
  const unsafe = each(closed, ['POST', 'PUT', 'PATCH', 'DELETE'], (address, method) => [
    `${method} ${address}`,
  ])
  const body = '{"kind":"approve"}'
  const foreign = each(FOREIGN, unsafe, (origin, [line]): Attempt => {
    return [line, { headers: { cookie, 'content-type': 'application/json', ...origin }, body }]
  })
  await tryAll(installation.url, foreign, (request, { status }) =>
    expect([request, status]).toEqual([request, 403]),
  )
  const simple = each(
    SIMPLE,
    unsafe,
    (type, [line]): Attempt => [line, { headers: { cookie, 'content-type': type }, body }],
  )
  await tryAll(installation.url, simple, (request, { status }) =>
    expect([request, [404, 405, 415].includes(status)]).toEqual([request, true]),
  )
  const all = addresses.filter(address => !address.startsWith('/_'))
  const questions = each(all, ['GET', 'HEAD', 'OPTIONS'], (address, method) => [
    `${method} ${address}`,
    { headers: { cookie } },
  ])
  await tryAll(installation.url, questions, (request, { status }) =>
    expect([request, status < 500]).toEqual([request, true]),
  )
  expect(await readAll()).toEqual(before)
})
