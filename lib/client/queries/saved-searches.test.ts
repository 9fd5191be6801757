import { expect, test } from 'vitest'
import { toSearches } from './saved-searches'

test.each([
  ['nothing', null, []],
  ['no JSON', '{', []],
  ['no list', '{"name":"a"}', []],
  [
    'a search',
    '[{"name":"Denied","address":"decision=deny"}]',
    [{ name: 'Denied', address: 'decision=deny' }],
  ],
  [
    'what filters nothing, has no name or is none',
    '[{"name":"a","address":"x=1"},{"name":" ","address":"q=a"},null,7]',
    [],
  ],
  [
    'a name that is too long, and with spaces around it',
    `[{"name":" ${'n'.repeat(70)}","address":"q=a"}]`,
    [{ name: 'n'.repeat(59), address: 'q=a' }],
  ],
  ['an address with more in it', '[{"name":"a","address":"q=b&evil=1"}]', [{ name: 'a', address: 'q=b' }]],
])('of %s there is what can be understood', (_, text, searches) => {
  expect(toSearches(text)).toEqual(searches)
})
