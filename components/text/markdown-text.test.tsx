import { renderToStaticMarkup } from 'react-dom/server'
import { IntlProvider } from 'use-intl'
import { expect, test } from 'vitest'
import { MESSAGES } from '@/lib/messages/messages'
import { MarkdownText } from './markdown-text'

const html = (text: string, isGrowing = false): string =>
  renderToStaticMarkup(
    <IntlProvider locale="en" messages={MESSAGES.en} timeZone="UTC">
      <MarkdownText isGrowing={isGrowing}>{text}</MarkdownText>
    </IntlProvider>,
  )

/** What is read, without its elements. */
const read = (text: string): string =>
  html(text)
    .replace(/<br\/?>/g, '\n')
    .replace(/<[^>]+>/g, '')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&#x27;', "'")
    .replaceAll('&amp;', '&')

test('what a model writes is read as Markdown, in the direction of each block', () => {
  expect(html('# Title\n\nSome **bold** `code`.')).toContain('<h1 dir="auto">Title</h1>')
  expect(html('Some **bold** `code`.')).toContain(
    '<p dir="auto">Some <strong>bold</strong> <code dir="ltr">code</code>.</p>',
  )
  expect(html('- שלום\n- b')).toContain('<li dir="auto">שלום</li>')
  expect(html('- [x] done\n- [ ] open')).toContain('☑ done')
  expect(html('| a |\n|---|\n| b |')).toContain('<td dir="auto">b</td>')
})

test('what a model writes keeps the lines that it was written in', () => {
  expect(html('one\n**two**\nthree')).toContain('one<br/><strong>two</strong><br/>three')
})

test('what a model writes is not taken for more than it is while it is being written', () => {
  expect(html('Some **bo', true)).toContain('<strong>bo</strong>')
  expect(html('A [link](https://exam', true)).not.toContain('role="link"')
})

test('what a model writes loads no picture: it is said what it shows and where it lies', () => {
  const shown = html('![a cat](https://evil.test/x.png?d=1 "t") and ![b][r]\n\n[r]: //evil.test/y.png')
  expect(shown).not.toMatch(/<(img|link|picture)|src=|href=/)
  expect(shown).toContain('Image, not loaded: a cat (https://evil.test/x.png?d=1)')
  expect(shown).toContain('Image, not loaded: b (//evil.test/y.png)')
})

test('what a model writes has its markup shown as text', () => {
  const markup = '<div style="x"><img src=x onerror=ran=1></div> a <b onclick=1>b</b>'
  expect(read(markup)).toBe(markup)
  expect(html(markup)).not.toMatch(/<(img|b|div style)/)
})

test('what a model writes leads out by links that hold no address, and nowhere else', () => {
  const link = html('[here](https://example.org/a?b=c)')
  expect(link).toMatch(/<span role="link" tabindex="0" class="[^"]*">here<\/span>/)
  expect(link).not.toContain('example.org')
  expect(html('https://example.org/x')).toContain('role="link"')
  for (const address of [
    'javascript:ran=1',
    'data:text/html,x',
    '/api/sessions',
    '//evil.test',
    'file:///x',
  ]) {
    expect(html(`[a](${address})`)).not.toMatch(/role="link"|href/)
    expect(read(`[a](${address})`)).toBe(`a (${address})`)
  }
})

test('what a model writes shows what hides in it: in words, in code, in names of pictures', () => {
  const hidden = '<span data-exact="202E" class="hidden-character">⟦U+202E⟧</span>'
  expect(html('a **b\u202ec**')).toContain(`<strong>b${hidden}c</strong>`)
  expect(html('`b\u202ec`')).toContain(`b${hidden}c</code>`)
  expect(html('```\nb\u202ec\n```')).toContain('⟦U+202E⟧')
  expect(html('![b\u202ec](https://e.test/\u202e)')).not.toContain('\u202e')
  expect(html('**می\u200cخواهم**')).toContain('می\u200cخواهم')
})

test('what a model writes has its code to the character', () => {
  expect(read('```ts\nconst a = "<b>"\n\n  indented\n```')).toBe('tsCopyconst a = "<b>"\n\n  indented')
})

test('what a model writes gives nothing in the page a name', () => {
  expect(html('# a\n\nb[^1]\n\n[^1]: note\n\n[^1]: <a id=x name=y>')).not.toMatch(
    / (id|name|aria-describedby)=/,
  )
})

test('what is too long for one node of a page stands alone, so that it is found again', () => {
  const long = 'word '.repeat(14_000).trim()
  expect(html(`**a** ${long}`)).toContain(`<strong>a</strong><span> ${long}</span>`)
  expect(html(`**a** ${long.slice(0, 60_000)}`)).not.toContain('<span>')
})
