import { describe, expect, test } from 'vitest'
import { excerpt, readErrorBody } from './fault'

describe('the words and codes of an error body', () => {
  test.each<[string, string, string[]]>([
    ['{"error":{"message":"No","code":"c","type":"t"}}', 'No', ['c', 't']],
    ['{"error":{"message":"No","code":400}}', 'No', ['400']],
    ['{"error":"No"}', 'No', []],
    [
      '{"object":"error","message":"No","type":"BadRequestError","code":400}',
      'No',
      ['400', 'BadRequestError'],
    ],
    ['{"detail":"No"}', 'No', []],
    [
      '{"type":"response.failed","response":{"error":{"code":"c","message":"No"}}}',
      'No',
      ['c', 'response.failed'],
    ],
    ['"No"', 'No', []],
    ['No', 'No', []],
    ['<html>No</html>', 'fallback', []],
    ['{"error":{}}', 'fallback', []],
    ['{"error":null}', 'fallback', []],
    ['{"oh', 'fallback', []],
    ['', 'fallback', []],
  ])('%s', (body, words, codes) => expect(readErrorBody(body, 'fallback')).toEqual({ words, codes, body }))
})

test('an excerpt is one line and not long', () => {
  expect(excerpt('  a\n\n b ')).toBe('a b')
  expect(excerpt('x'.repeat(1000))).toBe(`${'x'.repeat(400)}…`)
})
