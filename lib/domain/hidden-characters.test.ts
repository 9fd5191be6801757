import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { hasHiddenCharacters, hasLookAlikes, visiblePieces, withVisibleEscapes } from './hidden-characters'

/** What attacks hide text with, or make it read as something else. */
const CORPUS: [string, number][] = [
  ['right-to-left override', 0x202e],
  ['left-to-right embedding', 0x202a],
  ['right-to-left isolate', 0x2067],
  ['pop directional isolate', 0x2069],
  ['right-to-left mark', 0x200f],
  ['Arabic letter mark', 0x061c],
  ['zero width space', 0x200b],
  ['zero width joiner', 0x200d],
  ['word joiner', 0x2060],
  ['byte order mark', 0xfeff],
  ['soft hyphen', 0x00ad],
  ['combining grapheme joiner', 0x034f],
  ['Mongolian vowel separator', 0x180e],
  ['Hangul filler', 0x3164],
  ['halfwidth Hangul filler', 0xffa0],
  ['Hangul choseong filler', 0x115f],
  ['no-break space', 0x00a0],
  ['ideographic space', 0x3000],
  ['hair space', 0x200a],
  ['line separator', 0x2028],
  ['paragraph separator', 0x2029],
  ['next line', 0x0085],
  ['carriage return', 0x000d],
  ['escape', 0x001b],
  ['backspace', 0x0008],
  ['delete', 0x007f],
  ['null', 0x0000],
  ['vertical tab', 0x000b],
  ['variation selector 16', 0xfe0f],
  ['variation selector 17', 0xe0100],
  ['tag latin capital a', 0xe0041],
  ['musical symbol begin beam', 0x1d173],
  ['shorthand format letter overlap', 0x1bca0],
  ['braille blank', 0x2800],
  ['a private use character', 0xe000],
  ['a noncharacter', 0xffff],
  ['half a surrogate pair', 0xd800],
  ['function application', 0x2061],
]

const named = (code: number): string => `⟦U+${code.toString(16).toUpperCase().padStart(4, '0')}⟧`

describe('hidden characters', () => {
  test.each(CORPUS)('%s is shown by its code point, of four digits at least', (_, code) => {
    const text = `before${String.fromCodePoint(code)}after`
    expect(withVisibleEscapes(text)).toBe(`before${named(code)}after`)
    expect(hasHiddenCharacters(text)).toBe(true)
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
    const anyText = fc.string({ unit: 'binary' }).filter(text => !text.includes('⟦'))
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

  test('a large text takes no time to speak of', () => {
    const text = `${'a b\n'.repeat(50_000)}\u202e`
    expect(visiblePieces(text)).toHaveLength(2)
  })
})

describe('look-alike characters', () => {
  test.each([
    ['Cyrillic in a Latin word', 'pаypal'],
    ['Greek in a Latin word', 'gοοgle'],
    ['Latin in a Cyrillic word', 'кaрта'],
    ['Armenian in a Latin word', 'exaմple'],
    ['Cherokee in a Latin word', 'Ꭺpple'],
    ['full width letters', 'ｃurl'],
    ['mathematical letters', '𝐜𝐮𝐫𝐥'],
    ['a ligature', 'ﬁle'],
  ])('%s are seen', (_, text) => {
    expect(hasLookAlikes(`say ${text} again`)).toBe(true)
  })

  test.each([
    'curl https://example.org/a_b-c?d=e',
    'две слова и two words',
    'Ελληνικά και English',
    'café naïve Ångström',
    'cafe\u0301',
    '日本語 テスト ﾃ'.slice(0, 7),
    'Tシャツ',
    '',
  ])('“%s” has none', text => {
    expect(hasLookAlikes(text)).toBe(false)
  })
})
