import fc from 'fast-check'
import { expect, test } from 'vitest'
import { table } from '@/test/table'
import { mapJsonText, mapTexts } from './mask-value'

const upper = (text: string): string => text.toUpperCase()

const VALUE = { a: '1', b: ['2', ['3']], c: { d: '4', value: '5' }, e: [{ value: '6', name: 'API_KEY' }] }
const AS_JSON = JSON.stringify(VALUE)

table<[string, (ofText: (text: string, name: string) => string) => unknown]>([
  ['a value', ofText => mapTexts(VALUE, ofText)],
  ['a JSON text', ofText => mapJsonText(AS_JSON, ofText)],
])('a text is told under which name it stands', (_, map) => {
  const names: string[] = []
  map((text, name) => {
    if (/\d/.test(text)) names.push(name)
    return text
  })
  expect(names).toEqual(['a', 'b', 'b', 'd', 'c', 'API_KEY'])
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
