import { expect } from 'vitest'
import type { Matcher, Rule } from '@/lib/domain/policy/rule'
import { aTool } from '@/test/factories'
import { table } from '@/test/table'
import { draftOf, shapeOf } from './rule-draft'

const tools = [
  aTool({ schema: { type: 'object', properties: { path: { type: 'string' }, limit: { type: 'integer' } } } }),
]

const rule = (matcher: Matcher): Rule => ({
  ...{ id: 'rule', number: 1, effect: 'allow', tool: 'read_file', reads: false },
  ...{ matchers: [matcher], scope: 'always', enabled: true, uses: 0 },
})

table<[Matcher, string]>([
  [{ argument: '/path', kind: 'glob', value: 'notes/*' }, 'notes/*'],
  [{ argument: '/path', kind: 'exact', value: '5' }, '5'],
  [{ argument: '/path', kind: 'prefix', value: '{' }, '{'],
  [{ argument: '/limit', kind: 'exact', value: 5 }, '5'],
  [{ argument: '/other', kind: 'exact', value: '5' }, '"5"'],
  [{ argument: '', kind: 'exact', value: { path: 'a' } }, '{"path":"a"}'],
  [{ argument: '/path', kind: 'command', value: ['git', '-m', 'a "b"', '…'] }, 'git -m "a \\"b\\"" …'],
  [{ argument: '/limit', kind: 'range', value: { min: 1, max: 10 } }, '1'],
  [{ argument: '/limit', kind: 'range', value: { max: 10 } }, ''],
])('a condition is shown as a text, which means the same again', (matcher, text) => {
  const draft = draftOf(rule(matcher), tools)
  expect(draft.conditions[0]?.value).toBe(text)
  expect(shapeOf(draft, tools).matchers).toEqual([matcher])
})
