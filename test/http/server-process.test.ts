import { createServer } from 'node:http'
import { afterEach, expect, test } from 'vitest'
import { freePort } from './free-port'
import { type ServerOptions, type ServerProcess, startServer } from './server-process'

const HEALTHY = `
  let asked = 0
  const server = require('node:http').createServer((request, response) => {
    asked += 1
    response.writeHead(asked < 3 ? 503 : 200).end(JSON.stringify(process.env))
  })
  console.log('listening')
  server.listen(Number(process.argv[1]), '127.0.0.1')
  process.on('SIGTERM', () => process.exit(7))`

const servers: ServerProcess[] = []
afterEach(async () => {
  await Promise.all(servers.splice(0).map(server => server.kill9()))
})

async function start(change: Partial<ServerOptions> = {}, script = HEALTHY) {
  const command = [process.execPath, '-e', script]
  const server = await startServer({ databaseUrl: 'postgres://db', dataDir: '/data', command, ...change })
  servers.push(server)
  return server
}

test('it resolves once the server is healthy, which has been given what it needs and nothing else', async () => {
  process.env.OPENAI_API_KEY = 'sk-secret'
  const server = await start({ env: { COUNTERSIGN_ROLE: 'web' } })
  expect(await (await fetch(server.url)).json()).toMatchObject({
    DATABASE_URL: 'postgres://db',
    COUNTERSIGN_DATA_DIR: '/data',
    COUNTERSIGN_TOKEN: server.token,
    COUNTERSIGN_ROLE: 'web',
  })
  expect(await (await fetch(server.url)).text()).not.toContain('sk-secret')
  expect(server.log()).toContain('listening')
})

test('one that ends though nobody told it to has died', async () => {
  const [told, untold] = [await start(), await start()]
  expect(untold.death()).toBeNull()
  process.kill(untold.pid, 'SIGKILL')
  await expect
    .poll(() => untold.death(), { timeout: 60_000 })
    .toMatch(/^The server died \(SIGKILL\)\.\nlistening/)
  await told.kill9()
  expect(told.death()).toBeNull()
})

test('a server that ends at once is reported with what it printed', async () => {
  await expect(start({}, 'console.error("no database"); process.exit(1)')).rejects.toThrow(/no database/)
})

test('a server can be killed while it is still starting', async () => {
  const killing = new AbortController()
  const called = createServer(() => killing.abort())
  const port = await freePort()
  await new Promise<void>(resolve => called.listen(port, '127.0.0.1', resolve))
  const never = `fetch('http://127.0.0.1:${port}').catch(() => {}); setInterval(() => {}, 1000)`
  await expect(start({ signal: killing.signal }, never)).rejects.toThrow(/did not start/)
  called.closeAllConnections()
  await new Promise(resolve => called.close(resolve))
})
