import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { Refusal } from '@/lib/domain/contract/problem'
import { strictJson } from './read-body'

const refusal = (text: string) => {
  const read = strictJson(text)
  if (!(read instanceof Refusal)) throw new Error('It was read.')
  return [read.code, read.more.errors?.[0]?.path]
}

describe('strict reading', () => {
  test('brings the very value of any JSON that says one thing', () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 8 }), value => {
        const text = JSON.stringify(value)
        fc.pre(!text.includes('\\u0000') && text.isWellFormed() && !/\\ud[89a-f]/i.test(text))
        expect(strictJson(text)).toEqual({ value: JSON.parse(text) })
      }),
    )
  })

  test.each([
    ['{', 'malformed_json', undefined],
    ['{"a":1,}', 'malformed_json', undefined],
    ['{"a":1,"a":1}', 'invalid_request', '/a'],
    ['{"a":{"b":1,"\\u0062":1}}', 'invalid_request', '/a/b'],
    ['[1,[2,9007199254740993]]', 'invalid_request', '/1/1'],
    ['{"a/b":"\\u0000"}', 'invalid_request', '/a~1b'],
    ['{"\\u0000":1}', 'invalid_request', '/\0'],
    ['{"\\udc00":1}', 'invalid_request', '/\udc00'],
    ['{"a":"\\ud800"}', 'invalid_request', '/a'],
    ['{"arguments":{"a":1,"a":2}}', 'invalid_arguments', '/a'],
    ['{"decisions":[{"arguments":{"a":{"b":1e999}}}]}', 'invalid_arguments', '/a/b'],
    ['{"arguments":"\\u0000"}', 'invalid_arguments', ''],
    ['{"argumentsText":"\\u0000"}', 'invalid_request', '/argumentsText'],
    ['{"a":{"arguments":1,"arguments":2}}', 'invalid_arguments', ''],
  ])('refuses %s', (text, code, path) => {
    expect(refusal(text)).toEqual([code, path])
  })

  test('refuses depth in which others would drown, and takes what is ordinary', () => {
    const nested = (depth: number) => `${'['.repeat(depth)}${']'.repeat(depth)}`
    expect(refusal(nested(1_000_000))[0]).toBe('invalid_request')
    expect(refusal(nested(101))[0]).toBe('invalid_request')
    expect(strictJson(nested(100))).not.toBeInstanceOf(Refusal)
  })
})
