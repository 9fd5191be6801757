import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { SearchItem } from '@/lib/domain/session/search'
import { excerptOf, searchTerms } from '@/lib/text/search-terms'
import { hitPieces } from './hit-text'

type Rest = Partial<Pick<SearchItem, 'kind' | 'tool' | 'decision'>>

function shown(text: string, query: string, rest: Rest = {}): string {
  const pieces = hitPieces({
    kind: 'call',
    tool: 'write_file',
    ...rest,
    ...excerptOf(text, searchTerms(query)),
  })
  return pieces.map(piece => (piece.isMarked ? `<${piece.text}>` : piece.text)).join('')
}

const by = { type: 'person', id: 'owner', name: 'Owner' } as const

test.each([
  [
    'write_file: Create kestrel.md (1 line)\n{"path":"kestrel.md","content":"The \\"kestrel\\"\\nhovers."}',
    'path: <kestrel>.md · content: The "<kestrel>" hovers.',
  ],
  ['write_file: Create kestrel.md', 'Create <kestrel>.md'],
  ['write_file: x\n{"n":[1,2],"of":{"a":"\\u00e9 kestrel"}}', 'n: 1,2 · of: a: é <kestrel>'],
])('the call %j reads %j', (text, reading) => {
  expect(shown(text, 'kestrel')).toBe(reading)
})

test('a call that is cut in the middle of a value reads on from there', () => {
  const text = `write_file: x\n{"content":"${'word '.repeat(40)}a kestrel","path":"a.md"}`
  expect(shown(text, 'kestrel')).toMatch(/^…word .* a <kestrel> · path: a\.md$/)
})

test.each([
  ['Denied by Owner: Kestrels are shy', 'deny', '<Kestrels> are shy'],
  ['Approved by Owner', 'approve', ''],
  ['Approved with changes by Owner: Its name\n{"path":"kestrel.md"}', 'edit', 'Its name path: <kestrel>.md'],
] as const)('the decision %j leaves what its sentence does not say', (text, kind, reading) => {
  expect(shown(text, 'kestrel', { kind: 'decision', decision: { kind, by } })).toBe(reading)
})

test.each([
  ['# Birds\nThe **kestrel** is in `kestrel.md`.', 'Birds The <kestrel> is in <kestrel>.md.'],
  ['Issue #12 and a*b', 'Issue #12 and a*b'],
])('the message %j reads %j', (text, reading) => {
  expect(shown(text, 'kestrel', { kind: 'message' })).toBe(reading)
})

test('of whatever text: each mark is a part of the excerpt that was marked, and nothing is said twice', () => {
  const kinds = fc.constantFrom('message' as const, 'call' as const, 'result' as const)
  fc.assert(
    fc.property(kinds, fc.string({ unit: 'binary', maxLength: 300 }), fc.string(), (kind, text, query) => {
      const { excerpt, highlights } = excerptOf(text, searchTerms(query))
      const pieces = hitPieces({ kind, excerpt, highlights, tool: 'x' })
      const places = pieces.map(({ from }) => from)
      expect(places).toEqual([...new Set(places)].sort((a, b) => a - b))
      for (const { from, isMarked } of pieces)
        expect(isMarked).toBe(highlights.some(([begin, end]) => from >= begin && from < end))
    }),
  )
})
