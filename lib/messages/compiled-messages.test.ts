import { expect, test } from 'vitest'
import { LANGUAGES } from './languages'
import { COMPILED_MESSAGES, MESSAGES } from './messages'

/** The names of all messages, by their paths. */
const namesIn = (messages: object, path = ''): string[] =>
  Object.entries(messages).flatMap(([name, value]) =>
    typeof value === 'string' || Array.isArray(value)
      ? [`${path}${name}`]
      : namesIn(value, `${path}${name}.`),
  )

/** Stored in English, and shown as it is stored. */
const isStored = (name: string): boolean => /^server\.(?!skill\.|slash\.)/.test(name)

test.each(LANGUAGES)('every message in %s is compiled, but in English what is stored so', language => {
  const names = namesIn(MESSAGES[language])
  const expected = language === 'en' ? names.filter(name => !isStored(name)) : names
  expect(namesIn(COMPILED_MESSAGES[language]).sort()).toEqual(expected.sort())
})

test('a message without parameters stays as it is, and plurals are parsed', () => {
  expect(COMPILED_MESSAGES.en.session.stopButton.stop).toBe('Stop')
  expect(COMPILED_MESSAGES.en.session.news.waiting).toEqual([
    [
      'count',
      expect.any(Number),
      expect.objectContaining({ one: expect.anything(), other: expect.anything() }),
    ],
    ': ',
    ['tools'],
  ])
})

test('compiled messages are plain objects, which a browser can be sent', () => {
  const [[, , forms]] = COMPILED_MESSAGES.en.session.news.waiting as unknown as [[string, number, object]]
  expect(Object.getPrototypeOf(forms)).toBe(Object.prototype)
})
