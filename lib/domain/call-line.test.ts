import { expect, test } from 'vitest'
import { settledCall } from '@/lib/testing/factories'
import { callLine } from './call-line'

test.each([
  ['what was shown of it', 'Write a.txt', 'Write a.txt'],
  ['how it was asked for, where nothing could be shown', undefined, '{"path": 5}'],
])('a line says %s', (_, summary, said) => {
  const preview = summary === undefined ? undefined : { kind: 'text' as const, summary, preconditions: [] }
  const call = settledCall({ preview })
  expect(callLine({ ...call, proposed: { ...call.proposed, argumentsText: '{"path": 5}' } }).summary).toBe(
    said,
  )
})

test('what was asked for at length is cut between characters', () => {
  const call = settledCall({ preview: undefined })
  const long = { ...call.proposed, argumentsText: `{"${'😀'.repeat(500)}` }
  expect(callLine({ ...call, proposed: long }).summary).toBe(`{"${'😀'.repeat(118)}…`)
})
