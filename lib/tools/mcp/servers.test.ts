import { expect, test } from 'vitest'
import { EVERYTHING, nodeServer, reachServers, TIME } from './testing/servers'

test('a server in the sandbox says what it has, and its tools run', async () => {
  const { connected, run } = await reachServers([nodeServer({ args: [EVERYTHING, 'stdio'] })])
  const { catalog } = await connected()
  expect(catalog?.tools.map(tool => tool.name)).toContain('echo')
  expect(await run('echo', { message: 'tea' })).toMatchObject({ kind: 'ok', text: 'Echo: tea' })
})

test('a server by another hand runs as well', async () => {
  const { connected, run } = await reachServers([nodeServer({ args: [TIME] })])
  await connected()
  expect(await run('current_time', { format: 'YYYY-MM', timezone: 'UTC' })).toMatchObject({ kind: 'ok' })
})
