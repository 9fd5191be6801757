import { expect, test } from 'vitest'
import { reasonsIn } from './entry-article'

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
