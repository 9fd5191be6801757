import { expect, test } from 'vitest'
import { repeatsMessage } from './sent-message'

const SENT = 'The build is green. Version 1.2 is out.'

test.each([
  ['the same', SENT, true],
  ['other spaces and capitals', '  the build is green.\nVersion 1.2 is OUT. ', true],
  ['quotes, bold and an emoji', '“**The build is green.** Version 1.2 is out.” 🎉', true],
  ['without the last dot', SENT.slice(0, -1), true],
  ['a word more', `${SENT} But the tests failed.`, false],
  ['a part of it', 'The build is green.', false],
  ['a word before it', `Sent: ${SENT}`, false],
  ['another number', 'The build is green. Version 1.3 is out.', false],
  ['a sign within a word', 'The build is green. Version 1*2 is out.', false],
  ['nothing', '', false],
  ['only dress', '**', false],
])('a reply that is %s', (_, reply, repeats) => {
  expect(repeatsMessage(reply, ['Something else.', SENT])).toBe(repeats)
})

test('where nothing was sent nothing is repeated', () => {
  expect(repeatsMessage(SENT, [])).toBe(false)
  expect(repeatsMessage('', [''])).toBe(false)
})
