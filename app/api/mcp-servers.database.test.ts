import { expect, test } from 'vitest'
import type { McpServer } from '@/lib/domain/mcp/mcp-server'
import { INSTALLATION_CHAIN } from '@/lib/store/record/event'
import { storedLinks } from '@/lib/testing/database/stored-record'
import { type Answered, agreed, ask, refused } from '@/lib/testing/http/http-client'
import { serveApi } from '@/lib/testing/http/http-server'
import { described, FakeServers } from '@/lib/testing/world/fake-servers'
import { createWorld } from '@/lib/testing/world/world'

const LINE = 'POST /api/mcp-servers'

async function served(env: Record<string, string> = {}) {
  const world = await createWorld()
  const servers = new FakeServers()
  const server = await world.startServer({ openServers: servers.open, environment: name => env[name] })
  const start = async () => ({ ...server, stop: async () => undefined })
  return { world, servers, server, ...(await serveApi({ start })) }
}

const faultOf = (answered: Answered): [string, string] => {
  const [error] = refused(answered, 'invalid_request').errors ?? []
  return [error?.path ?? '', error?.message ?? '']
}

test('a server that cannot be is refused, with what to do', async () => {
  const { url } = await served()
  const command = 'desk'
  const rows: [object, string, RegExp][] = [
    [{ name: 'a' }, '', /`command`.*`url`/],
    [{ name: 'a', command, url: 'http://x' }, '', /not by both/],
    [{ command }, '/name', /name/],
    [{ name: 'a__b', command }, '/name', /underscores/],
    [{ name: 'a', url: 'ftp://x' }, '/url', /http/],
    [{ name: 'a', url: 'http://me:word@x' }, '/url', /password/],
    [{ name: 'a', url: 'http://x?api_key=1' }, '/url', /secret/],
    [{ name: 'a', url: 'http://x', args: ['b'] }, '/args', /`command`/],
    [{ name: 'a', command, headers: { b: 'c' } }, '/headers', /`url`/],
    [{ name: 'a', command, env: { A: { fromEnv: 'COUNTERSIGN_TOKEN' } } }, '/env/A/fromEnv', /server’s own/],
    [{ mcpServers: { a: { command, env: { A: '$' + '{DATABASE_URL}' } } } }, '/mcpServers/a/env/A', /own/],
    [{ name: 'a', command, env: { API_TOKEN: 'abc' } }, '/env/API_TOKEN', /environment variable/],
    [
      { name: 'a', url: 'http://x', headers: { Authorization: 'Basic a' } },
      '/headers/Authorization',
      /fromEnv/,
    ],
    [{ mcpServers: {} }, '/mcpServers', /no server/],
    [{ name: 'a', mcpServers: { b: { command } } }, '', /not both/],
    [{ mcpServers: { good: { command }, b: {} } }, '/mcpServers/b', /`command`/],
  ]
  for (const [body, path, message] of rows) {
    const [at, words] = faultOf(await ask(url, LINE, { body }))
    expect([body, at]).toEqual([body, path])
    expect(words).toMatch(message)
  }
  expect((await ask(url, 'GET /api/mcp-servers')).json).toEqual({ items: [], nextCursor: null })
})

test('a server is added, changed, switched off and deleted, and the record tells it', async () => {
  const { url, world, servers } = await served()
  servers.has('desk', described('say', 'Says.'), described('x'.repeat(70), 'Long.'))
  const added = agreed(
    'addServers',
    await ask(url, LINE, { body: { name: 'desk', command: 'desk' } }),
  ) as McpServer
  const line = `/api/mcp-servers/${added.id}`
  const read = async () => agreed('readServer', await ask(url, `GET ${line}`)) as McpServer
  await world.until('it is connected', async () => (await read()).tools.length > 0)
  expect(await read()).toMatchObject({
    status: 'connected',
    tools: ['desk__say'],
    error: expect.stringContaining('too long'),
  })
  expect(faultOf(await ask(url, LINE, { body: { name: 'desk', command: 'b' } }))[0]).toBe('/name')
  agreed('reconnectServer', await ask(url, `POST ${line}/reconnect`, { body: {} }))
  await world.until('it is connected anew', async () => servers.reconnected.length > 0)
  const off = agreed('changeServer', await ask(url, `PATCH ${line}`, { body: { enabled: false } }))
  expect(off).toMatchObject({ status: 'disabled', tools: [] })
  agreed('deleteServer', await ask(url, `DELETE ${line}`))
  refused(await ask(url, `GET ${line}`), 'not_found')
  const links = await storedLinks(world.db, INSTALLATION_CHAIN)
  expect(links.map(({ type }) => type).filter(type => type.startsWith('server.'))).toEqual([
    ...['server.added', 'server.changed', 'server.removed'],
  ])
})

test('values come from the environment, are hidden from then on, and are missed where they are not there', async () => {
  const { url, world, servers, server } = await served({ DESK_WORD: 'correct-horse-battery' })
  const mcpServers = {
    desk: { command: 'desk', env: { API_TOKEN: '$' + '{DESK_WORD}' } },
    other: { url: 'http://127.0.0.1:9', headers: { Authorization: '$' + '{env:NOT_THERE}' }, type: 'http' },
  }
  const { items } = agreed('addServers', await ask(url, LINE, { body: { mcpServers } })) as {
    items: McpServer[]
  }
  expect(items.map(({ env, headers }) => env ?? headers)).toEqual([
    { API_TOKEN: { fromEnv: 'DESK_WORD' } },
    { Authorization: { fromEnv: 'NOT_THERE' } },
  ])
  expect(servers.reached.at(-1)).toMatchObject([{ reach: { env: { API_TOKEN: 'correct-horse-battery' } } }])
  expect(server.deps.redaction.secrets).toContain('correct-horse-battery')
  const failed = await world.until('it has failed', async () => {
    const row = await world.db.mcpServer.findUnique({ where: { name: 'other' } })
    return row?.status === 'failed' && row
  })
  expect(failed.error).toContain('NOT_THERE')
})
