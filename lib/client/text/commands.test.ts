import { expect, test } from 'vitest'
import type { McpServer, McpStatus } from '@/lib/domain/mcp/mcp-server'
import type { Skill } from '@/lib/domain/memory/skill'
import { matchingCommands, promptCommands, skillCommands } from './commands'

const skill = (name: string, isUsable = true): Skill => ({
  ...{ name, description: `About ${name}`, source: 'owner', path: name, warnings: [], body: '' },
  ...{ isUsable, isHidden: false, isOffered: true },
})

const server = (name: string, prompts: string[], status: McpStatus = 'connected'): McpServer => ({
  ...{ id: `id of ${name}`, name, command: 'node', enabled: true, sandbox: false, status },
  ...{ tools: [], resources: [], connections: 0 },
  prompts: prompts.map(prompt => ({ name: prompt, description: `Says ${prompt}`, arguments: [] })),
})

const commands = [
  { text: '/compact', description: 'Summarise' },
  ...skillCommands([skill('notes'), skill('compare'), skill('broken', false)]),
]

test.each([
  ['/', ['/compact', '/skill:notes ', '/skill:compare ']],
  ['/s', ['/skill:notes ', '/skill:compare ']],
  ['/skill:', ['/skill:notes ', '/skill:compare ']],
  ['/SKILL:n', ['/skill:notes ']],
  ['/co', ['/compact', '/skill:compare ']],
  ['/not', ['/skill:notes ']],
  ['/skill:broken', []],
  ['/compact', []],
  ['/skill:notes', []],
  ['/skill:notes ', []],
  ['/skill:notes for today', []],
  ['/compact\n', []],
  [' /', []],
  ['a /', []],
  ['', []],
])('%j offers %j', (text, expected) => {
  expect(matchingCommands(text, commands).map(command => command.text)).toEqual(expected)
})

const withPrompts = [
  ...commands,
  ...promptCommands([server('Desk', ['notes', 'Weekly_plan']), server('gone', ['notes'], 'failed')]),
]

test.each([
  ['/', ['/compact', '/skill:notes ', '/skill:compare ', '/Desk:notes', '/Desk:Weekly_plan']],
  ['/desk:', ['/Desk:notes', '/Desk:Weekly_plan']],
  ['/week', ['/Desk:Weekly_plan']],
  ['/not', ['/skill:notes ', '/Desk:notes']],
  ['/Desk:notes', ['/Desk:notes']],
  ['/Desk:notes ', []],
  ['/gone:notes', []],
  ['/compact', []],
])('with the prompts of connected servers %j offers %j', (text, expected) => {
  expect(matchingCommands(text, withPrompts).map(command => command.text)).toEqual(expected)
})

test('a prompt says what it needs, and whose it is', () => {
  const [command] = promptCommands([server('desk', ['notes'])])
  expect(command).toEqual({
    ...{ text: '/desk:notes', description: 'Says notes' },
    prompt: {
      ...{ name: 'notes', description: 'Says notes', arguments: [] },
      ...{ serverId: 'id of desk', command: '/desk:notes' },
    },
  })
})
