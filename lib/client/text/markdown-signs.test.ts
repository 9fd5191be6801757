import { expect, test } from 'vitest'
import { table } from '@/test/table'
import { hasMarkdown } from './markdown-signs'

test.each([
  'Done.',
  'I create the file. It takes a moment (or two), and costs 3.50 - or less!',
  'One line.\nAnother line.\n\nAnother paragraph: 1 + 1 = 2; a/b, #1 and 100 %.',
  'שלום עולם',
  '',
])('“%s” is plain prose', text => {
  expect(hasMarkdown(text)).toBe(false)
})

table([
  '**bold**',
  '_light_',
  '`code`',
  '# Heading',
  '- one\n- two',
  'First:\n\n1. one',
  '    indented',
  '> said',
  '| a | b |',
  '[a](b)',
  'https://example.org',
  'someone@example.org',
  'a &amp; b',
  'Title\n=====',
  '<b>',
  'a\\*b',
])('what has signs of it is Markdown', text => {
  expect(hasMarkdown(text)).toBe(true)
})

test('a text that is too long to be read as Markdown is shown as it is', () => {
  expect(hasMarkdown('*a* '.repeat(60_000))).toBe(false)
})
