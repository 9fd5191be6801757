import { expect, onTestFinished, test } from 'vitest'
import type { McpServer } from '@/lib/domain/servers/mcp-server'
import { signInAnswer } from '@/lib/domain/servers/server-sign-in'
import { openGuardedServer } from '@/lib/tools/servers/testing/guarded-server'
import { temporaryFolder } from '@/lib/tools/servers/testing/servers'
import { agreed, ask, operations, refused, type Sent } from '@/test/http/http-client'
import { serveApi, TOKEN } from '@/test/http/http-server'
import { createWorld } from '@/test/world/world'

/** A server that its owner has to sign in to, as a browser sees it that is signed in here. */
async function guarded() {
  const desk = await openGuardedServer()
  onTestFinished(desk.close)
  const world = await createWorld()
  const server = await world.startServer({ dataDir: temporaryFolder() })
  const { url } = await serveApi({ start: async () => ({ ...server, stop: async () => undefined }) })
  const { does, tries } = operations(url)
  const browser = async (): Promise<Sent> => {
    const { headers } = await ask(url, `GET /api/sign-in?token=${TOKEN}`)
    const cookie = headers['set-cookie']?.[0]?.split(';')[0] ?? ''
    return { headers: { authorization: null, cookie, origin: url, 'sec-fetch-site': 'same-origin' } }
  }
  const { id } = (await does('addServers', { body: { name: 'desk', url: desk.url } })) as McpServer
  const isIn = (status: string, isWhole = (_: McpServer) => true) =>
    world.until(status, async () => {
      const state = await does('readServer', { at: id })
      return state.status === status && isWhole(state) && state
    })
  const own = await browser()
  const begin = async (sent: Sent = own) =>
    new URL((await does('beginServerSignIn', { ...sent, at: id })).url).searchParams
  const end = (body: object, sent: Sent = own) => tries('endServerSignIn', { ...sent, at: id, body })
  await isIn('sign_in')
  return { url, id, desk, own, browser, isIn, begin, end, does, tries }
}

test('an owner is sent away and comes back, also after a refusal, which is told once, and the server is connected', async () => {
  const { url, id, isIn, begin, end } = await guarded()
  const refusal = { error: 'access_denied', description: 'No tea\u202e for you' }
  const declined = (await begin()).get('state') ?? ''
  expect(refused(await end({ state: declined, ...refusal }), 'invalid_request').detail).toBe(
    'The server did not sign you in: access_denied: No tea⟦U+202E⟧ for you',
  )
  expect(refused(await end({ state: declined, code: 'c' }), 'invalid_request').detail).toContain(
    'Begin again',
  )
  const query = await begin()
  expect(query.get('redirect_uri')).toBe(`${url}/api/mcp-servers/sign-in`)
  const state = query.get('state') ?? ''
  expect(signInAnswer(`#signed-in?state=${state}&code=c`)?.id).toBe(id)
  agreed('endServerSignIn', await end({ state, code: 'c' }))
  // It is connected a moment before its tools are known.
  const { tools } = await isIn('connected', ({ tools }) => tools.length > 0)
  expect(tools).toEqual(['desk__tea'])
  expect(refused(await end({ state, code: 'c' }), 'invalid_request').detail).toContain('Begin again')
})

test('another browser, another state and another site end nothing', async () => {
  const { desk, own, browser, begin, end } = await guarded()
  const state = (await begin()).get('state') ?? ''
  const other = await browser()
  for (const answered of [
    await end({ state, code: 'c' }, other),
    await end({ state, code: 'c' }, {}),
    await end({ state: `${state}1`, code: 'c' }),
    await end({ state: '', code: 'c' }),
    await end({ state: `${state}1`, error: 'access_denied' }),
  ])
    expect(refused(answered, 'invalid_request').detail).toContain('no answer to a sign-in')
  const foreign = { ...own.headers, origin: 'http://127.0.0.1:1', 'sec-fetch-site': 'cross-site' }
  refused(await end({ state, code: 'c' }, { headers: foreign }), 'forbidden_origin')
  expect(desk.exchanges.map(each => each.path)).not.toContain('/token')
  agreed('endServerSignIn', await end({ state, code: 'c' }))
})

test('what comes back goes on to our own page and nowhere else', async () => {
  const { url } = await guarded()
  const back = (query: string, headers = {}) =>
    ask(url, `GET /api/mcp-servers/sign-in?${query}`, { headers: { authorization: null, ...headers } })
  const words = new URLSearchParams({ state: 'a.b', code: '"><script>alert(1)</script>', to: '//x.example' })
  const { status, headers, text } = await back(words.toString(), { 'sec-fetch-site': 'cross-site' })
  expect([status, headers['referrer-policy'], headers['cache-control']]).toEqual([
    200,
    'no-referrer',
    'no-store',
  ])
  expect(headers['content-security-policy']).toContain("default-src 'none'")
  const [, target = ''] = /content="0;url=([^"]*)"/.exec(text) ?? []
  expect(target).toMatch(/^\/tools#signed-in\?/)
  expect(text).not.toMatch(/<script|x\.example/)
  expect(signInAnswer(target.slice('/tools'.length).replaceAll('&amp;', '&'))).toEqual({
    id: 'a',
    body: { state: 'a.b', code: '"><script>alert(1)</script>' },
  })
  refused(await back('code=c', { host: 'tea.example' }), 'wrong_host')
  refused(await back(`code=${'c'.repeat(8_001)}`), 'invalid_request')
})

test('nobody signs in to a program, or to what is not there', async () => {
  const { does, tries, id, own } = await guarded()
  const body = { name: 'program', command: 'desk', enabled: false }
  const { id: at } = (await does('addServers', { body })) as McpServer
  refused(await tries('beginServerSignIn', { ...own, at }), 'unavailable')
  await does('changeServer', { at, body: { enabled: true } })
  const { detail } = refused(await tries('beginServerSignIn', { ...own, at }), 'invalid_request')
  expect(detail).toContain('program')
  await does('deleteServer', { at: id })
  refused(await tries('beginServerSignIn', { ...own, at: id }), 'not_found')
})
