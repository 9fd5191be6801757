import { renderToStaticMarkup } from 'react-dom/server'
import { IntlProvider } from 'use-intl'
import { expect, test } from 'vitest'
import type { Preview } from '@/lib/domain/call/preview'
import { MESSAGES } from '@/lib/messages/messages'
import { CallPreview } from './call-preview'

const html = (preview: Preview | undefined): string =>
  renderToStaticMarkup(
    <IntlProvider locale="en" messages={MESSAGES.en} timeZone="UTC">
      <CallPreview preview={preview} argumentsText='{"patch":"the whole patch"}' />
    </IntlProvider>,
  )

const diff = (path: string, line: string) => ({
  path,
  unified: `--- a/${path}\n+++ b/${path}\n@@ -0,0 +1 @@\n+${line}\n`,
})
const shown: Preview = { kind: 'diff', summary: '2 files', preconditions: [] }

/** Name, part and text of each figure. */
const figures = (preview: Preview) =>
  [...html(preview).matchAll(/<figure([^>]*)>(.*?)<\/figure>/gs)].map(([, tag = '', body = '']) => ({
    part: /data-part="([^"]*)"/.exec(tag)?.[1],
    name: /aria-label="([^"]*)"/.exec(tag)?.[1],
    text: body.replace(/<[^>]+>/g, ''),
  }))

test('each file of several has a figure, named by its path, and each is to be read', () => {
  const [first, second, ...more] = figures({
    ...shown,
    diffs: [diff('a.txt', 'one'), diff('d/b\u202e', 'two')],
  })
  expect([first?.part, second?.part, more]).toEqual(['preview', 'preview d/b\u202e', []])
  expect([first?.name, second?.name]).toEqual([undefined, undefined])
  expect(first?.text).toMatch(/^a\.txt[\s\S]*one/)
  expect(second?.text).toMatch(/^d\/b⟦U\+202E⟧[\s\S]*two/)
})

test('one file has one figure', () => {
  expect(figures({ ...shown, diff: diff('a.txt', 'one') })).toMatchObject([
    { part: 'preview', name: 'Change' },
  ])
})

test('where no file is shown the arguments are', () => {
  expect(html({ ...shown, kind: 'text' })).toContain('the whole patch')
})

test('what a command reaches stands out where it is more than its folder', () => {
  const reach = { argv: ['ls'], text: 'ls', cwd: '', sandboxed: true, network: false }
  const marked = (command: Partial<typeof reach>) =>
    [
      ...html({ ...shown, kind: 'command', command: { ...reach, ...command } }).matchAll(
        /<strong[^>]*>([^<]*)/g,
      ),
    ].map(([, words]) => words)
  expect(marked({})).toEqual([])
  expect(marked({ network: true })).toEqual(['with network'])
  expect(marked({ network: true, sandboxed: false })).toEqual(['without a sandbox', 'with network'])
})
