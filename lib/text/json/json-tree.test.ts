import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type JsonNode, readJsonTree } from './json-tree'

test('every value is known by its place', () => {
  const text = '{ "a": [1, "x\\"y"], "b": {} }'
  const tree = readJsonTree(text)
  if (tree?.kind !== 'object') throw new Error('It is an object.')
  expect(tree.entries.map(({ key, value }) => [key, text.slice(value.start, value.end)])).toEqual([
    ['a', '[1, "x\\"y"]'],
    ['b', '{}'],
  ])
})

test('whatever a text holds, each value stands at its place', () => {
  const scalarsIn = (node: JsonNode): JsonNode[] => {
    if (node.kind === 'scalar') return [node]
    return node.kind === 'array'
      ? node.items.flatMap(scalarsIn)
      : node.entries.flatMap(({ value }) => scalarsIn(value))
  }
  const texts = fc.string({ unit: fc.constantFrom('"', '\\', 'a', '{', ',', ' ', '\n') })
  const { value } = fc.letrec(tie => ({
    value: fc.oneof(
      texts,
      fc.double(),
      fc.constant(null),
      fc.array(tie('value')),
      fc.dictionary(texts, tie('value')),
    ),
  }))
  fc.assert(
    fc.property(value, fc.constantFrom(0, 2), (json, indent) => {
      const text = JSON.stringify(json, null, indent)
      const tree = readJsonTree(text)
      if (!tree) throw new Error('It is JSON.')
      expect([tree.start, tree.end]).toEqual([0, text.length])
      for (const node of scalarsIn(tree))
        expect(node).toMatchObject({ value: JSON.parse(text.slice(node.start, node.end)) })
    }),
  )
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
    expect(readJsonTree(`"${piece.repeat(6_000_000)}"`)).toMatchObject({ kind: 'scalar', start: 0 })
})
