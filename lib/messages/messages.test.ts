import compile from 'icu-minify/compile'
import { describe, expect, test } from 'vitest'
import enExport from './en/export.json'
import { LANGUAGES, preferredLanguage } from './languages'
import { MESSAGES } from './messages'
import ruExport from './ru/export.json'

/** Every message by its path. */
function messagesIn(messages: object, path = ''): [string, string][] {
  return Object.entries(messages).flatMap(([name, value]): [string, string][] =>
    typeof value === 'string' ? [[`${path}${name}`, value]] : messagesIn(value, `${path}${name}.`),
  )
}

/** The parameters of a message and its tags. */
function parametersOf(message: string): string[] {
  const nodes = compile(message)
  return [...new Set(typeof nodes === 'string' ? [] : nodes.flatMap(namesIn))].sort()
}

/** The names in a part of a parsed message: a text, a sign, or a name with what depends on it. */
function namesIn(node: unknown): string[] {
  if (!Array.isArray(node)) return []
  const [name, type, options] = node
  if (type === undefined || typeof type === 'number')
    return [
      String(name),
      ...Object.values(Object(options)).flatMap(branch => [branch].flat(1).flatMap(namesIn)),
    ]
  return [`<${name}>`, ...node.slice(1).flatMap(namesIn)]
}

const english = new Map([...messagesIn(MESSAGES.en), ...messagesIn(enExport)])

describe.each(LANGUAGES.filter(language => language !== 'en'))('in %s', language => {
  const messages = [...messagesIn(MESSAGES[language]), ...messagesIn(ruExport)]

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
