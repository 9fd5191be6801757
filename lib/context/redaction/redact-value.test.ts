import fc from 'fast-check'
import { expect, test } from 'vitest'
import { mapJsonText, mapTexts, type OfText } from './redact-value'

const upper = (text: string): string => text.toUpperCase()

test('the strings of a JSON text are changed, and nothing else of it', () => {
  const text = '{ "a" :1.0,\n"b":[ "x\\ny", "\\u0041", true ], "c": 12345678901234567890 }'
  expect(mapJsonText(text, upper)).toBe(
    '{ "A" :1.0,\n"B":[ "X\\nY", "\\u0041", true ], "C": 12345678901234567890 }',
  )
})

test('a value is told under which key it stands', () => {
  const value = { a: '1', b: ['2', ['3']], c: { d: '4', value: '5' }, e: [{ value: '6', name: 'API_KEY' }] }
  const namesIn = (map: (ofText: OfText) => unknown): (string | undefined)[] => {
    const names: (string | undefined)[] = []
    map((text, { name }) => {
      if (/\d/.test(text)) names.push(name)
      return text
    })
    return names
  }
  const names = ['a', 'b', 'b', 'd', 'c', 'API_KEY']
  expect(namesIn(ofText => mapJsonText(JSON.stringify(value), ofText))).toEqual(names)
  expect(namesIn(ofText => mapTexts(value, ofText))).toEqual(names)
})

test('any JSON stays the same value where nothing is changed, to the byte', () => {
  fc.assert(
    fc.property(fc.json(), text => {
      expect(mapJsonText(text, said => said)).toBe(text)
    }),
  )
})

test('any JSON stays JSON where each string is changed', () => {
  fc.assert(
    fc.property(fc.json(), text => {
      expect(() => JSON.parse(mapJsonText(text, said => `${said}"\\\n`))).not.toThrow()
    }),
  )
})

test('what is no JSON is one text', () => {
  expect(mapJsonText('{"a": "b', upper)).toBe('{"A": "B')
})

test('arguments within a value are changed as JSON', () => {
  const value = { text: 'a"b', calls: [{ argumentsText: '{"x":"a"}' }], at: 1 }
  expect(mapTexts(value, text => (text === 'a' ? '"' : text))).toEqual({
    ...value,
    calls: [{ argumentsText: '{"x":"\\""}' }],
  })
})
