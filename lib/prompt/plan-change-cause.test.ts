import { expect, test } from 'vitest'
import { type CodedText, inEnglish, phrase, plain } from '@/lib/messages/phrase'
import { planChangeCause } from './correction'

const lines = (...parts: CodedText[]) => {
  const codedText: CodedText = { code: 'plain.lines', parts, joint: 'lines' }
  return { text: phrase(codedText), codedText }
}
const replaced: CodedText = { code: 'correction.replaced', params: { tool: 'write_file', other: 'peek' } }
const denied: CodedText = { code: 'correction.denied', params: { tool: 'peek', reason: 'Not\nthis one.' } }
const refused: CodedText = { code: 'correction.refused', params: { tool: 'fetch_url' } }
const state: CodedText = {
  code: 'correction.state',
  parts: [{ code: 'correction.stateSet', params: { path: 'a', after: '1' } }],
}

test.each([
  [[], true, 'the agent planned its work'],
  [[], false, 'the agent went on'],
  [[lines(replaced)], false, 'Ran peek in the place of write_file.'],
  [[lines(denied)], false, 'Denied peek: Not\nthis one.'],
  [
    [{ text: '', codedText: refused }, lines(replaced, plain('Mind the names.'))],
    false,
    'Denied fetch_url.\nRan peek in the place of write_file.',
  ],
  [[{ text: '', codedText: state }], true, 'the agent planned its work'],
  [[{ text: '', codedText: state }], false, 'Changed the state: a set to 1.'],
  [[{ text: '', codedText: state }, lines(denied)], true, 'Denied peek: Not\nthis one.'],
  [[lines(plain('Keep it short.\nReally.'))], true, 'Keep it short.'],
  [[{ text: 'Said to an older version.\nReally.' }], true, 'Said to an older version.'],
  [[lines(plain('x'.repeat(600)))], false, `${'x'.repeat(500)}…`],
])('%j, the first: %s', (corrections, isFirst, because) => {
  expect(inEnglish(planChangeCause(corrections, isFirst))).toBe(because)
})
