import { expect, test } from 'vitest'
import { pointerTo } from '@/lib/text/json/json-value'
import { statePath } from './state-path'

test.each<[string, string[] | null]>([
  ['/notes/readme', ['notes', 'readme']],
  ['notes.readme', ['notes', 'readme']],
  [' notes ', ['notes']],
  ['†state.notes.readme', ['notes', 'readme']],
  ['state/notes', ['notes']],
  ['state', ['state']],
  ['/a~1b/c~0d', ['a/b', 'c~d']],
  ['/files/a.txt', ['files', 'a.txt']],
  ['', null],
  ['/', null],
  ['a..b', null],
  ['/a//b', null],
  ['/__proto__/x', null],
  ['a.__proto__', null],
  ['x'.repeat(201), null],
  ['/x'.repeat(21), null],
])('%s', (text, keys) => {
  expect(statePath(text)).toEqual(keys)
})

test('a pointer names the same place again', () => {
  const keys = ['a/b', 'c~d', 'e.f', '~1']
  expect(pointerTo(...keys)).toBe('/a~1b/c~0d/e.f/~01')
  expect(statePath(pointerTo(...keys))).toEqual(keys)
})
