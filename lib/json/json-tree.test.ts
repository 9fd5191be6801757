import { expect, test } from 'vitest'
import { readJsonTree } from './json-tree'

test('every value is known by its place', () => {
  const text = '{ "a": [1, "x\\"y"], "b": {} }'
  const tree = readJsonTree(text)
  if (tree?.kind !== 'object') throw new Error('It is an object.')
  expect(tree.entries.map(({ key, value }) => [key, text.slice(value.start, value.end)])).toEqual([
    ['a', '[1, "x\\"y"]'],
    ['b', '{}'],
  ])
})

test.each(['{', '{"a": 1,}', '{"a": 1, "a": 2}', '[{"a": 1, "a": 2}]', 'x', ''])('%j has none', text => {
  expect(readJsonTree(text)).toBeNull()
})

test('what goes deeper than anybody reads has none, and takes no stack', () => {
  const deep = (levels: number) => '['.repeat(levels) + ']'.repeat(levels)
  expect(readJsonTree(deep(200))).not.toBeNull()
  for (const levels of [202, 100_000]) expect(readJsonTree(deep(levels))).toBeNull()
})

test('a text of millions of characters is one value', () => {
  for (const piece of ['x', '\\n', 'x\\n'])
    expect(readJsonTree(`"${piece.repeat(4_000_000)}"`)).toMatchObject({ kind: 'scalar', start: 0 })
})
