import { describe, expect, test } from 'vitest'
import { INSTALLATION_CHAIN } from '@/lib/store/record/event'
import { databaseText } from '@/lib/testing/database/database-text'
import { storedLinks } from '@/lib/testing/database/stored-record'
import { type Answered, agreed, ask, refused } from '@/lib/testing/http/http-client'
import { httpStory } from '@/lib/testing/http/http-story'
import { serveWeb } from '@/lib/tools/web/testing/web'

type Known = { id: string; name: string }

const paths = (answered: Answered): string[] =>
  (refused(answered, 'invalid_request').errors ?? []).map(error => error.path)

const webhook = { name: 'ops', kind: 'webhook', url: 'https://hooks.example/in' }
const mail = {
  ...{ name: 'mail', kind: 'smtp', host: 'mail.example', port: 587, secure: false },
  ...{ from: 'desk@example.com', to: ['ann@example.com'] },
}

describe('channels', () => {
  test('are set up, listed by their names, changed and removed; the record keeps who did it', async () => {
    const { url, world } = await httpStory()
    const add = async (body: unknown) =>
      agreed('addChannel', await ask(url, 'POST /api/channels', { body })) as Known
    const list = async () => agreed('listChannels', await ask(url, 'GET /api/channels'))
    const slack = await add({ name: 'team', kind: 'slack', url: { fromEnv: 'TEAM_HOOK' }, notices: true })
    expect(slack).toMatchObject({ enabled: true, notices: true, missing: ['TEAM_HOOK'] })
    const ops = await add({ ...webhook, headers: { 'x-key': { fromEnv: 'OPS_KEY' } } })
    expect(ops).toMatchObject({ ...webhook, enabled: true, notices: false, missing: ['OPS_KEY'] })
    expect(await list()).toMatchObject({ items: [{ name: 'ops' }, { name: 'team' }], nextCursor: null })
    const line = `/api/channels/${ops.id}`
    const body = { name: 'operations', enabled: false, headers: null }
    const changed = agreed('changeChannel', await ask(url, `PATCH ${line}`, { body }))
    expect(changed).toMatchObject({ name: 'operations', enabled: false, url: webhook.url, missing: [] })
    expect(changed).not.toHaveProperty('headers')
    expect((await ask(url, `DELETE ${line}`)).status).toBe(204)
    refused(await ask(url, `DELETE ${line}`), 'not_found')
    refused(await ask(url, `PATCH ${line}`, { body: {} }), 'not_found')
    refused(await ask(url, `POST ${line}/test`), 'not_found')
    const links = (await storedLinks(world.db, INSTALLATION_CHAIN)).filter(({ type }) =>
      type.startsWith('channel.'),
    )
    expect(links.map(({ type, payload }) => [type, JSON.parse(payload)])).toMatchObject([
      ['channel.added', { name: 'team', setup: { url: { fromEnv: 'TEAM_HOOK' } }, by: 'owner' }],
      ['channel.added', { name: 'ops', by: 'owner' }],
      ['channel.changed', { name: 'operations', enabled: false, by: 'owner' }],
      ['channel.removed', { channelId: ops.id, by: 'owner' }],
    ])
  })

  test.each([
    [{ ...webhook, name: 'two words' }, '/name'],
    [{ ...webhook, kind: 'pager' }, '/kind'],
    [{ ...webhook, url: 'ftp://hooks.example' }, '/url'],
    [{ ...webhook, url: 'https://me:pass@hooks.example' }, '/url'],
    [{ ...webhook, url: { fromEnv: 'COUNTERSIGN_TOKEN' } }, '/url'],
    [{ ...webhook, headers: { 'x-key': 'as it is' } }, '/headers/x-key'],
    [{ name: 'ops', kind: 'slack', url: 'https://hooks.slack.example/services/T0/B0/x' }, '/url'],
    [{ ...mail, to: ['ann@example.com\r\nBcc: eve@example.com'] }, '/to/0'],
    [{ ...mail, from: 'Desk <desk@example.com>' }, '/from'],
    [{ ...mail, to: [] }, '/to'],
    [{ ...mail, user: 'desk' }, '/password'],
    [{ ...mail, password: 'as it is', user: 'desk' }, '/password'],
  ])('are not set up as %j', async (body, place) => {
    const { url } = await httpStory()
    const errors = paths(await ask(url, 'POST /api/channels', { body }))
    expect(errors.map(path => path.slice(0, place.length))).toContain(place)
  })

  test('have names of their own, and stay of their kind', async () => {
    const { url } = await httpStory()
    const made = agreed('addChannel', await ask(url, 'POST /api/channels', { body: webhook })) as Known
    expect(paths(await ask(url, 'POST /api/channels', { body: webhook }))).toEqual(['/name'])
    const line = `PATCH /api/channels/${made.id}`
    const change = (body: unknown) => ask(url, line, { body })
    expect(paths(await change({ kind: 'slack' }))).toEqual(['/kind'])
    expect(paths(await change({ host: 'mail.example' })).length).toBe(1)
    agreed('addChannel', await ask(url, 'POST /api/channels', { body: { ...webhook, name: 'other' } }))
    expect(paths(await change({ name: 'other' }))).toEqual(['/name'])
  })
})

test('a channel that is tried says what came of it, there and in its list', async () => {
  const { url, world } = await httpStory()
  const server = await serveWeb(response => response.writeHead(500).end('out of order'))
  const body = { ...webhook, url: `${server.url}/in` }
  const made = agreed('addChannel', await ask(url, 'POST /api/channels', { body })) as Known
  const tries = async () => agreed('testChannel', await ask(url, `POST /api/channels/${made.id}/test`))
  const list = async () => agreed('listChannels', await ask(url, 'GET /api/channels'))
  expect(await tries()).toMatchObject({ ok: false, error: expect.stringContaining('lists in Settings') })
  expect(server.connections()).toBe(0)
  agreed('changeSettings', await ask(url, 'PATCH /api/settings', { body: { internalHosts: [server.host] } }))
  expect(await tries()).toEqual({ ok: false, error: 'HTTP 500: out of order' })
  expect(await list()).toMatchObject({ items: [{ lastError: 'HTTP 500: out of order' }] })
  expect(server.ledger.length).toBe(1)
  expect((await databaseText(world.db)).join('\n')).toContain('channel.tested')
})
