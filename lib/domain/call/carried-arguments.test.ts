import { expect, test } from 'vitest'
import { carriedArguments } from './argument-changes'

const schema = { type: 'object', properties: { path: { type: 'string' }, old: {}, new: {} } }

test.each([
  ['what both know is carried over in the order of the tool', { old: 1, path: 'a' }, { path: 'a', old: 1 }],
  ['what the tool does not know is left behind', { content: 'A', path: 'a' }, { path: 'a' }],
  ['a name that every object has is no argument', {}, {}],
  ['what is no object has nothing to carry over', ['a'], {}],
])('%s', (_, args, carried) => {
  expect(JSON.stringify(carriedArguments(schema, args))).toBe(JSON.stringify(carried))
})

test('a tool without named arguments takes nothing over', () => {
  expect(carriedArguments({ type: 'object' }, { path: 'a' })).toEqual({})
  expect(carriedArguments({ properties: { toString: {} } }, {})).toEqual({})
})
