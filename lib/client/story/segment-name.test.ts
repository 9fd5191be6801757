import { expect, test } from 'vitest'
import { MESSAGES } from '@/lib/messages/messages'
import { segmentsOf } from '@/lib/prompt/segments'
import { segmentName } from './segment-groups'

const names: Record<string, string> = MESSAGES.en.inspector.request.segment
const REQUEST = {
  instructions: 'x',
  tools: [{ name: 'peek', description: '', schema: {} }],
  replySchema: {},
  messages: [
    { role: 'user', text: 'x' },
    { role: 'user', text: 'x', aside: true },
    { role: 'user', text: 'x', compaction: '1' },
    ...['mode', 'plan', 'state', 'memory', 'limit'].map(note => ({ role: 'user', text: 'x', note })),
    { role: 'assistant', text: 'x', calls: [], failures: 0 },
    { role: 'result', callId: '1', tool: 'peek', text: 'x', isError: false },
    'unreadable',
  ],
}

test('every part of a request has a name, which says the same as its English label', () => {
  const segments = segmentsOf(REQUEST, [])
  expect(segments).toHaveLength(14)
  for (const segment of segments) {
    const name = segmentName(segment)
    expect(name && names[name.code]?.replace('{name}', name.of)).toBe(segment.label)
  }
})

test.each([
  ['session/persona', 'Persona'],
  ['instructions/review', 'How calls are reviewed'],
  ['workspace/AGENTS.md', 'Project file AGENTS.md'],
  ['hook:tone', 'Hook tone'],
])('so has %s of the instructions', (source, label) => {
  const name = segmentName({ source, label, chars: 1, tokens: 1 })
  expect(name && names[name.code]?.replace('{name}', name.of)).toBe(label)
})

test('what is newer than this program keeps its label', () => {
  expect(segmentName({ source: 'weather/today', label: 'Weather', chars: 1, tokens: 1 })).toBeNull()
})
