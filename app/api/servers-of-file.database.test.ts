import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import type { McpServer } from '@/lib/domain/mcp/mcp-server'
import { INSTALLATION_CHAIN } from '@/lib/store/record/event'
import { storedLinks } from '@/lib/testing/database/stored-record'
import { agreed, ask, refused } from '@/lib/testing/http/http-client'
import { serveApi } from '@/lib/testing/http/http-server'
import { FakeServers } from '@/lib/testing/world/fake-servers'
import { createWorld } from '@/lib/testing/world/world'
import { temporaryFolder } from '@/lib/tools/mcp/testing/servers'

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
    const { url } = await serveApi({ start: async () => ({ ...server, stop: async () => undefined }) })
    const list = async () =>
      (agreed('listServers', await ask(url, 'GET /api/mcp-servers')) as { items: McpServer[] }).items
    return { url, list }
  }
  return { world, file, put, start, serve }
}

const desk = (...args: string[]) => ({ command: 'desk', args })

test('the servers of a file are there from the start, and are changed in the file alone', async () => {
  const { put, serve, world } = await withFile()
  put({
    mcpServers: { desk: desk('one'), far: { type: 'http', url: 'http://127.0.0.1:9', disabled: true } },
    more: 1,
  })
  const first = await serve()
  const [server, far] = await first.list()
  expect(server).toMatchObject({ name: 'desk', args: ['one'], fromFile: true, enabled: true })
  expect(far).toMatchObject({ name: 'far', url: 'http://127.0.0.1:9', fromFile: true, enabled: false })
  const line = `/api/mcp-servers/${server?.id}`
  const change = (body: object) => ask(first.url, `PATCH ${line}`, { body })
  expect(refused(await change({ args: [] }), 'invalid_request').detail).toContain('COUNTERSIGN_MCP_CONFIG')
  refused(await ask(first.url, `DELETE ${line}`), 'invalid_request')
  agreed('changeServer', await change({ enabled: false }))
  put({ mcpServers: { desk: desk('two') } })
  const second = await serve()
  const after = await second.list()
  expect(after).toMatchObject([
    { id: server?.id, args: ['two'], fromFile: true, enabled: false },
    { id: far?.id, name: 'far', url: 'http://127.0.0.1:9' },
  ])
  expect(after[1]).not.toHaveProperty('fromFile')
  agreed('deleteServer', await ask(second.url, `DELETE /api/mcp-servers/${far?.id}`))
  await serve()
  const links = await storedLinks(world.db, INSTALLATION_CHAIN)
  expect(links.map(({ type }) => type).filter(type => type.startsWith('server.'))).toEqual([
    ...[
      'server.added',
      'server.added',
      'server.changed',
      'server.changed',
      'server.changed',
      'server.removed',
    ],
  ])
})

test('a server that was added by hand belongs to the file once that names it', async () => {
  const { put, serve } = await withFile()
  put({ mcpServers: {} })
  const { url, list } = await serve()
  const body = { name: 'desk', url: 'http://127.0.0.1:9' }
  agreed('addServers', await ask(url, 'POST /api/mcp-servers', { body }))
  const [before] = await list()
  put({ mcpServers: { desk: desk('one') } })
  const [server] = await (await serve()).list()
  expect(server).toMatchObject({ id: before?.id, command: 'desk', args: ['one'], fromFile: true })
  expect(server).not.toHaveProperty('url')
})

test('a file that cannot be used keeps the server from starting, in one line that says why', async () => {
  const { world, file, put, start } = await withFile()
  const rows: [unknown, RegExp][] = [
    ['{"mcpServers": {', /is no JSON: /],
    ['[]', /cannot be read: /],
    [{ servers: {} }, /cannot be read: mcpServers: /],
    [{ mcpServers: [] }, /cannot be read: mcpServers: /],
    [{ mcpServers: { desk: { command: 7 } } }, /cannot be read: mcpServers\.desk\.command: /],
    [{ mcpServers: { desk: { command: 'a', port: 1 } } }, /cannot be read: mcpServers\.desk: .*port/],
    [{ mcpServers: { desk: {} } }, /is refused: \/mcpServers\/desk: .*`command`/],
    [{ mcpServers: { a__b: desk() } }, /is refused: \/mcpServers\/a__b\/name: .*underscores/],
    [
      { mcpServers: { desk: { command: 'a', env: { API_TOKEN: 'abc' } } } },
      /is refused: .*environment variable/,
    ],
  ]
  for (const [content, words] of rows) {
    put(content)
    const error: unknown = await start().then(
      () => null,
      reason => reason,
    )
    expect([content, String(error)]).toEqual([content, expect.stringMatching(words)])
    expect(String(error)).toMatch(new RegExp(`^Error: COUNTERSIGN_MCP_CONFIG: ${file} [^\n]*$`))
  }
  await expect(start(`${file}.gone`)).rejects.toThrow('is not there')
  put({ mcpServers: { desk: desk() } })
  mkdirSync(path.join(world.workspace, 'folder'))
  const inside = path.join(world.workspace, 'folder', 'servers.json')
  writeFileSync(inside, JSON.stringify({ mcpServers: {} }))
  const link = `${file}.link`
  symlinkSync(inside, link)
  for (const place of [inside, link]) await expect(start(place)).rejects.toThrow('lies in the workspace')
  expect(await world.db.mcpServer.count()).toBe(0)
})
