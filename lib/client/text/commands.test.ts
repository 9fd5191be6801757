import { expect, test } from 'vitest'
import type { Skill } from '@/lib/domain/memory/skill'
import { matchingCommands, skillCommands } from './commands'

const skill = (name: string, isUsable = true): Skill => ({
  ...{ name, description: `About ${name}`, source: 'owner', path: name, warnings: [], body: '' },
  ...{ isUsable, isHidden: false, isOffered: true },
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
