import { renderToStaticMarkup } from 'react-dom/server'
import { IntlProvider } from 'use-intl'
import { expect, test } from 'vitest'
import type { Preview } from '@/lib/domain/call/preview'
import { MESSAGES } from '@/lib/messages/messages'
import { CallPreview } from './call-preview'
import { previewMarkup } from './testing/preview-markup'

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

test('one file has one figure, and where none is shown the arguments are', () => {
  expect(figures({ ...shown, diff: diff('a.txt', 'one') })).toMatchObject([
    { part: 'preview', name: 'Change' },
  ])
  expect(html({ ...shown, kind: 'text' })).toContain('the whole patch')
})

test('arguments are a table, in which no text looks like another value', () => {
  const args = { text: 'two', number: 2, digits: '2', empty: '', list: [1] }
  const rows = previewMarkup({ preview: { ...shown, kind: 'mcp' }, argumentsText: JSON.stringify(args) })
  const cells = [...rows.matchAll(/<(?:th|td)[^>]*>(.*?)<\/(?:th|td)>/gs)].map(([, cell = '']) =>
    cell.replace(/<[^>]+>/g, '').replaceAll('&quot;', '"'),
  )
  expect(cells).toEqual([
    ...['text', 'two', 'number', '2', 'digits', '"2"', 'empty', '""', 'list', '[\n  1\n]'],
  ])
})

test('a plan is a list of its steps, with the difference where there was one before', () => {
  const argumentsText = JSON.stringify({
    steps: [
      { id: 'read', title: 'Read the notes', status: 'done' },
      { id: 'write', title: 'Write it', dependsOn: ['read'] },
    ],
  })
  const planned = (lines: string) =>
    previewMarkup({
      preview: {
        ...shown,
        codedText: { code: 'control.plan', params: { count: 2, done: 1 } },
        diff: { path: 'Plan', unified: `--- a/Plan\n+++ b/Plan\n@@ -1 +1,2 @@\n${lines}\n` },
      },
      argumentsText,
    })
  const first = planned('+[done] read: Read the notes')
  const items = [...first.matchAll(/<li[^>]*>(.*?)<\/li>/gs)].map(([, body = '']) =>
    body
      .replace(/<[^>]+>|\s+/g, ' ')
      .replace(/ +/g, ' ')
      .trim(),
  )
  expect(items).toEqual(['☑ Read the notes done', '☐ Write it after Read the notes to do'])
  expect(first).not.toContain('<figure')
  expect(planned('-[pending] read: Read the notes')).toContain('<figure')
})

test('what a command reaches stands out where it is more than its folder, and so does the host of a request', () => {
  const reach = { argv: ['ls'], text: 'ls', cwd: '', sandboxed: true, network: false }
  const strong = (preview: Preview) =>
    [...html(preview).matchAll(/<strong[^>]*>([^<]*)/g)].map(([, words]) => words)
  const marked = (command: Partial<typeof reach>) =>
    strong({ ...shown, kind: 'command', command: { ...reach, ...command } })
  const request = {
    method: 'POST',
    url: 'http://wiki:80/a?q=1',
    headers: { 'x-own': 'b' },
    body: 'The question',
  }
  expect(strong({ ...shown, kind: 'request', request })).toEqual(['wiki:80'])
  expect(marked({})).toEqual([])
  expect(marked({ network: true })).toEqual(['with network'])
  expect(marked({ network: true, sandboxed: false })).toEqual(['without a sandbox', 'with network'])
})
