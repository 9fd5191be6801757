import { expect, onTestFinished, test } from 'vitest'
import { readRoleMapping } from '@/lib/domain/role-mapping'
import { INSTALLATION_CHAIN } from '@/lib/store/record/event'
import { storedLinks } from '@/test/database/stored-record'
import { freePort } from '@/test/http/free-port'
import { ask, lineOf, operations, refused } from '@/test/http/http-client'
import { about, anotherStory, httpWorld } from '@/test/http/http-story'
import { CLIENT, startIssuer } from '@/test/http/open-id-issuer.mjs'
import { call } from '@/test/world/scenario'

const ORIGIN = 'https://desk.example'
const HEADERS = { authorization: null, host: 'desk.example' }
const ROLES = 'ann@example.com=owner, group:team=reviewer, @guests.example=viewer'

const verified = (email: string, more: object = {}) => ({ email, email_verified: true, ...more })

/** A server that people sign in at by an issuer, who has these accounts. */
async function signInWorld(accounts: Record<string, object>) {
  const port = await freePort()
  const issuer = { url: `http://localhost:${port}`, ...CLIENT, roles: readRoleMapping(ROLES) ?? [] }
  const opens = async () =>
    onTestFinished(await startIssuer({ port, returnUrl: `${ORIGIN}/api/issuer/return`, accounts }))
  const world = await httpWorld({ origin: ORIGIN, hosts: ['127.0.0.1', 'desk.example'], issuer })
  const leaves = (to = '/inbox') =>
    ask(world.url, lineOf('signInByIssuer', { query: { to } }), { headers: HEADERS })
  const comesBack = async (login: string, to?: string) => {
    const { headers } = await leaves(to)
    const search = await atIssuer(headers.location ?? '', login)
    return { search, cookie: cookieIn(headers['set-cookie'], 'attempt') }
  }
  const arrives = ({ search, cookie }: { search: string; cookie: string }) =>
    ask(world.url, `GET /api/issuer/return${search}`, { headers: { ...HEADERS, cookie } })
  const failure = async (back: { search: string; cookie: string }) => {
    const { status, headers } = await arrives(back)
    expect([status, cookieIn(headers['set-cookie'], 'session=')]).toEqual([303, ''])
    return headers.location?.split('sign-in=')[1]
  }
  /** How the browser of somebody asks who has signed in. */
  const signsIn = async (login: string) => {
    const { status, text, headers } = await arrives(await comesBack(login))
    expect([status, text]).toEqual([200, expect.stringContaining('content="0;url=/inbox"')])
    return { ...HEADERS, cookie: cookieIn(headers['set-cookie'], 'session=') }
  }
  return { ...world, opens, leaves, comesBack, arrives, failure, signsIn, ...operations(world.url) }
}

const cookieIn = (cookies: string[] = [], name: string): string =>
  cookies.find(cookie => cookie.includes(name))?.split(';')[0] ?? ''

/** Follows the issuer as a browser does; the query with which it leads back. */
async function atIssuer(address: string, login: string): Promise<string> {
  const cookies = new Map<string, string>()
  let next = address
  while (!next.startsWith(ORIGIN)) {
    const headers = { cookie: [...cookies.values()].join('; '), 'x-login': login }
    const response = await fetch(next, { redirect: 'manual', headers })
    for (const set of response.headers.getSetCookie())
      cookies.set(set.split('=')[0] ?? '', set.split(';')[0] ?? '')
    next = new URL(response.headers.get('location') ?? '', next).href
  }
  return new URL(next).search
}

test('people sign in with the role that their e-mail or group has, and each may do what that is for', async () => {
  const s = await signInWorld({
    a1: verified('Ann@example.com', { name: 'Ann' }),
    b2: { name: 'Bob', groups: ['others', 'team'] },
    v3: verified('vic@guests.example'),
  })
  await s.opens()
  expect((await s.leaves()).headers['set-cookie']?.[0]).toMatch(
    /^__Host-countersign-session-attempt=.*HttpOnly; SameSite=Lax; Max-Age=600; Secure$/,
  )
  const [ann, bob, vic] = [await s.signsIn('a1'), await s.signsIn('b2'), await s.signsIn('v3')]
  const story = await anotherStory(s)
  await story.plays([call('write_file', { path: 'a.txt', content: 'a' }), { text: 'Done.' }])
  const set = await story.waits()
  const approval = { at: set.id, body: { decisions: [about(set.calls[0], { kind: 'approve' })] } }
  refused(await s.tries('decide', { ...approval, headers: { ...vic, origin: ORIGIN } }), 'forbidden')
  const decided = await s.does('decide', { ...approval, headers: { ...bob, origin: ORIGIN } })
  expect(decided.calls[0]?.decisions).toMatchObject([{ by: { name: 'Bob' } }])
  const { items, me } = await s.does('listPeople', { headers: ann })
  expect([me.role, ...items.slice(1).map(({ name, email, role }) => [name, email, role])]).toEqual([
    'owner',
    ['Ann', 'Ann@example.com', 'owner'],
    ['Bob', null, 'reviewer'],
    ['vic@guests.example', 'vic@guests.example', 'viewer'],
  ])
  const [signIn] = (await s.does('listSignIns', { headers: bob })).items
  expect(Date.parse(signIn?.expiresAt ?? '') - Date.parse(signIn?.createdAt ?? '')).toBe(86_400_000)
  expect((await s.tries('signOut', { headers: { ...bob, origin: ORIGIN } })).status).toBe(204)
  refused(await s.tries('listPeople', { headers: bob }), 'unauthorized')
  const types = (await storedLinks(s.world.db, INSTALLATION_CHAIN)).filter(({ type }) => /^person/.test(type))
  expect(types.map(({ type }) => type)).toEqual(Array(3).fill(['person.added', 'person.signed_in']).flat())
  expect(types[1]?.payload).toContain('"subject":"a1"')
})

test('who brings no answer to an attempt of this browser, or has no role, is not signed in', async () => {
  const s = await signInWorld({
    a1: verified('ann@example.com'),
    a2: { email: 'ann@example.com', email_verified: false },
  })
  await s.opens()
  const [back, other] = [await s.comesBack('a1'), await s.comesBack('a1')]
  const state = new URLSearchParams(back.search).get('state')
  for (const [search, cookie] of [
    [back.search, ''],
    [back.search.replace(/state=[^&]*&?/, ''), ''],
    [back.search, `${back.cookie.split('=')[0]}=eyJ9`],
    [back.search, other.cookie],
    [other.search, back.cookie],
    [back.search.replace(/code=./, 'code=_'), back.cookie],
    [`?error=access_denied&state=${state}`, back.cookie],
    ['', back.cookie],
  ] as const)
    expect(await s.failure({ search, cookie })).toBe('unfinished')
  // The nonce, and what the code was asked for by.
  for (const part of [1, 2]) {
    const { search, cookie } = await s.comesBack('a1')
    const changed = cookie.split('.').with(part, 'v'.repeat(43)).join('.')
    expect(await s.failure({ search, cookie: changed })).toBe('unfinished')
  }
  for (const login of ['a2', 'nobody']) expect(await s.failure(await s.comesBack(login))).toBe('noRole')
  expect((await s.does('listPeople')).items).toHaveLength(1)
  for (const to of ['//evil.test', 'https://evil.test', '/\\evil.test', '/api/issuer/sign-in']) {
    const { search, cookie } = await s.comesBack('a1', to)
    expect((await s.arrives({ search, cookie })).text).toContain('content="0;url=/"')
  }
})

test('somebody is who the issuer says, whatever their e-mail is now, and one who was removed stays out', async () => {
  const accounts: Record<string, object> = { a1: verified('ann@example.com', { name: 'Ann' }) }
  const s = await signInWorld(accounts)
  await s.opens()
  const first = await s.does('listPeople', { headers: await s.signsIn('a1') })
  accounts.a1 = verified('ann@guests.example', { name: 'Ann Lee' })
  accounts.b2 = verified('ann@example.com', { name: 'Another Ann' })
  const browser = await s.signsIn('a1')
  expect((await s.does('listPeople', { headers: browser })).me).toEqual({ id: first.me.id, role: 'viewer' })
  await s.signsIn('b2')
  expect((await s.does('listPeople')).items).toMatchObject([
    { id: 'owner' },
    { id: first.me.id, name: 'Ann Lee', email: 'ann@guests.example', role: 'viewer' },
    { name: 'Another Ann', role: 'owner' },
  ])
  accounts.a1 = verified('ann@elsewhere.example')
  expect(await s.failure(await s.comesBack('a1'))).toBe('noRole')
  await s.does('deletePerson', { at: first.me.id })
  refused(await s.tries('listPeople', { headers: browser }), 'unauthorized')
  accounts.a1 = verified('ann@example.com')
  expect(await s.failure(await s.comesBack('a1'))).toBe('removed')
  const again = { body: { name: 'Ann', role: 'viewer', id: first.me.id } }
  await s.does('addPerson', again)
  refused(await s.tries('addPerson', again), 'invalid_request')
  expect((await s.does('listPeople', { headers: await s.signsIn('a1') })).me).toEqual(first.me)
})

test('while the issuer is away the token works and Health says so, and once it is back people sign in', async () => {
  const s = await signInWorld({ a1: verified('ann@example.com') })
  const left = await s.leaves('/sessions/new?x=1')
  expect([left.status, left.headers.location]).toEqual([303, '/sessions/new?x=1&sign-in=away'])
  const { json: health } = await s.tries('readHealth')
  expect(health).toMatchObject({ status: 'degraded', codedText: [{ code: 'health.issuerAway' }] })
  await s.opens()
  await s.signsIn('a1')
  expect(await s.does('readHealth')).toMatchObject({ status: 'ok', problems: [] })
})

test('somebody who signs in for the first time in several browsers at once is one person', async () => {
  const s = await signInWorld({ t1: verified('twice@guests.example') })
  await s.opens()
  const browsers = await Promise.all(Array.from({ length: 6 }, () => s.comesBack('t1')))
  const answers = await Promise.all(browsers.map(s.arrives))
  expect(answers.map(({ status }) => status)).toEqual(Array(6).fill(200))
  const cookie = cookieIn(answers[0]?.headers['set-cookie'], 'session=')
  const { items } = await s.does('listPeople', { headers: { ...HEADERS, cookie } })
  expect(items.filter(({ email }) => email === 'twice@guests.example')).toHaveLength(1)
})
