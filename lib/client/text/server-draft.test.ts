import { expect, test } from 'vitest'
import type { McpServer } from '@/lib/domain/servers/mcp-server'
import { EMPTY_SERVER, pastedServers, serverDraft, serverInput } from './server-draft'

test('a program is told with its arguments, its environment by name, and its sandbox', () => {
  const draft = {
    ...EMPTY_SERVER,
    name: ' notes ',
    command: ' npx ',
    args: '-y\n\nnotes server\n',
    read: '/srv/notes',
    env: 'NOTES_KEY\nTOKEN=$NOTES_TOKEN\nHOME=$HOME_OF_NOTES\nMODE=fast=1',
    hasNetwork: true,
  }
  expect(serverInput(draft)).toEqual({
    name: 'notes',
    command: 'npx',
    args: ['-y', 'notes server'],
    env: {
      NOTES_KEY: { fromEnv: 'NOTES_KEY' },
      TOKEN: { fromEnv: 'NOTES_TOKEN' },
      HOME: { fromEnv: 'HOME_OF_NOTES' },
      MODE: 'fast=1',
    },
    sandbox: { read: ['/srv/notes'], write: [], network: true },
  })
  expect(serverInput({ ...draft, isSandboxed: false })).toMatchObject({ sandbox: false })
})

test('an address is told with its headers', () => {
  const draft = { ...EMPTY_SERVER, name: 'web', kind: 'url' as const, url: 'https://a.example/mcp ' }
  expect(serverInput({ ...draft, headers: 'Authorization: $WEB_TOKEN\nAccept: a:b' })).toEqual({
    name: 'web',
    url: 'https://a.example/mcp',
    headers: { Authorization: { fromEnv: 'WEB_TOKEN' }, Accept: 'a:b' },
  })
})

test('of a server that is changed, what nobody touched stays as it was', () => {
  const server = {
    name: 'notes',
    command: 'npx',
    args: ['-c', 'a\nb', ''],
    env: { HOME: '$HOME', KEY: ' two\nlines ' },
    sandbox: { read: ['/srv/a b '], write: [], network: true },
  } as unknown as McpServer
  const draft = { ...serverDraft(server), name: 'memo' }
  expect(serverInput(draft, server)).toEqual({ ...server, name: 'memo' })
  expect(serverInput({ ...draft, args: '-c' }, server)).toEqual({ ...server, name: 'memo', args: ['-c'] })
})

test.each([
  ['https://mcp.linear.app/sse', { name: 'linear', url: 'https://mcp.linear.app/sse' }],
  [' http://127.0.0.1:8080/mcp\n', { name: '127-0-0-1', url: 'http://127.0.0.1:8080/mcp' }],
  ['{"theme": "dark", "mcpServers": {"a": {"command": "a"}}}', { mcpServers: { a: { command: 'a' } } }],
  ['"a": {"command": "a"}', { mcpServers: { a: { command: 'a' } } }],
  ['{"a": {"command": "a"}}', { mcpServers: { a: { command: 'a' } } }],
  ['{"name": "a", "command": "a"}', { name: 'a', command: 'a' }],
  ['{"name": ', null],
  [' ', null],
])('of what is pasted as %j servers are %j', (text, input) => {
  expect(pastedServers(text)).toEqual(input)
})
