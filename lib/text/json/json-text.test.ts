import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { table } from '@/test/table'
import { holdsTooMuch, parseJsonText } from './json-text'

describe('a JSON text', () => {
  test.each([
    ['{"a": 1.0}', { a: 1 }],
    ['{"a": 1e2, "b": [0.1, -0, 12345678901234567e3]}', { a: 100, b: [0.1, -0, 12345678901234567e3] }],
    ['[{"a": 1}, {"a": 2}]', [{ a: 1 }, { a: 2 }]],
    ['{"a,b": {"c:d": "x,{y\\"}"}}', { 'a,b': { 'c:d': 'x,{y"}' } }],
    ['"just text"', 'just text'],
    ['{"a": {"a": {"a": null}}}', { a: { a: { a: null } } }],
  ])('%s is read', (text, value) => {
    expect(parseJsonText(text)).toEqual({ ok: true, value })
  })

  table([
    ['{"a": 1, "a": 2}', '/a', /twice/],
    ['{"a": 1, "\\u0061": 2}', '/a', /twice/],
    ['{"x": [{"b": 1}, {"c": 1, "c": 1}]}', '/x/1/c', /twice/],
    ['{"a/b": {"~": 1, "~": 2}}', '/a~1b/~0', /twice/],
    ['{"n": 9007199254740993}', '/n', /exactly/],
    ['{"n": 1e999}', '/n', /exactly/],
    ['[1, 0.12345678901234567890]', '/1', /exactly/],
    ['{"a": "x\\u0000y"}', '/a', /NUL/],
    ['{"a": "x\0y"}', '', /NUL/],
    ['{"x": {"\\u0000": 1}}', '/x/\0', /NUL/],
    ['{"a": "\\ud83d"}', '/a', /half of a character/],
    ['{"a": "\ude00"}', '/a', /half of a character/],
    ['{"\\ud83d": 1}', '/\ud83d', /half of a character/],
    ['{"a": }', '', /Not valid JSON/],
    ['', '', /Not valid JSON/],
    ['{"a": 1} trailing', '', /Not valid JSON/],
  ])('is refused where it says two things or too much', (text, path, message) => {
    expect(parseJsonText(text)).toMatchObject({ ok: false, path, message: expect.stringMatching(message) })
  })

  test('is read to a depth of 100, and refused where it goes deeper', () => {
    const nested = (depth: number) => `${'[{"a":'.repeat(depth / 2)}1${'}]'.repeat(depth / 2)}`
    expect(parseJsonText(nested(100))).toEqual({ ok: true, value: JSON.parse(nested(100)) })
    const message = 'This is nested more than 100 levels deep.'
    const path = '/0/a'.repeat(50)
    expect(parseJsonText(nested(102))).toMatchObject({ ok: false, isJson: true, path, message })
    expect(parseJsonText(nested(1_000_000))).toMatchObject({ ok: false, isJson: true, path, message })
  })

  test('is read up to so many values, and refused before it is built where it holds more', () => {
    const list = (length: number) => JSON.stringify(Array.from({ length }, (_, at) => ({ at })))
    expect(parseJsonText(list(9_999))).toMatchObject({ ok: true })
    const message = expect.stringContaining('more than 20,000 values')
    expect(parseJsonText(list(10_000))).toMatchObject({ ok: false, isJson: true, path: '/9999/at', message })
    expect(parseJsonText(`{"a":[${'1,'.repeat(30_000)}`)).toMatchObject({
      ok: false,
      path: '/a/19998',
      message,
    })
  })

  test('may hold whole characters of any plane', () => {
    expect(parseJsonText('{"a": "\\ud83d\\ude00 😀"}')).toEqual({ ok: true, value: { a: '😀 😀' } })
  })

  test('whatever JSON.stringify writes is read back as it was', () => {
    fc.assert(
      fc.property(fc.jsonValue(), value => {
        const text = JSON.stringify(value)
        const read = parseJsonText(text)
        if (text.includes('\\u0000')) expect(read.ok).toBe(false)
        else expect(read).toEqual({ ok: true, value: JSON.parse(text) })
      }),
    )
  })
})

describe('what holds too much', () => {
  const MOST = 20_000
  test.each([
    ['as many values as are read', JSON.stringify(Array(MOST - 1).fill(1)), false],
    ['one value more', JSON.stringify(Array(MOST).fill(1)), true],
    [
      'as many in lists of one',
      `[${Array(MOST / 2 - 1)
        .fill('[1]')
        .join()}]`,
      false,
    ],
    [
      'more in lists of one',
      `[${Array(MOST / 2)
        .fill('[1]')
        .join()}]`,
      true,
    ],
    ['as many levels as are read', '['.repeat(100) + ']'.repeat(100), false],
    ['one level more', '['.repeat(101) + ']'.repeat(101), true],
    ['commas and brackets in a text', JSON.stringify('[{,'.repeat(MOST)), false],
  ])('is told of %s', (_, text, expected) => {
    expect(holdsTooMuch(text)).toBe(expected)
  })
})
