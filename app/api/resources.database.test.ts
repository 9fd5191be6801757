import { describe, expect, test } from 'vitest'
import { INSTALLATION_CHAIN } from '@/lib/store/record/event'
import { serveWeb } from '@/lib/tools/web/testing/web'
import { databaseText } from '@/test/database/database-text'
import { storedLinks } from '@/test/database/stored-record'
import { faultsOf, refused } from '@/test/http/http-client'
import { fileWorld } from '@/test/http/http-story'

const served = fileWorld()

/** What the record of the installation says of one kind of thing. */
const facts = async (kind: string) =>
  (await storedLinks(served().world.db, INSTALLATION_CHAIN))
    .filter(({ type }) => type.startsWith(`${kind}.`))
    .map(({ type, payload }) => [type, JSON.parse(payload)])

describe('what a person keeps in mind', () => {
  const keep = (text: string, tags?: string[]) => served().does('addMemory', { body: { text, tags } })
  const texts = async (query: Record<string, string> = {}) =>
    (await served().does('listMemories', { query })).items.map(({ text }) => text)

  test('is listed newest first, changed and forgotten, and the record says who did it', async () => {
    const { does, tries } = served()
    const one = await keep('  The favourite colour is teal.  ')
    const two = await keep('Invoices are paid within ten days.', ['billing'])
    expect(one).toMatchObject({
      text: 'The favourite colour is teal.',
      tags: [],
      source: { kind: 'person' },
      uses: 0,
    })
    expect(await texts()).toEqual([two.text, one.text])
    const told = await does('changeMemory', { at: one.id, body: { text: 'It is red.', tags: ['design'] } })
    expect(told).toMatchObject({ id: one.id, text: 'It is red.', tags: ['design'], createdAt: one.createdAt })
    await does('changeMemory', { at: two.id, body: { tags: [] } })
    const { items } = await does('listMemories')
    expect(items).toMatchObject([{ ...two, tags: [], updatedAt: expect.any(String) }, told])
    refused(await tries('addMemory', { body: { text: 'IT is: red' } }), 'invalid_request')
    refused(await tries('changeMemory', { at: two.id, body: { text: 'it IS red' } }), 'invalid_request')
    await does('deleteMemory', { at: two.id })
    refused(await tries('deleteMemory', { at: two.id }), 'not_found')
    expect(await texts()).toEqual(['It is red.'])
    for (const { id } of (await does('listMemories')).items) await does('deleteMemory', { at: id })
    const about = (memoryId: string) => ({ memoryId, by: 'owner' })
    expect(await facts('memory')).toEqual([
      ...[one, two].map(({ id }) => ['memory.added', about(id)]),
      ...[one, two].map(({ id }) => ['memory.changed', about(id)]),
      ...[two, one].map(({ id }) => ['memory.removed', about(id)]),
    ])
  })

  test('is found by its words and tags, and page by page', async () => {
    for (let n = 1; n <= 5; n++) await keep(`Note ${n} about invoices`, n % 2 ? ['odd'] : ['even'])
    await keep('The favourite colour is teal.')
    const notes = (...numbers: number[]) => numbers.map(n => `Note ${n} about invoices`)
    const rows: [string, string[]][] = [
      ['invoic', notes(5, 4, 3, 2, 1)],
      ['note odd', notes(5, 3, 1)],
      ['invoices -odd', notes(4, 2)],
      ['"favourite colour"', ['The favourite colour is teal.']],
      ...['zebra', '!!'].map((q): [string, string[]] => [q, []]),
    ]
    for (const [q, wanted] of rows) expect([q, await texts({ q })]).toEqual([q, wanted])
    const { nextCursor } = await served().does('listMemories', { query: { limit: '4' } })
    const later = await texts({ limit: '4', cursor: nextCursor ?? '' })
    expect([...(await texts({ limit: '4' })), ...later]).toEqual(await texts())
  })
})

describe('channels', () => {
  const webhook = { name: 'ops', kind: 'webhook', url: 'https://hooks.example/in' }

  test('are set up, listed by their names, changed and removed; the record keeps who did it', async () => {
    const { does, tries } = served()
    const add = (body: unknown) => does('addChannel', { body })
    const slack = await add({ name: 'team', kind: 'slack', url: { fromEnv: 'TEAM_HOOK' }, notices: true })
    expect(slack).toMatchObject({ enabled: true, notices: true, missing: ['TEAM_HOOK'] })
    const ops = await add({ ...webhook, headers: { 'x-key': { fromEnv: 'OPS_KEY' } } })
    expect(ops).toMatchObject({ ...webhook, enabled: true, notices: false, missing: ['OPS_KEY'] })
    expect(await does('listChannels')).toMatchObject({
      items: [{ name: 'ops' }, { name: 'team' }],
      nextCursor: null,
    })
    expect(faultsOf(await tries('addChannel', { body: webhook }))).toEqual(['/name'])
    for (const [body, fault] of [
      [{ kind: 'slack' }, '/kind'],
      [{ name: 'team' }, '/name'],
    ])
      expect([body, faultsOf(await tries('changeChannel', { at: ops.id, body }))]).toEqual([body, [fault]])
    expect(faultsOf(await tries('changeChannel', { at: ops.id, body: { host: 'a' } }))).toHaveLength(1)
    const body = { name: 'operations', enabled: false, headers: null }
    const changed = await does('changeChannel', { at: ops.id, body })
    expect(changed).toMatchObject({ name: 'operations', enabled: false, url: webhook.url, missing: [] })
    expect(changed).not.toHaveProperty('headers')
    await does('deleteChannel', { at: ops.id })
    for (const name of ['deleteChannel', 'changeChannel', 'testChannel'] as const)
      refused(
        await tries(name, { at: ops.id, ...(name === 'changeChannel' ? { body: {} } : {}) }),
        'not_found',
      )
    expect(await facts('channel')).toMatchObject([
      ['channel.added', { name: 'team', setup: { url: { fromEnv: 'TEAM_HOOK' } }, by: 'owner' }],
      ['channel.added', { name: 'ops', by: 'owner' }],
      ['channel.changed', { name: 'operations', enabled: false, by: 'owner' }],
      ['channel.removed', { channelId: ops.id, by: 'owner' }],
    ])
  })

  test('that are tried say what came of it, there and in their list', async () => {
    const { does, world } = served()
    const server = await serveWeb(response => response.writeHead(500).end('out of order'))
    const made = await does('addChannel', { body: { ...webhook, name: 'tried', url: `${server.url}/in` } })
    const tried = () => does('testChannel', { at: made.id })
    expect(await tried()).toMatchObject({ ok: false, error: expect.stringContaining('allowed in Settings') })
    expect(server.connections()).toBe(0)
    await does('changeSettings', { body: { internalHosts: [server.host] } })
    expect(await tried()).toEqual({ ok: false, error: 'HTTP 500: out of order' })
    const { items } = await does('listChannels')
    expect(items.find(({ id }) => id === made.id)).toMatchObject({ lastError: 'HTTP 500: out of order' })
    expect(server.ledger.length).toBe(1)
    expect((await databaseText(world.db)).join('\n')).toContain('channel.tested')
    await does('changeSettings', { body: { internalHosts: [] } })
  })
})

test('settings of the installation open internal hosts, as requests spell them, and stay where they are not named', async () => {
  const { does } = served()
  const change = (body: unknown) => does('changeSettings', { body })
  const first = await does('readSettings')
  expect(first).toMatchObject({ internalHosts: [], noticeAfterSeconds: 60, defaultModel: null })
  expect(await change(first)).toEqual(first)
  const hosts = ['Wiki.Internal.', 'wiki.internal', '127.1:3000', '[0:0::1]:8080']
  const opened = { ...first, internalHosts: ['wiki.internal', '127.0.0.1:3000', '[::1]:8080'] }
  expect(await change({ internalHosts: hosts })).toEqual(opened)
  expect(await change({})).toEqual(opened)
  expect(await does('readSettings')).toEqual(opened)
  expect(await change({ internalHosts: [], noticeAfterSeconds: 5 })).toEqual({
    ...first,
    noticeAfterSeconds: 5,
  })
})
