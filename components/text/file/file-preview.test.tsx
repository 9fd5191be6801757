import { renderToStaticMarkup } from 'react-dom/server'
import { IntlProvider } from 'use-intl'
import { beforeAll, describe, expect, test, vi } from 'vitest'
import { MESSAGES } from '@/lib/client/messages/messages'
import { previewKind } from '@/lib/client/text/file-preview'
import { HIDDEN_CORPUS } from '@/lib/testing/http/hidden-corpus'
import { hasHiddenCharacters } from '@/lib/text/hidden-characters'
import { FilePreview } from './file-preview'

const html = (path: string, text: string): string =>
  renderToStaticMarkup(
    <IntlProvider locale="en" messages={MESSAGES.en} timeZone="UTC">
      <FilePreview kind={previewKind(path) ?? 'prose'} path={path} text={text} />
    </IntlProvider>,
  )

const wordsIn = (markup: string): string =>
  markup
    .replace(/<[^>]+>/g, ' ')
    .replaceAll('&quot;', '"')
    .replace(/ +/g, ' ')

beforeAll(async () => {
  html('a.md', '*a*')
  await vi.dynamicImportSettled()
})

describe('a table', () => {
  test('has a column for each field, and says where a row has none', () => {
    const shown = html('a.csv', 'name,age\n"Ann, B.",3\nBo\n')
    expect(shown.match(/<th /g)).toHaveLength(2)
    expect(wordsIn(shown)).toMatch(/name age Ann, B\. 3 Bo/)
    expect(shown).toContain('1 row has more or fewer fields than the first.')
  })

  test('ends where it says that it does', () => {
    const shown = html('a.csv', Array.from({ length: 5_000 }, (_, n) => `row ${n},x`).join('\n'))
    expect(shown.match(/<tr/g)).toHaveLength(1_001)
    expect(shown).toContain('More rows follow.')
    expect(shown).toContain('Show 1,000 more rows')
    expect(html('a.csv', `${'x,'.repeat(60)}x`)).toContain('Only 50 of 61 columns are shown.')
    expect(html('a.csv', 'x'.repeat(600))).toContain('100 more characters')
    expect(html('a.csv', 'a\n"b')).toContain('A quotation mark is never closed')
    expect(html('a.csv', '')).toContain('There are no rows.')
  })
})

describe('a tree', () => {
  test('has each value as it is written', () => {
    const shown = wordsIn(
      html('a.json', '{"a": [1.0, 12345678901234567890], "b": {"c": "\\u202e"}, "d": []}'),
    )
    expect(shown).toMatch(/a 2 values 0: 1\.0 1: 12345678901234567890 b 1 value c: "\\u202e" d: \[\]/)
  })

  test('is none where there is none', () => {
    expect(html('a.json', '{"a": 1, "a": 2}')).toContain('It cannot be shown as a tree')
    expect(html('a.json', '{a: 1}')).toContain('It cannot be shown as a tree')
    expect(html('a.json', ` [${'1,'.repeat(150_000)}1]`)).toContain('It is too long to be shown as a tree.')
    expect(wordsIn(html('a.json', '"a"'))).toContain('"a"')
  })
})

describe('prose', () => {
  test('is read as that of messages: it loads nothing and leads nowhere unasked', () => {
    const shown = html('a.md', '# Title\n\n[a](https://evil.test) ![b](https://evil.test/b.png) <img src=x>')
    expect(shown).toContain('Title</h1>')
    expect(shown).not.toMatch(/<(a|img|script)[ >]|<[^>]*(src|href)=/)
    expect(shown).toContain('Image, not loaded: b (https://evil.test/b.png)')
  })

  test('of a long file is its beginning, which it says', () => {
    expect(html('a.md', '*word* '.repeat(5_000))).toContain('20,000 of 35,000 characters.')
  })
})

describe('whatever hides in a file', () => {
  const PLACES: [string, (text: string) => string][] = [
    ['a.csv', text => `a,b\nc,"${text}"`],
    ['a.csv', text => `a,"${text}"\nc,d`],
    ['a.json', text => `{"a": "${text}"}`],
    ['a.json', text => `{"${text}": {"b": 1}}`],
    ['a.md', text => `*a* ${text}`],
    ['a.md', text => `| a |\n|---|\n| ${text} |`],
  ]
  // JSON has no control characters, and what parts lines in Markdown is a line break there.
  const texts = HIDDEN_CORPUS.map(([, code]) => String.fromCodePoint(code)).filter(char =>
    /[^\p{Cc}\u2028\u2029]/u.test(char),
  )

  test.each(PLACES)('in %s is shown', (path, make) => {
    const all = texts.map(char => html(path, make(`b${char}c`)).replace(/<[^>]+>/g, ''))
    expect(texts.length).toBeGreaterThan(50)
    expect(all.filter(text => !/⟦U\+[0-9A-F]{4,6}⟧/.test(text))).toEqual([])
    expect(all.filter(text => hasHiddenCharacters(text.replace(/⟦U\+[0-9A-F]{4,6}⟧/g, '')))).toEqual([])
  })
})
