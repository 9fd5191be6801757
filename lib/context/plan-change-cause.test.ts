import { expect, test } from 'vitest'
import { planChangeCause } from './correction'

test.each([
  [[], true, 'the agent planned its work'],
  [[], false, 'the agent went on'],
  [['Changed write_file: path from "a" to "b".'], false, 'you changed write_file: path from "a" to "b"'],
  [['Denied write_file: Not\nthis one.'], false, 'you denied write_file: Not'],
  [
    ['Denied fetch_url', 'Ran peek in the place of write_file.\nMind the names.'],
    false,
    'you denied fetch_url; you ran peek in the place of write_file',
  ],
  [['Changed the state: a set to 1.'], true, 'the agent planned its work'],
  [['Changed the state: a set to 1.'], false, 'you changed the state: a set to 1'],
  [['Changed the state: a set to 1.', 'Denied peek: No.'], true, 'you denied peek: No'],
  [['Keep it short.\nReally.'], true, 'you said: Keep it short'],
  [['x'.repeat(600)], false, `you said: ${'x'.repeat(490)}…`],
])('%j, the first: %s', (corrections, isFirst, because) => {
  expect(planChangeCause(corrections, isFirst)).toBe(because)
})
