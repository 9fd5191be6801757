import { expect, test } from 'vitest'
import { phrase, type Words } from '@/lib/text/words/phrase'
import { reasonsIn, reasonWords } from './entry-article'

test.each([
  ['Denied write_file: Put it below docs/.', 'Put it below docs/.'],
  ['Denied write_file: Too long.\nAnd too late.', 'Too long.\nAnd too late.'],
  [
    'Denied write_file: Too long.\nDenied read_file: Not that.',
    'write_file: Too long.\nread_file: Not that.',
  ],
  ['Changed a: b from 1 to 2.\nDenied read_file: No.', 'Changed a: b from 1 to 2.\nread_file: No.'],
  ['Mind the names. Denied twice: why?', 'Mind the names. Denied twice: why?'],
])('of %j the reasons are told, not once more that it was denied', (correction, reasons) => {
  expect(reasonsIn(correction)).toBe(reasons)
})

const denied = (tool: string, reason: string): Words => ({
  code: 'correction.denied',
  params: { tool, reason },
})
const answered: Words = { code: 'correction.answered', params: { tool: 'a' } }

test.each<Words[][]>([
  [[denied('write_file', 'Too long.')]],
  [[denied('write_file', 'Too long.'), denied('read_file', 'Not that.')]],
  [[answered, denied('read_file', 'No.')]],
  [[denied('read_file', 'No.'), answered]],
])('in words it is the same: %j', parts => {
  const words: Words = { code: 'correction.lines', parts, joint: 'lines' }
  expect(phrase(reasonWords(words) as Words)).toBe(reasonsIn(phrase(words)))
})
