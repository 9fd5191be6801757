import { expect, test } from 'vitest'
import type { Skill } from '@/lib/domain/skill'
import { offeredCommands, skillCommands } from './offered-commands'

const skill = (name: string, isUsable = true): Skill => ({
  ...{ name, description: `About ${name}`, source: 'owner', path: name, warnings: [], body: '' },
  ...{ isUsable, isHidden: false, isOffered: true },
})

const commands = [
  { text: '/compact', about: 'Summarise' },
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
  expect(offeredCommands(text, commands).map(command => command.text)).toEqual(expected)
})
