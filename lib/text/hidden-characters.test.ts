import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { HIDDEN_CORPUS } from '@/test/http/hidden-corpus'
import { table } from '@/test/table'
import {
  hasHiddenCharacters,
  plainName,
  prosePieces,
  visiblePieces,
  withVisibleEscapes,
} from './hidden-characters'

const named = (code: number): string => `⟦U+${code.toString(16).toUpperCase().padStart(4, '0')}⟧`

describe('hidden characters', () => {
  table(HIDDEN_CORPUS)('are shown by their code point, of four digits at least', (_, code) => {
    const text = `before${String.fromCodePoint(code)}after`
    expect(withVisibleEscapes(text)).toBe(`before${named(code)}after`)
    expect(hasHiddenCharacters(text)).toBe(true)
  })

  test('a text that imitates what stands for one is laid open too', () => {
    expect(withVisibleEscapes('a⟦U+202E⟧b ⟦x⟧')).toBe('a⟦U+27E6⟧U+202E⟧b ⟦x⟧')
    expect(hasHiddenCharacters('⟦U+0041⟧')).toBe(true)
    expect(hasHiddenCharacters('⟦secret:1⟧ ⟦')).toBe(false)
  })

  test('a whole line that was made to read as another is laid open', () => {
    expect(withVisibleEscapes('rm -rf ~\r\u001b[2Kls')).toBe('rm -rf ~⟦U+000D⟧⟦U+001B⟧[2Kls')
    expect(withVisibleEscapes('\u202etxt.exe')).toBe('⟦U+202E⟧txt.exe')
  })

  test.each(['a\nb\tc', 'naïve façade', '日本語', 'Ελλάδα', 'العربية', '👍', '{"path": "a b"}', ''])(
    '“%s” has none',
    text => {
      expect(withVisibleEscapes(text)).toBe(text)
      expect(hasHiddenCharacters(text)).toBe(false)
    },
  )

  test('what is shown leads back to the exact text, whatever it is', () => {
    const imitating = fc.constantFrom('⟦U+', '⟦', '⟧', 'U+202E', '⟦U+202E⟧', '\u202e')
    const anyText = fc.array(fc.oneof(fc.string({ unit: 'binary' }), imitating)).map(parts => parts.join(''))
    fc.assert(
      fc.property(anyText, text => {
        const back = withVisibleEscapes(text).replace(/⟦U\+([0-9A-F]{4,6})⟧/g, (_, hex) =>
          String.fromCodePoint(Number.parseInt(hex, 16)),
        )
        expect(back).toBe(text)
      }),
    )
  })

  test('pieces are never empty, and each is wholly hidden or wholly not', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), text => {
        for (const piece of visiblePieces(text)) {
          expect(piece.text).not.toBe('')
          if (!piece.hidden) expect(hasHiddenCharacters(piece.text)).toBe(false)
        }
      }),
    )
  })

  test('line feed and tab are seen in a text of several lines, and not in one of one line', () => {
    const shown = (isLine: boolean) => visiblePieces('a\n\tb\u200b', isLine).map(piece => piece.text)
    expect(shown(false)).toEqual(['a\n\tb', '⟦U+200B⟧'])
    expect(shown(true)).toEqual(['a', '⟦U+000A⟧', '⟦U+0009⟧', 'b', '⟦U+200B⟧'])
  })

  test('a large text takes no time to speak of', () => {
    const text = `${'a b\n'.repeat(50_000)}\u202e`
    expect(visiblePieces(text)).toHaveLength(2)
  })
})

const shownInProse = (text: string): string =>
  prosePieces(text)
    .map(piece => piece.text)
    .join('')

describe('in somebody’s own words', () => {
  table(HIDDEN_CORPUS)('are shown by their code point', (_, code) => {
    expect(shownInProse(`before${String.fromCodePoint(code)}after`)).toBe(`before${named(code)}after`)
  })

  test.each([
    'می\u200cخواهم',
    'क्\u200dष',
    '✔\ufe0f 👍🏽 1\ufe0f\u20e3',
    '👩\u200d💻 🏳\ufe0f\u200d🌈',
    'a\n\tb',
    'שלום',
  ])('what writing and emoji need is let be: %s', text => {
    expect(shownInProse(text)).toBe(text)
  })

  test.each([
    ['می\u202eخواهم', 'می⟦U+202E⟧خواهم'],
    ['می\u200c\u200cخ', 'می⟦U+200C⟧⟦U+200C⟧خ'],
    ['👩\u200d', '👩⟦U+200D⟧'],
    ['a\ufe0f', 'a⟦U+FE0F⟧'],
    ['✔\ufe0f\ufe0f', '✔\ufe0f⟦U+FE0F⟧'],
    ['1\ufe0f', '1⟦U+FE0F⟧'],
  ])('and no more than that', (text, shown) => {
    expect(shownInProse(text)).toBe(shown)
  })
})

test.each([
  ['../../etc/passwd', 'passwd'],
  ['C:\\photos\\sea\u202e.jpg', 'sea.jpg'],
  ['a\0b\nc.txt', 'abc.txt'],
  ['  two  words.md ', 'two words.md'],
  ['x'.repeat(300), 'x'.repeat(100)],
  ['..', '..'],
  ['/', 'file'],
])('of the name %j of a file stays %j', (name, plain) => {
  expect(plainName(name)).toBe(plain)
})
