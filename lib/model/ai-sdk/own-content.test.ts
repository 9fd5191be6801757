import { expect, test } from 'vitest'
import { ownContent } from './messages'

test('what a call is asked with is kept as its text alone, and not once more as a value', () => {
  const call = {
    type: 'tool-call' as const,
    toolCallId: 'a',
    toolName: 'read_file',
    input: { path: 'a.txt' },
  }
  expect(ownContent([call])).toMatchObject([{ toolCallId: 'a', input: {} }])
})
