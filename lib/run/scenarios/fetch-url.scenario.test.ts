import { describe, expect, test } from 'vitest'
import { OWNER } from '@/lib/domain/contract/person'
import { INSTALLATION_CHAIN } from '@/lib/store/record/event'
import { storedLinks } from '@/lib/testing/database/stored-record'
import { call, ok, type Scenario, scenario } from '@/lib/testing/world/scenario'
import { serveWeb } from '@/lib/tools/web/testing/web'
import { changeSettings } from '../actions/change-settings'

const done = { text: 'Done.' }

const opens = async (s: Scenario, ...internalHosts: string[]) =>
  ok(await changeSettings(s.deps, { patch: { internalHosts }, person: OWNER }))

describe('the agent asks the web', () => {
  test('once a person has seen the request, and gets the answer', async () => {
    const s = await scenario()
    const server = await serveWeb(response => response.writeHead(404).end('No such page.'))
    await opens(s, server.host)
    await s.plays([call('fetch_url', { url: `${server.url}/a`, headers: { 'x-own': 'b' } }), done])
    const waiting = await s.asks('fetch_url')
    expect(server.connections()).toBe(0)
    expect(waiting).toMatchObject({
      risk: { level: 'high', reasons: expect.arrayContaining(['Internal host, allowed by the owner']) },
      preview: {
        kind: 'request',
        request: { method: 'GET', url: `${server.url}/a`, headers: { 'x-own': 'b' } },
      },
    })
    await s.approves('fetch_url')
    await s.ends('final_text')
    expect(server.ledger).toMatchObject([{ method: 'GET', path: '/a', headers: { 'x-own': 'b' } }])
    expect(await s.results()).toEqual(['fetch_url: ok'])
    expect(await s.texts()).toContainEqual(
      expect.stringMatching(/^result: HTTP 404 Not Found[\s\S]*No such page\.$/),
    )
  })

  test('at an address that is not public: nobody is asked, nothing is connected to, and it is told why', async () => {
    const s = await scenario()
    const server = await serveWeb()
    const urls = [server.url, `http://localhost:${server.port}`, `http://2130706433:${server.port}`]
    await s.plays([...urls.map(url => call('fetch_url', { url })), done])
    await s.ends('final_text')
    expect(await s.results()).toEqual(['fetch_url: error', 'fetch_url: error', 'fetch_url: error'])
    const texts = (await s.texts()).filter(text => text.startsWith('result: '))
    for (const text of texts) expect(text).toContain('not a public address')
    expect(server.connections()).toBe(0)
  })

  test('at a host that the owner closed while the call waited: it is refused, approved or not', async () => {
    const s = await scenario()
    const server = await serveWeb()
    await opens(s, server.host)
    await s.plays([call('fetch_url', { url: server.url }), done])
    const { digest, id } = await s.asks('fetch_url')
    await opens(s)
    await s.approves('fetch_url')
    await s.ends('final_text')
    expect(await s.callNow(id)).toMatchObject({ digest, result: { kind: 'error' } })
    expect(server.connections()).toBe(0)
  })

  test('no differently where reads in the workspace are allowed', async () => {
    const s = await scenario()
    const server = await serveWeb()
    await opens(s, server.host)
    await s.world.puts('a.txt', 'a')
    await s.plays([call('read_file', { path: 'a.txt' }), call('fetch_url', { url: server.url }), done])
    await s.asks('read_file')
    ok(
      await s.rules('read_file', {
        kind: 'approve',
        remember: { scope: 'session', matchers: [], reads: true },
      }),
    )
    await s.asks('fetch_url')
    expect(server.connections()).toBe(0)
    await s.denies('fetch_url')
    await s.ends('final_text')
    expect(server.connections()).toBe(0)
  })

  test('again at the same address without a question, where a person remembered exactly that', async () => {
    const s = await scenario()
    const server = await serveWeb()
    await opens(s, server.host)
    const same = { url: `${server.url}/a` }
    await s.plays([
      call('fetch_url', same),
      call('fetch_url', same),
      call('fetch_url', { url: `${server.url}/b` }),
      done,
    ])
    const first = await s.asks('fetch_url')
    const matchers = [{ argument: '', kind: 'exact' as const, value: first.proposed.arguments }]
    ok(await s.rules('fetch_url', { kind: 'approve', remember: { scope: 'session', matchers } }))
    await s.world.until('the other address to wait', async () => {
      const { pendingSet } = await s.view()
      return pendingSet?.calls.some(
        one => one.state === 'waiting' && one.proposed.argumentsText.includes('/b'),
      )
    })
    expect(server.ledger.map(request => request.path)).toEqual(['/a', '/a'])
    await s.denies('fetch_url')
    await s.ends('final_text')
  })

  test('and a process that dies meanwhile leaves a question, not a second request', async () => {
    const s = await scenario({}, { server: {} })
    const asked = Promise.withResolvers<void>()
    const server = await serveWeb(() => asked.resolve())
    await opens(s, server.host)
    await s.plays([call('fetch_url', { url: server.url }), done])
    await s.asks('fetch_url')
    await s.approves('fetch_url')
    await asked.promise
    await s.crashesAndRestarts()
    await s.asks('fetch_url', 'outcome_unknown')
    ok(await s.rules('fetch_url', { kind: 'skip' }))
    await s.ends('final_text')
    expect(server.ledger.length).toBe(1)
  })

  test('and a stop ends the connection', async () => {
    const s = await scenario()
    const asked = Promise.withResolvers<void>()
    const server = await serveWeb(() => asked.resolve())
    await opens(s, server.host)
    await s.plays([call('fetch_url', { url: server.url }), done])
    await s.asks('fetch_url')
    await s.approves('fetch_url')
    await asked.promise
    await s.stops()
    await server.isLeft()
    await s.ends('cancelled')
    expect(server.ledger.length).toBe(1)
  })
})

test('what the owner opens is kept in the record of the installation, with who did it', async () => {
  const s = await scenario()
  expect(await opens(s, 'wiki.internal', 'wiki.internal:8080')).toMatchObject({
    internalHosts: ['wiki.internal', 'wiki.internal:8080'],
  })
  await opens(s)
  const links = (await storedLinks(s.world.db, INSTALLATION_CHAIN)).filter(
    link => link.type === 'settings.changed',
  )
  expect(links.map(({ payload }) => JSON.parse(payload))).toEqual([
    { internalHosts: ['wiki.internal', 'wiki.internal:8080'], by: 'owner' },
    { internalHosts: [], by: 'owner' },
  ])
})
