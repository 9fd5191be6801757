import { renderToStaticMarkup } from 'react-dom/server'
import { IntlProvider } from 'use-intl'
import { describe, expect, test } from 'vitest'
import { MESSAGES } from '@/lib/messages/messages'
import { CodeText } from './code-text'

const markup = (text: string, isWhole = false): string =>
  renderToStaticMarkup(
    <IntlProvider locale="en" messages={MESSAGES.en} timeZone="UTC">
      <CodeText isWhole={isWhole}>{text}</CodeText>
    </IntlProvider>,
  )

/** How many characters of a long text are there, and how many it says are missing. */
function sizes(text: string, isWhole: boolean) {
  const html = markup(text, isWhole)
  const [, missing = '0'] = /([\d,]+) more character/.exec(html) ?? []
  return {
    fold: /data-fold="(\w+)"/.exec(html)?.[1],
    there: (html.match(/ж/g) ?? []).length,
    missing: Number(missing.replaceAll(',', '')),
  }
}

describe('a long text', () => {
  test.each([10_000, 35_900, 36_100, 300_000])(
    'of %i characters counts as folded until all of it is there',
    length => {
      for (const isWhole of [false, true]) {
        const { fold, there, missing } = sizes('ж'.repeat(length), isWhole)
        expect(there + missing).toBe(length)
        expect(fold).toBe(there === length ? 'opened' : isWhole ? 'growing' : 'folded')
      }
    },
  )

  test('begins with what is laid out at once: a few chunks and its end', () => {
    expect(sizes('ж'.repeat(300_000), true)).toEqual({ fold: 'growing', there: 33_300, missing: 266_700 })
    expect(sizes('ж'.repeat(20_000), true)).toEqual({ fold: 'opened', there: 20_000, missing: 0 })
    expect(sizes('ж'.repeat(300_000), false).there).toBe(4_000)
  })

  test('that is short is one piece', () => {
    expect(markup('short\ntext')).toMatch(/<pre[^>]*>short\ntext<\/pre>/)
  })
})
