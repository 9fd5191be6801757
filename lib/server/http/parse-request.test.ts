import { expect, test } from 'vitest'
import { Refusal } from '@/lib/domain/contract/problem'
import { ifMatch } from './parse-request'

const PLAN = { endpoint: 'PUT /api/sessions/{id}/plan', ifMatch: true } as const
const MEMORY = { endpoint: 'PATCH /api/memories/{id}' } as const
const headers = (value: string | null) => new Headers(value === null ? {} : { 'if-match': value })

const REFUSED = [
  ...['', '-1', '1.5', '1e3', '0x1', '"3', '3"', "'3'", 'W/"3"', '"1", "2"', '1, 1', '"*"', '**', 'three'],
  ...['1234567890', '"a"'],
].map(value => [value, expect.objectContaining({ code: 'invalid_request' })] as const)

test.each([
  ['3', 3],
  ['"3"', 3],
  ['"0"', 0],
  [' "12" ', 12],
  ['*', undefined],
  [null, undefined],
  ...REFUSED,
] as const)('%s names a revision, none, or is refused', (value, revision) => {
  expect(ifMatch(PLAN, headers(value), {})).toEqual(revision)
})

test('the body may name it too, as long as it is the same', () => {
  expect(ifMatch(PLAN, headers(null), { revision: 2 })).toBe(2)
  expect(ifMatch(PLAN, headers('*'), { revision: 2 })).toBe(2)
  expect(ifMatch(PLAN, headers('"2"'), { revision: 2 })).toBe(2)
  expect(ifMatch(PLAN, headers('"3"'), { revision: 2 })).toMatchObject({ code: 'invalid_request' })
})

test('what has no revision takes none; other methods are not asked', () => {
  expect(ifMatch(MEMORY, headers('"1"'), {})).toBeInstanceOf(Refusal)
  expect(ifMatch(MEMORY, headers('*'), { revision: 1 })).toBeUndefined()
  expect(ifMatch({ endpoint: 'GET /api/memories' }, headers('"1"'), undefined)).toBeUndefined()
})
