import { expect, test } from 'vitest'
import { toRule } from './rule'

const row = {
  id: 'a',
  number: 1,
  effect: 'allow',
  tool: 'read_file',
  reads: false,
  scope: 'always',
  sessionId: null,
  expiresAt: null,
  enabled: true,
  note: null,
  by: null,
  createdAt: new Date(0),
  originCall: null,
  uses: 0,
  lastUsedAt: null,
  matchers: [{ argument: '/path', kind: 'exact', value: 'a.txt' }],
}
const ASKS = { id: 'a', effect: 'ask', tool: '*', matchers: [] }

test('a rule is what its row says', () => {
  expect(toRule(row)).toMatchObject({ effect: 'allow', tool: 'read_file', matchers: row.matchers })
})

test.each([
  ['of another effect', { effect: 'delegate' }],
  ['with a matcher of another kind', { matchers: [{ argument: '/path', kind: 'regex', value: 'a' }] }],
  ['with a matcher that says more', { matchers: [{ ...row.matchers[0], but: 'b.txt' }] }],
  ['whose matchers are broken', { matchers: 5 }],
])('one %s lets nothing through, and everything be asked about', (_, strange) => {
  expect(toRule({ ...row, ...strange })).toMatchObject(ASKS)
})
