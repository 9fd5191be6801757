import { expect, test } from 'vitest'
import { Matcher } from './rule'

test('a matcher names its argument by a JSON pointer', () => {
  const matcher = { kind: 'exact', value: 'a' }
  for (const argument of ['', '/path', '/a~1b/0'])
    expect(Matcher.safeParse({ ...matcher, argument }).success).toBe(true)
  for (const argument of ['path', 'a/b'])
    expect(Matcher.safeParse({ ...matcher, argument }).success).toBe(false)
})

test.each([
  ['prefix', 1],
  ['glob', ''],
  ['host', null],
  ['range', {}],
  ['range', { min: '1' }],
  ['range', { from: 1 }],
  ['command', 'ls'],
  ['command', []],
  ['like', 'x'],
])('a matcher of kind %s with %j says nothing', (kind, value) => {
  expect(Matcher.safeParse({ argument: '/a', kind, value }).success).toBe(false)
})
