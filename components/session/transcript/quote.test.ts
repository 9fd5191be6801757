import { expect, test } from 'vitest'
import { quotedLines } from './quote'

test.each([
  ['one', '> one\n\n'],
  ['one\ntwo\n', '> one\n> two\n\n'],
  ['one\r\n\r\n  two  \n\n\n', '> one\n>\n>   two\n\n'],
  ['> said before', '> > said before\n\n'],
])('%j is quoted line by line, with room for the answer', (text, lines) => {
  expect(quotedLines(text)).toBe(lines)
})
