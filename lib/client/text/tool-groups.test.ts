import { expect, test } from 'vitest'
import { aTool } from '@/test/factories'
import { firstTools, groupTools, matchesTool } from './tool-groups'

test('tools are grouped by their source: built in, control, then each server by its name', () => {
  const tools = [
    aTool({ name: 'z__one', source: 'mcp:z' }),
    aTool({ name: 'task_complete', source: 'control' }),
    aTool({ name: 'a__one', source: 'mcp:a' }),
    aTool({ name: 'read_file' }),
    aTool({ name: 'z__two', source: 'mcp:z' }),
  ]
  expect(groupTools(tools).map(({ source, tools: own }) => [source, ...own.map(({ name }) => name)])).toEqual(
    [
      ['builtin', 'read_file'],
      ['control', 'task_complete'],
      ['mcp:a', 'a__one'],
      ['mcp:z', 'z__one', 'z__two'],
    ],
  )
})

test.each([
  [0, []],
  [1, [['a__one']]],
  [2, [['a__one', 'a__two']]],
  [3, [['a__one', 'a__two'], ['b__one']]],
  [60, [['a__one', 'a__two'], ['b__one']]],
])('the first %i tools of groups are shown in their groups', (most, names) => {
  const groups = groupTools([
    aTool({ name: 'a__one', source: 'mcp:a' }),
    aTool({ name: 'b__one', source: 'mcp:b' }),
    aTool({ name: 'a__two', source: 'mcp:a' }),
  ])
  expect(firstTools(groups, most).map(({ own }) => own.map(({ name }) => name))).toEqual(names)
})

test.each([
  ['', true],
  ['  ', true],
  ['READ', true],
  ['file folder', true],
  ['folder read_', true],
  ['write', false],
  ['file nothing', false],
])('a search for %j finds a tool by each of its words: %s', (query, isThere) => {
  const tool = aTool({ name: 'read_file', title: 'Read a file', description: 'Of the folder.' })
  expect(matchesTool(tool, query)).toBe(isThere)
})
