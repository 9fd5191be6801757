import { expect, test } from 'vitest'
import { segmentGroups } from './segment-groups'

const segment = (source: string, tokens: number) => ({ label: source, source, chars: 4 * tokens, tokens })

test('parts of a request stand in groups, in the order in which they are sent; none is left out', () => {
  const segments = [
    ...[segment('session/persona', 10), segment('messages/0', 1), segment('tools', 300)],
    ...[segment('skills', 5), segment('files/AGENTS.md', 20), segment('messages/1', 2)],
    segment('compactions/c', 40),
  ]
  const groups = segmentGroups(segments)
  expect(groups.map(({ name, tokens }) => [name, tokens])).toEqual([
    ...[
      ['instructions', 30],
      ['memory', 5],
      ['tools', 300],
      ['summary', 40],
      ['messages', 3],
    ],
  ])
  expect(groups.flatMap(group => group.segments)).toHaveLength(segments.length)
})
