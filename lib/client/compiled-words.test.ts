import { expect, test } from 'vitest'
import { COMPILED_WORDS } from './compiled-words'
import { LANGUAGES } from './words/languages'
import { WORDS } from './words/words-of'

/** The names of all messages, by their paths. */
const namesIn = (words: object, path = ''): string[] =>
  Object.entries(words).flatMap(([name, value]) =>
    typeof value === 'string' || Array.isArray(value)
      ? [`${path}${name}`]
      : namesIn(value, `${path}${name}.`),
  )

test.each(LANGUAGES)('each message in %s is read, and none is lost', language => {
  expect(namesIn(COMPILED_WORDS[language])).toEqual(namesIn(WORDS[language]))
})

test('what is told nothing stays as it is, and what counts is read', () => {
  expect(COMPILED_WORDS.en.session.stopButton.stop).toBe('Stop')
  expect(COMPILED_WORDS.en.session.news.waiting).toEqual([
    [
      'count',
      expect.any(Number),
      expect.objectContaining({ one: expect.anything(), other: expect.anything() }),
    ],
    ': ',
    ['tools'],
  ])
})

test('what is read can be told to a browser: it consists of plain objects', () => {
  const [[, , forms]] = COMPILED_WORDS.en.session.news.waiting as unknown as [[string, number, object]]
  expect(Object.getPrototypeOf(forms)).toBe(Object.prototype)
})
