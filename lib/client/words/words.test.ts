import { describe, expect, test } from 'vitest'
import { askedLanguage, LANGUAGES } from './languages'
import { WORDS } from './words-of'

/** Every message by its path. */
function messagesIn(words: object, path = ''): [string, string][] {
  return Object.entries(words).flatMap(([name, value]): [string, string][] =>
    typeof value === 'string' ? [[`${path}${name}`, value]] : messagesIn(value, `${path}${name}.`),
  )
}

/** What a message is told: the names in its braces and its tags. */
const toldTo = (message: string): string[] =>
  [
    ...new Set([...message.matchAll(/\{(\w+)(?=[,}])|<(\w+)>/g)].map(([, name, tag]) => name ?? `<${tag}>`)),
  ].sort()

const english = new Map(messagesIn(WORDS.en))

describe.each(LANGUAGES.filter(language => language !== 'en'))('in %s', language => {
  const messages = messagesIn(WORDS[language])

  test('there are the same messages as in English, told the same', () => {
    expect(messages.map(([path]) => path).sort()).toEqual([...english.keys()].sort())
    for (const [path, message] of messages)
      expect([path, toldTo(message)]).toEqual([path, toldTo(english.get(path) ?? '')])
  })

  test('none is empty, and what counts knows the plurals of the language', () => {
    const forms = new Intl.PluralRules(language).resolvedOptions().pluralCategories
    for (const [path, message] of messages) {
      expect([path, message.trim()]).not.toEqual([path, ''])
      if (!message.includes(', plural,')) continue
      for (const form of forms)
        expect([path, message]).toEqual([path, expect.stringMatching(`\\b${form} *\\{`)])
    }
  })
})

test.each([
  [null, 'en'],
  ['', 'en'],
  ['de-DE,de;q=0.9', 'en'],
  ['ru-RU,ru;q=0.9,en;q=0.8', 'ru'],
  ['de, ru;q=0.3, en;q=0.7', 'en'],
  ['en;q=0.2,RU', 'ru'],
  [';;;,,q=', 'en'],
])('who asks for %j reads %s', (asked, language) => {
  expect(askedLanguage(asked)).toBe(language)
})
