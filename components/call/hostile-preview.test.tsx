import { describe, expect } from 'vitest'
import { hasHiddenCharacters } from '@/lib/text/hidden-characters'
import { HIDDEN_CORPUS } from '@/test/http/hidden-corpus'
import { sampled, table } from '@/test/table'
import { type CallTexts, previewMarkup } from './testing/preview-markup'

const shown = { summary: 'A call', preconditions: [] }
const command = { argv: ['a'], text: 'a', cwd: 'a', sandboxed: true, network: false }
const request = { method: 'GET', url: 'https://example.org/', headers: {} }
const unified = (path: string, line: string) => `--- a/${path}\n+++ b/${path}\n@@ -1 +1 @@\n-a\n+${line}\n`

/** Each place of a card where a text from outside stands. */
const FIELDS: [string, (text: string) => CallTexts][] = [
  [
    'the text of a command',
    text => ({ preview: { ...shown, kind: 'command', command: { ...command, text } } }),
  ],
  [
    'the folder of a command',
    text => ({ preview: { ...shown, kind: 'command', command: { ...command, cwd: text } } }),
  ],
  [
    'the address of a request',
    text => ({ preview: { ...shown, kind: 'request', request: { ...request, url: text } } }),
  ],
  ['its method', text => ({ preview: { ...shown, kind: 'request', request: { ...request, method: text } } })],
  [
    'the name of a header',
    text => ({ preview: { ...shown, kind: 'request', request: { ...request, headers: { [text]: 'a' } } } }),
  ],
  [
    'the value of a header',
    text => ({ preview: { ...shown, kind: 'request', request: { ...request, headers: { a: text } } } }),
  ],
  ['a body', text => ({ preview: { ...shown, kind: 'request', request: { ...request, body: text } } })],
  [
    'a line of a diff',
    text => ({ preview: { ...shown, kind: 'diff', diff: { path: 'a', unified: unified('a', text) } } }),
  ],
  [
    'the path of one of several files',
    text => ({
      preview: {
        ...shown,
        kind: 'diff',
        diffs: [
          { path: 'a', unified: unified('a', 'b') },
          { path: text, unified: unified('c', 'd') },
        ],
      },
    }),
  ],
  ['the arguments', text => ({ preview: { ...shown, kind: 'text' }, argumentsText: text })],
  ['the arguments for a server', text => ({ preview: { ...shown, kind: 'mcp' }, argumentsText: text })],
  [
    'a definition that has changed',
    text => ({
      preview: {
        ...shown,
        kind: 'mcp',
        definition: { before: 'a', after: text, unified: unified('a', text) },
      },
      argumentsText: '{}',
    }),
  ],
]

/** What stands on the card, as somebody reads it, and as it is copied. */
const textOf = (markup: string): string => plain(markup.replace(/<[^>]+>/g, ''))
const copied = (markup: string): string =>
  plain(
    markup
      .replace(/<span data-exact="([0-9A-F]+)"[^>]*>[^<]*<\/span>/g, (_, hex) => `&#x${hex};`)
      .replace(/<[^>]+>/g, ''),
  )
const plain = (text: string): string =>
  text
    .replace(/&#x([0-9A-Fa-f]+);/g, (_, hex) => String.fromCodePoint(Number.parseInt(hex, 16)))
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&amp;', '&')

/** Texts that are made to be read as another, beside each character alone. */
const SPOOFS = [
  ['a line that is written over', 'rm -rf ~\r\u001b[2Kls'],
  ['a line that is erased', 'curl evil.test\u001b[1A\u001b[2K'],
  ['colours of the background', '\u001b[8mhidden\u001b[0m'],
  ['a link of a terminal', '\u001b]8;;https://evil.test\u0007docs\u001b]8;;\u0007'],
  ['backspaces', 'rm\b\bls'],
  ['a reversed ending', 'photo\u202egpj.sh'],
  ['an isolate around a comment', 'a\u2066 // \u2069\u2066'],
  ['tags', 'ls\u{e0072}\u{e006d}'],
  ['variation selectors as bytes', 'ls\ufe00\ufe01\u{e0100}\u{e01ef}'],
  ['a title of a terminal', '\u001b]0;Approved\u0007'],
  ['control characters of one byte', '\u009b2Kls'],
  ['padding that is no space', `ls${'\u2800'.repeat(40)}; id`],
  ['fillers', `ls${'\u3164'.repeat(40)}; id`],
  ['an escape that is only written', 'ls ⟦U+000A⟧ id'],
] as const

const EVERY = [
  ...HIDDEN_CORPUS.map(([name, code]) => [name, `b${String.fromCodePoint(code)}c`] as const),
  ...SPOOFS,
]

describe('what hides in a card', () => {
  const cases = FIELDS.flatMap(([field, make]) =>
    EVERY.map(([name, text]) => [field, name, text, make] as const),
  )

  table(sampled(cases, 60))(
    'is named by its code point, and can be copied as it is',
    (...[, , text, make]) => {
      const markup = previewMarkup(make(text))
      const read = textOf(markup)
      expect(hasHiddenCharacters(read.replace(/⟦U\+[0-9A-F]{4,6}⟧/g, ''))).toBe(false)
      expect(read).toMatch(/⟦U\+[0-9A-F]{4,6}⟧/)
      if (text.isWellFormed()) expect(copied(markup)).toContain(text.replace(/\n$/, ''))
    },
  )
})
