import { expect, test } from 'vitest'
import { type ServerInput, serversIn, withPatch } from './server-input'

const names = ['$' + '{TOKEN}', '$' + '{env:TOKEN}']

const faults = (input: ServerInput) => serversIn(input).errors.map(({ path }) => path)

test('variables in a file become names of them, whole values only', () => {
  for (const name of names) {
    const [server] = serversIn({ mcpServers: { a: { command: 'a', env: { API_KEY: name } } } }).servers
    expect(server?.env).toEqual({ API_KEY: { fromEnv: 'TOKEN' } })
    expect(faults({ name: 'a', url: 'http://x', headers: { Authorization: `Bearer ${name}` } })).toEqual([
      '/headers/Authorization',
    ])
    expect(faults({ name: 'a', command: 'a', args: ['--token', name] })).toEqual(['/args/1'])
  }
})

test('what is not said is closed: a sandbox without network, nothing read, nothing written', () => {
  const [server] = serversIn({ name: 'a', command: 'a' }).servers
  expect(server).toMatchObject({ enabled: true, sandbox: { read: [], write: [], network: false } })
})

test('another way to reach a server takes the place of the one that it had', () => {
  const [server] = serversIn({ name: 'a', command: 'a', args: ['b'], env: { C: 'd' } }).servers
  if (!server) throw new Error('It was refused.')
  const [after] = withPatch(server, { url: 'http://x' }).servers
  expect(after).toMatchObject({ name: 'a', url: 'http://x', command: undefined, args: [], env: {} })
  expect(withPatch(server, { enabled: false }).servers).toEqual([{ ...server, enabled: false }])
  expect(withPatch(server, { command: 'a', url: 'http://x' }).errors).toHaveLength(1)
})

test('no server takes a name by which its tools could be taken for those of another', () => {
  const refused = ['desk_', 'desk__say', 'desk__']
  expect(refused.map(name => faults({ name, command: 'x' }))).toEqual(refused.map(() => ['/name']))
})
