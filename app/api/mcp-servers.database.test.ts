import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import type { McpServer } from '@/lib/domain/servers/mcp-server'
import { INSTALLATION_CHAIN } from '@/lib/store/record/event'
import { temporaryFolder } from '@/lib/tools/servers/testing/servers'
import { storedLinks } from '@/test/database/stored-record'
import { faultsOf, operations, refused } from '@/test/http/http-client'
import { serveApi } from '@/test/http/http-server'
import { described, FakeServers } from '@/test/world/fake-servers'
import { createWorld, type World } from '@/test/world/world'

/** What the record of the installation says of servers. */
const facts = async (world: World) =>
  (await storedLinks(world.db, INSTALLATION_CHAIN))
    .map(({ type }) => type)
    .filter(type => /^server\./.test(type))

async function served(env: Record<string, string> = {}) {
  const world = await createWorld()
  const servers = new FakeServers()
  const server = await world.startServer({ openServers: servers.open, environment: name => env[name] })
  const { url } = await serveApi({ start: async () => ({ ...server, stop: async () => undefined }) })
  return { world, servers, server, ...operations(url) }
}

test('a server is added, changed, switched off and deleted, its values come from the environment, and the record tells it', async () => {
  const { does, tries, world, servers, server } = await served({ DESK_WORD: 'correct-horse-battery' })
  servers.has('desk', described('say', 'Says.'), described('x'.repeat(70), 'Long.'))
  const mcpServers = {
    desk: { command: 'desk', env: { API_TOKEN: '$' + '{DESK_WORD}' } },
    other: { url: 'http://127.0.0.1:9', headers: { Authorization: '$' + '{env:NOT_THERE}' }, type: 'http' },
  }
  const { items } = (await does('addServers', { body: { mcpServers } })) as { items: McpServer[] }
  expect(items.map(({ env, headers }) => env ?? headers)).toEqual([
    { API_TOKEN: { fromEnv: 'DESK_WORD' } },
    { Authorization: { fromEnv: 'NOT_THERE' } },
  ])
  expect(servers.reached.at(-1)).toMatchObject([{ reach: { env: { API_TOKEN: 'correct-horse-battery' } } }])
  expect(server.deps.redaction.secrets).toContain('correct-horse-battery')
  const [at = '', far = ''] = items.map(({ id }) => id)
  const failed = await world.until('it has failed', async () => {
    const row = await does('readServer', { at: far })
    return row.status === 'failed' && row
  })
  expect(failed.error).toContain('NOT_THERE')
  const told = await world.until('it is connected', async () => {
    const row = await does('readServer', { at })
    return row.tools.length > 0 && row
  })
  expect(told).toMatchObject({
    status: 'connected',
    tools: ['desk__say'],
    error: expect.stringContaining('too long'),
  })
  expect(faultsOf(await tries('addServers', { body: { name: 'desk', command: 'b' } }))).toEqual(['/name'])
  await does('reconnectServer', { at, body: {} })
  await world.until('it is connected anew', async () => servers.reconnected.length > 0)
  const off = await does('changeServer', { at, body: { enabled: false } })
  expect(off).toMatchObject({ status: 'disabled', tools: [] })
  await does('deleteServer', { at })
  refused(await tries('readServer', { at }), 'not_found')
  expect(await facts(world)).toEqual(['server.added', 'server.added', 'server.changed', 'server.removed'])
})

/** A file of servers as `COUNTERSIGN_MCP_CONFIG` names it, read by each process as it starts. */
async function withFile() {
  const world = await createWorld()
  const file = path.join(temporaryFolder(), 'servers.json')
  const put = (content: unknown) =>
    writeFileSync(file, typeof content === 'string' ? content : JSON.stringify(content))
  const start = (serverFile = file) =>
    world.startServer({ serverFile, openServers: new FakeServers().open, environment: () => undefined })
  const serve = async () => {
    const server = await start()
    return operations(
      (await serveApi({ start: async () => ({ ...server, stop: async () => undefined }) })).url,
    )
  }
  return { world, file, put, start, serve }
}

const desk = (...args: string[]) => ({ command: 'desk', args })

test('the servers of a file are there from the start, also those of before, and are changed in the file alone', async () => {
  const { put, serve, world } = await withFile()
  const url = 'http://127.0.0.1:9'
  put({ mcpServers: { far: { type: 'http', url, disabled: true } }, more: 1 })
  const first = await serve()
  const byHand = (await first.does('addServers', { body: { name: 'desk', url } })) as McpServer
  const far = (await first.does('listServers')).items.find(({ name }) => name === 'far')
  expect(far).toMatchObject({ url, fromFile: true, enabled: false })
  put({ mcpServers: { desk: desk('one'), far: { url } } })
  const second = await serve()
  const at = byHand.id
  const server = (await second.does('listServers')).items.find(({ id }) => id === at)
  expect(server).toMatchObject({ name: 'desk', command: 'desk', args: ['one'], fromFile: true })
  expect(server).not.toHaveProperty('url')
  const fixed = refused(await second.tries('changeServer', { at, body: { args: [] } }), 'invalid_request')
  expect(fixed.detail).toContain('COUNTERSIGN_MCP_CONFIG')
  refused(await second.tries('deleteServer', { at }), 'invalid_request')
  await second.does('changeServer', { at, body: { enabled: false } })
  put({ mcpServers: { desk: desk('two') } })
  const third = await serve()
  const { items } = await third.does('listServers')
  expect(items.find(({ id }) => id === at)).toMatchObject({ args: ['two'], fromFile: true, enabled: false })
  expect(items.find(({ id }) => id === far?.id)).not.toHaveProperty('fromFile')
  await third.does('deleteServer', { at: far?.id ?? '' })
  await serve()
  expect((await facts(world)).at(-1)).toBe('server.removed')
})

test('a file that cannot be used keeps the server from starting, in one line that says why', async () => {
  const { world, file, put, start } = await withFile()
  const rows: [unknown, RegExp][] = [
    ['{"mcpServers": {', /is no JSON: /],
    [{ servers: {} }, /cannot be read: mcpServers: /],
    [{ mcpServers: { desk: { command: 7 } } }, /cannot be read: mcpServers\.desk\.command: /],
    [{ mcpServers: { desk: { command: 'a', port: 1 } } }, /cannot be read: mcpServers\.desk: .*port/],
    [{ mcpServers: { a__b: desk() } }, /is refused: \/mcpServers\/a__b\/name: .*underscores/],
    [
      { mcpServers: { desk: { command: 'a', env: { API_TOKEN: 'abc' } } } },
      /is refused: .*environment variable/,
    ],
  ]
  const fault = (place?: string) => start(place).then(() => 'none', String)
  for (const [content, words] of rows) {
    put(content)
    const told = await fault()
    expect([content, told]).toEqual([content, expect.stringMatching(words)])
    expect(told).toMatch(new RegExp(`^Error: COUNTERSIGN_MCP_CONFIG: ${file} [^\n]*$`))
  }
  expect(await fault(`${file}.gone`)).toContain('is not there')
  mkdirSync(path.join(world.workspace, 'folder'))
  const inside = path.join(world.workspace, 'folder', 'servers.json')
  writeFileSync(inside, JSON.stringify({ mcpServers: {} }))
  symlinkSync(inside, `${file}.link`)
  for (const place of [inside, `${file}.link`]) expect(await fault(place)).toContain('lies in the workspace')
  expect(await world.db.mcpServer.count()).toBe(0)
})
