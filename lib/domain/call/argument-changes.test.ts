import { expect, test } from 'vitest'
import { argumentChanges, changeSize } from './argument-changes'

const of = (args: unknown) => ({ tool: 't', argumentsText: JSON.stringify(args), arguments: args })

test.each([
  ['nothing', { a: 1, b: ['x'] }, { b: ['x'], a: 1 }, []],
  ['a value', { a: 'one', b: 1 }, { a: 'two', b: 1 }, [{ name: 'a', before: 'one', after: 'two' }]],
  ['one that was added', { a: 1 }, { a: 1, b: true }, [{ name: 'b', after: 'true' }]],
  ['one that was dropped', { a: 1, b: null }, { a: 1 }, [{ name: 'b', before: 'null' }]],
  ['what is no object', [1], [2], [{ name: '', before: '[1]', after: '[2]' }]],
  ['a name that every object has', {}, { toString: 'x' }, [{ name: 'toString', after: 'x' }]],
])('%s', (...[, before, after, changes]) => {
  expect(argumentChanges(of(before), of(after))).toEqual(changes)
})

test('a change is as large as the lines that only one side has', () => {
  const before = of({ path: 'a.md', content: 'one\ntwo\ntwo\n', n: 1 })
  const after = of({ path: 'a.md', content: 'one\ntwo\nthree\nfour\n' })
  expect(changeSize(before, after)).toEqual({ names: ['content', 'n'], added: 2, removed: 2 })
})
