import { describe, expect, test } from 'vitest'
import { OWNER } from '@/lib/domain/contract/person'
import { INSTALLATION_CHAIN } from '@/lib/store/record/event'
import { serveWeb } from '@/lib/tools/web/testing/web'
import { storedLinks } from '@/test/database/stored-record'
import { call, ok, type Scenario, scenario } from '@/test/world/scenario'
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

  test('at an address that is not public, or was closed since: nothing is connected to, and it is told why', async () => {
    const s = await scenario()
    const server = await serveWeb()
    const urls = [server.url, `http://localhost:${server.port}`, `http://2130706433:${server.port}`]
    await s.plays([...urls.map(url => call('fetch_url', { url })), done])
    await s.ends('final_text')
    await opens(s, server.host)
    await s.plays([call('fetch_url', { url: server.url }), done])
    const { digest, id } = await s.asks('fetch_url')
    await opens(s)
    await s.approves('fetch_url')
    await s.ends('final_text')
    expect(await s.callNow(id)).toMatchObject({ digest, result: { kind: 'error' } })
    expect(await s.results()).toEqual(Array(4).fill('fetch_url: error'))
    const texts = (await s.texts()).filter(text => text.startsWith('result: '))
    for (const text of texts.slice(0, 3)) expect(text).toContain('not a public address')
    expect(server.connections()).toBe(0)
    const links = await storedLinks(s.world.db, INSTALLATION_CHAIN)
    const changes = links.filter(({ type }) => type === 'settings.changed')
    expect(changes.map(({ payload }) => JSON.parse(payload))).toEqual([
      { internalHosts: [server.host], by: 'owner' },
      { internalHosts: [], by: 'owner' },
    ])
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
})
