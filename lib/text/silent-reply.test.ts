import fc from 'fast-check'
import { expect, test } from 'vitest'
import { table } from '@/test/table'
import { isSilentReply, SilentBeginning } from './silent-reply'

table([
  ['NO_REPLY', true],
  ['no_reply', true],
  [' No_Reply\n', true],
  ['NO_REPLY NO_REPLY', true],
  ['NO_REPLYNO_REPLY\nno_reply', true],
  ['', false],
  ['   ', false],
  ['NO', false],
  ['NO_REPLY.', false],
  ['I would say NO_REPLY', false],
  ['NO_REPLY, since nothing has changed.', false],
  ['NO_REPLYING', false],
])('a reply is silent where it says nothing else', (text, isSilent) => {
  expect(isSilentReply(text)).toBe(isSilent)
})

test.each([
  ['', true],
  ['N', true],
  ['no_rep', true],
  ['NO_REPLY no', true],
  ['No', true],
  ['Not yet', false],
  ['NO_REPLY but', false],
])('%j may become silent: %s', (text, may) => {
  expect(new SilentBeginning().add(text)).toBe(may)
})

test('every beginning of a silent reply may become one, and a silent reply is one of its own beginnings', () => {
  const spaces = fc.constantFrom('', ' ', '\n', '\t ')
  const token = fc.constantFrom('NO_REPLY', 'no_reply', 'No_Reply')
  fc.assert(
    fc.property(fc.array(fc.tuple(spaces, token, spaces), { minLength: 1 }), parts => {
      const text = parts.flat().join('')
      expect(isSilentReply(text)).toBe(true)
      const beginning = new SilentBeginning()
      for (const letter of text) expect(beginning.add(letter)).toBe(true)
      expect(beginning.add('.')).toBe(false)
    }),
  )
})
