import { describe, expect, test } from 'vitest'
import { LANGUAGES, preferredLanguage } from './languages'
import { MESSAGES } from './messages'

/** Every message by its path. */
function messagesIn(messages: object, path = ''): [string, string][] {
  return Object.entries(messages).flatMap(([name, value]): [string, string][] =>
    typeof value === 'string' ? [[`${path}${name}`, value]] : messagesIn(value, `${path}${name}.`),
  )
}

/** The parameters of a message: the names in its braces and its tags. */
const parametersOf = (message: string): string[] =>
  [
    ...new Set([...message.matchAll(/\{(\w+)(?=[,}])|<(\w+)>/g)].map(([, name, tag]) => name ?? `<${tag}>`)),
  ].sort()

const english = new Map(messagesIn(MESSAGES.en))

describe.each(LANGUAGES.filter(language => language !== 'en'))('in %s', language => {
  const messages = messagesIn(MESSAGES[language])

  test('there are the same messages as in English, with the same parameters', () => {
    expect(messages.map(([path]) => path).sort()).toEqual([...english.keys()].sort())
    for (const [path, message] of messages)
      expect([path, parametersOf(message)]).toEqual([path, parametersOf(english.get(path) ?? '')])
  })

  test('no message is empty, and each plural has all forms of the language', () => {
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
])('a browser that prefers %j gets %s', (header, language) => {
  expect(preferredLanguage(header)).toBe(language)
})
