import { expect } from 'playwright/test'
import {
  type Attempt,
  each,
  expectClosed,
  expectNothingLeaked,
  isPage,
  OPEN,
  SECRETS,
  secretStory,
  tryAll,
} from './doors'
import type { Installation } from './installation'
import { test } from './journey'
import { rawRequest } from './raw-request'

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

test('a stranger learns nothing, by whatever header or spelling of an address', async ({ installation }) => {
  const { addresses, session } = await secretStory(installation)
  const closed = addresses.filter(address => !OPEN.includes(address))
  const before = await installation.view(session)
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
  const picture = await rawRequest(installation.url, 'GET /_next/image?url=%2Ficon.svg&w=64&q=75')
  expect(picture.status).toBe(404)
  expect(await installation.view(session)).toEqual(before)
})

test('whoever is asked under another name answers nothing, not even the owner', async ({ installation }) => {
  const { addresses } = await secretStory(installation)
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
  const { addresses, session } = await secretStory(installation)
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
