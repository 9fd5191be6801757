import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { numberOfRuns } from '@/test/number-of-runs'
import { table } from '@/test/table'
import { hasHiddenCharacters } from './hidden-characters'
import { hasLookAlikesInName, hasLookAlikesInProse } from './look-alikes'

const everywhere: [string, string][] = [
  ['Cyrillic in a Latin word', 'pаypal'],
  ['Greek in a Latin word', 'gοοgle'],
  ['Latin in a Cyrillic word', 'кaрта'],
  ['Armenian in a Latin word', 'exaմple'],
  ['Cherokee in a Latin word', 'Ꭺpple'],
  ['full width letters', 'ｃurl'],
  ['mathematical letters', '𝐜𝐮𝐫𝐥'],
  ['mathematical digits', '1𝟎𝟎'],
  ['a ligature', 'ﬁle'],
  ['a long s', 'paſs'],
  ['a one dot leader for a dot', 'a․txt'],
  ['a full width dot', 'a．txt'],
  ['a division slash', 'etc∕passwd'],
  ['a fraction slash', 'etc⁄passwd'],
  ['a full width colon', 'host：80'],
  ['a ratio for a colon', 'host∶80'],
  ['a Greek question mark for a semicolon', 'ls\u037eid'],
  ['a low quotation mark for a comma', 'a‚b'],
  ['an Arabic full stop for a dot', 'a۔txt'],
  ['an Arabic zero for a dot', 'a٠txt'],
  ['a Syriac full stop for a dot', 'a܁txt'],
  ['a Vai full stop for a dot', 'a꘎txt'],
  ['a Kangxi-like stroke for a slash', 'etc⟋passwd'],
  ['a raised colon', 'host˸80'],
  ['a two dot punctuation for a colon', 'host⁚80'],
  ['a code point that is only written like one that is shown', 'a⟦U+200B⟧b'],
]

const inNamesOnly: [string, string][] = [
  ['a full width semicolon', 'ls； id'],
  ['a full width ampersand', 'true ＆＆ id'],
  ['a superscript', 'm²'],
  ['an ellipsis', 'a…'],
  ['a trade mark', 'Name™.txt'],
  ['a fraction', '½.txt'],
  ['a half width kana', 'ﾃスト'],
  ['a decomposed letter, which names another file', 'cafe\u0301'],
  ['a minus for a hyphen', 'a−b'],
  ['a hyphen that is none of ASCII', 'a‐b'],
  ['a dash where an option begins', 'rm –rf build'],
  ['a Cyrillic letter that is a whole name', 'src/а.ts'],
  ['a name of nothing but Cyrillic letters like Latin ones', 'сор'],
  ['such a name that has an ending', 'Отчёты/рас.tar.gz'],
  ['such a name in a command', 'cat рас > Отчёт.txt'],
  ['such a host', 'https://сор.example'],
  ['a name of nothing but Greek letters like Latin ones', 'src/ο.ts'],
  ['a name of nothing but Armenian letters like Latin ones', 'օ.txt'],
  ['a name of nothing but Cherokee letters like Latin ones', 'ᎪᎢ.md'],
  ['a Latin letter like another', 'confiɡ.ts'],
  ['an Arabic full stop in an Arabic name', 'تقرير۔txt'],
  ['a katakana like a slash', 'etcノpasswd'],
]

/** What people write without a thought of deceiving. */
const ORDINARY = [
  ...[
    '“Quoted”, ‘so’, „so“, «so» — and – so…',
    'don’t, l’été, rock ’n’ roll',
    'wait…what',
    '2019–2024, 5−3 = 2',
  ],
  ...[
    'Name™, Name®, ©2026',
    '½ cup, 2¾, 3⁄4, 10⁻³ m², H₂O, x¹⁰',
    '5 µm, 20 ℃, № 7, 1º, nª',
    'Δt = λ/2, Ω, π ≈ 3.14',
  ],
  ...[
    'ℝ and ℕ, ⇒, ∀x ∈ A',
    '日本語のテキスト。「引用」、ＣＤを２枚買う。',
    '１２月３１日（火）１０：３０',
    '时间：10：30，费用：3，000元',
  ],
  ...[
    '한국어 문장입니다.',
    'Tシャツ',
    'ﾃｽﾄ',
    'Привет, мир! Ёлка',
    'Ελληνικά και English',
    'שלום, 123',
    'مرحبا ١٢٣',
  ],
  ...[
    '👍🏽 ✔️ ℹ️ 1️⃣ 👩‍💻 🏳️‍🌈 Ⓜ️',
    'naïve façade Ångström cafe\u0301',
    'Ⅷ. Kapitel, § 5, 50 €, 3 × 4, a · b',
    'l·l, Co‑op, e‐mail',
    'а и о, с вами: сор',
    'اردو۔ ۲۰۲۰ء میں',
  ],
  ...[
    'две слова и two words',
    'U+200B and [U+200B] and ⟦x⟧',
    '→ ← ↑ ↓ • ◦ ▪ ★ ✓ ✗',
    '[pʰɔˈlaɪt]',
    '│ a │ b │\n├───┤',
    '',
  ],
]

describe('look-alikes', () => {
  table(everywhere)('are seen in names and in what is written', (_, text) => {
    expect(hasLookAlikesInName(text)).toBe(true)
    expect(hasLookAlikesInProse(`say ${text} again`)).toBe(true)
    expect(hasLookAlikesInProse(`one line\n${text}\nthe next`)).toBe(true)
  })

  table(inNamesOnly)('are seen in names only', (_, text) => {
    expect(hasLookAlikesInName(text)).toBe(true)
    expect(hasLookAlikesInProse(`say ${text} again`)).toBe(false)
  })

  table(ORDINARY)('are not in what people write without a thought of deceiving', text => {
    expect(hasLookAlikesInProse(text)).toBe(false)
  })

  table([
    'curl https://example.org/a_b-c?d=e;f=1 && ls -la | wc',
    'src/日本語/テスト.ts',
    'фото/Отчёт.pdf',
    'Ελλάδα.txt',
    'naïve façade.md',
    'שלום.txt',
    'Bericht – Juli.pdf',
    'Отчёт о поездке.txt',
    'git commit -m "Отчёт о поездке" && ls',
    'Ελληνικά/ο λόγος.txt',
    'ノート/メモ.ts',
    'تقرير ٢٠٢٠.txt',
    'Թուղթ.txt',
    'kısa.txt',
    'don’t.txt',
  ])('are not in names of one writing', name => {
    expect(hasLookAlikesInName(name)).toBe(false)
  })

  test('are in every name that its compatibility form differs from, wherever in it, but for what is hidden', () => {
    const foreign = fc.string({ unit: 'binary-ascii' })
    const odd = fc.integer({ min: 0x80, max: 0x1_fb_ff }).map(code => String.fromCodePoint(code))
    fc.assert(
      fc.property(foreign, odd, foreign, (before, char, after) => {
        fc.pre(char.isWellFormed() && char.normalize('NFKC') !== char && !hasHiddenCharacters(char))
        expect(hasLookAlikesInName(before + char + after)).toBe(true)
      }),
      { numRuns: numberOfRuns(2_000) },
    )
  })

  test('are in no text of ASCII', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary-ascii' }), text => {
        expect(hasLookAlikesInName(text) || hasLookAlikesInProse(text)).toBe(false)
      }),
    )
  })

  test('of a letter or digit of ASCII are seen inside any word', () => {
    const word = fc.stringMatching(/^[a-z]{1,8}$/)
    const alike = fc.constantFrom(...'ａＺ９𝐚𝒁𝟗ﬁﬂſ')
    fc.assert(
      fc.property(word, alike, word, (before, char, after) => {
        expect(hasLookAlikesInProse(`so ${before}${char}${after} is`)).toBe(true)
      }),
    )
  })
})
