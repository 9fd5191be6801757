import { expect, test } from 'vitest'
import { phrase, plain, type Words } from '@/lib/text/words/phrase'
import { reasonWords } from './entry-article'

const denied = (tool: string, reason: string): Words => ({
  code: 'correction.denied',
  params: { tool, reason },
})
const answered: Words = { code: 'correction.answered', params: { tool: 'a' } }

test.each<[Words[], string]>([
  [[denied('write_file', 'Too long.\nAnd too late.')], 'Too long.\nAnd too late.'],
  [
    [denied('write_file', 'Too long.'), denied('read_file', 'Not that.')],
    'write_file: Too long.\nread_file: Not that.',
  ],
  [[answered, denied('read_file', 'No.')], 'Answered in the place of a.\nread_file: No.'],
  [[denied('read_file', 'No.'), answered], 'No.\nAnswered in the place of a.'],
  [[plain('Mind the names. Denied twice: why?')], 'Mind the names. Denied twice: why?'],
])('of %j the reasons are told, not once more that it was denied', (parts, reasons) => {
  const words: Words = { code: 'plain.lines', parts, joint: 'lines' }
  expect(phrase(reasonWords(words) as Words)).toBe(reasons)
})
