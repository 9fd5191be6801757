import { expect, test } from 'vitest'
import type { McpServer, McpStatus } from '@/lib/domain/servers/mcp-server'
import type { Skill } from '@/lib/domain/skills/skill'
import { table } from '@/test/table'
import { matchingCommands, mentionAt, mentionOf, promptCommands, skillCommands } from './commands'

const skill = (name: string, isUsable = true): Skill => ({
  name,
  description: `About ${name}`,
  source: 'owner',
  path: name,
  warnings: [],
  body: '',
  isUsable,
  isHidden: false,
  isOffered: true,
})

const server = (name: string, prompts: string[], status: McpStatus = 'connected'): McpServer => ({
  id: `id of ${name}`,
  name,
  command: 'node',
  enabled: true,
  sandbox: false,
  status,
  tools: [],
  resources: [],
  connections: 0,
  prompts: prompts.map(prompt => ({ name: prompt, description: `Says ${prompt}`, arguments: [] })),
})

const commands = [
  { text: '/compact', description: 'Summarise' },
  ...skillCommands([skill('notes'), skill('compare'), skill('broken', false)]),
]

table([
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
])('what is typed offers what goes on from it', (text, expected) => {
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
    text: '/desk:notes',
    description: 'Says notes',
    prompt: {
      name: 'notes',
      description: 'Says notes',
      arguments: [],
      serverId: 'id of desk',
      command: '/desk:notes',
    },
  })
})

test.each([
  ['@', 1, { from: 0, to: 1, query: '' }],
  ['Read @not', 9, { from: 5, to: 9, query: 'not' }],
  ['Read @notes.md now', 8, { from: 5, to: 15, query: 'no' }],
  ['(@a/b', 5, { from: 1, to: 5, query: 'a/b' }],
  ['Read @notes.md now', 18, null],
  ['me@example.org', 14, null],
  ['no', 2, null],
])('in %j the caret at %i names a file by %j', (text, caret, mention) => {
  expect(mentionAt(text, caret)).toEqual(mention)
})

test('a path with spaces is named in quotes', () => {
  expect(['a/b.md', 'my notes.md'].map(mentionOf)).toEqual(['@a/b.md ', '@"my notes.md" '])
})
