import { renderToStaticMarkup } from 'react-dom/server'
import { IntlProvider } from 'use-intl'
import { expect, test } from 'vitest'
import { LANGUAGES, type Language } from '@/lib/messages/languages'
import { MESSAGES } from '@/lib/messages/messages'
import type { StoredText } from '@/lib/messages/phrase'
import { type CodedText, translated } from '@/lib/messages/phrase'
import { ServerText } from './server-words'

const shown = (language: Language, codedText: StoredText | undefined, english = 'In English'): string =>
  renderToStaticMarkup(
    <IntlProvider locale={language} messages={MESSAGES[language]} timeZone="UTC">
      <ServerText codedText={codedText} english={english} />
    </IntlProvider>,
  )

test('a name is shown as the server has made it visible, and once', () => {
  const codedText: CodedText = {
    code: 'file.list',
    params: { path: 'a⟦U+202F⟧b⟦U+27E6⟧U+0041⟧⟦U+0041⟧\u202e' },
  }
  const text = shown('ru', codedText).replace(/<[^>]*>/g, '')
  expect(text).toContain('a⟦U+202F⟧b⟦U+27E6⟧U+0041⟧⟦U+0041⟧⟦U+202E⟧')
})

const EXAMPLES: CodedText[] = [
  { code: 'file.create', params: { path: 'a', lines: 1 } },
  { code: 'file.create', params: { path: 'a', lines: 0 } },
  { code: 'file.changeBytes', params: { path: 'a', before: 1_234_567, after: 2 } },
  { code: 'file.read', params: { path: 'a', line: 1, column: 5000, most: 21 } },
  { code: 'web.request', params: { method: 'GET', url: 'https://example.org/{a}' } },
  {
    code: 'file.several',
    params: { count: 12, more: 4 },
    parts: [{ code: 'file.isGone', params: { path: 'a' } }, { code: 'risk.deletesFiles' }],
  },
  {
    code: 'plain.lines',
    joint: 'lines',
    parts: [
      {
        code: 'correction.plan',
        parts: [{ code: 'correction.stepOrder' }, { code: 'correction.stepOrder' }],
      },
      { code: 'correction.answered', params: { tool: 'read_file' } },
    ],
  },
  { code: 'notice.tokenLimit', params: { limit: 10_000, used: 1_000_000 } },
]

test.each(LANGUAGES)('the page and the server say the same in %s', language => {
  for (const codedText of EXAMPLES) {
    const text = translated(language, codedText) ?? ''
    expect(shown(language, codedText, text)).toBe(text)
  }
})

test('what a text is about stays text, with nothing hidden in it', () => {
  const path = 'a\u202e<b>{path}</b>\u00a01'
  const html = shown('ru', { code: 'file.isFolder', params: { path } })
  expect(html.replace(/<\/?span[^>]*>/g, '')).toBe(
    'Папка a⟦U+202E⟧&lt;b&gt;{path}&lt;/b&gt;⟦U+00A0⟧1 уже есть',
  )
})

test.each<[string, StoredText | undefined]>([
  ['an older version had no words', undefined],
  ['the code of a newer version is not known', { code: 'file.newer' }],
  ['a part of it is not known', { code: 'file.several', parts: [{ code: 'newer.part' }] }],
])('where %s, English is shown', (_, codedText) => {
  expect(shown('ru', codedText)).toBe('In English')
})
