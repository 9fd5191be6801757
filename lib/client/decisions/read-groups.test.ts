import { expect, test } from 'vitest'
import type { WaitingCall } from '@/lib/domain/call/call'
import { approvedCall, aSet } from '@/test/factories'
import { invocation, read, write } from '@/test/gallery/made-up'
import { table } from '@/test/table'
import { isPlainRead, readGroups } from './read-groups'

const search = (args: object, params: Record<string, string>) =>
  read(0, '', {
    proposed: invocation('search_files', args),
    preview: {
      kind: 'text',
      summary: 'Search',
      codedText: { code: 'file.search', params },
      preconditions: [],
    },
  })

table<[string, WaitingCall, boolean]>([
  ['its path is in the line', read(0, 'a.txt'), true],
  [
    'it is about all of the workspace',
    read(0, 'a', { proposed: invocation('list_files', { path: '.' }) }),
    true,
  ],
  ['it has no argument', read(0, 'a', { proposed: invocation('list_files', {}) }), true],
  [
    'a folder ends with a slash',
    read(0, 'src', { proposed: invocation('list_files', { path: './src/' }) }),
    true,
  ],
  [
    'an extension has a dot',
    search({ pattern: 'a', extension: '*.ts' }, { pattern: 'a', ending: 'ts' }),
    true,
  ],
  ['an argument is not in the line', search({ pattern: 'a', caseSensitive: true }, { pattern: 'a' }), false],
  ['an argument is cut there', search({ pattern: 'abc' }, { pattern: 'ab…' }), false],
  ['a name has a blank that no line shows', read(0, 'a  b.txt'), false],
  ['it changes something', write(0, 'a.txt'), false],
  ['its risk is not low', read(0, '.env', { risk: { level: 'medium', reasons: ['private'] } }), false],
  ['its tool is of a server', read(0, 'a.txt', { source: 'mcp:one' }), false],
  ['it waits for the second time', read(0, 'a.txt', { why: 'outcome_unknown' }), false],
])('a line says all of a call, or not: %s', (_, call, isPlain) => {
  expect(isPlainRead(call)).toBe(isPlain)
})

test('plain reads that follow each other in a set are a group, from two on', () => {
  const reads = [1, 2, 4, 6, 7, 8].map(index => read(index, `${index}.txt`))
  const calls = [write(0, 'a'), ...reads, write(3, 'b'), approvedCall({ index: 5 })]
  const set = aSet(calls.toSorted((one, other) => one.index - other.index))
  const groups = readGroups([set, aSet([read(9, 'c'), write(10, 'd')])])
  expect([...groups].map(([id, group]) => [id, group.map(({ index }) => index)])).toEqual([
    ['call-1', [1, 2]],
    ['call-6', [6, 7, 8]],
  ])
})
