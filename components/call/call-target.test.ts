import { expect, test } from 'vitest'
import { lineCountsOf } from '@/lib/client/diff/line-counts'
import type { FileDiff, Preview } from '@/lib/domain/call/preview'
import { cardHeight, targetOf } from './call-target'

const preview = (more: Partial<Preview>): { preview: Preview } => ({
  preview: { kind: 'text', summary: 'Summary', preconditions: [], ...more },
})
const diff = (path: string, body: string): FileDiff => ({
  path,
  unified: `--- ${path}\n+++ ${path}\n@@ -1,2 +1,2 @@\n${body}`,
})
const asking = (value: object) => ({
  tool: 'read_file',
  arguments: value,
  argumentsText: JSON.stringify(value),
})
const command = { argv: ['ls'], text: 'ls -la', cwd: '', sandboxed: true, network: false }

test.each([
  [preview({ diff: diff('a.md', '+a') }), 'a.md'],
  [preview({ diffs: [diff('a.md', '+a'), diff('b.md', '+b')] }), 'a.md +1'],
  [preview({ command }), 'ls -la'],
  [preview({ request: { method: 'GET', url: 'https://a.example/', headers: {} } }), 'GET https://a.example/'],
  [preview({}), 'Summary'],
  [{ ...preview({}), proposed: asking({ path: 'a.md' }) }, 'a.md'],
  [{ proposed: asking({ path: 'a.md' }), effective: asking({ path: 'b.md' }) }, 'b.md'],
  [{ proposed: asking({ path: 1 }) }, ''],
  [{}, ''],
])('of %j the target is %j', (call, target) => {
  expect(targetOf({ proposed: asking({}), ...call })).toBe(target)
})

test.each([
  [preview({ diff: diff('a.md', ' same\n-old\n+new\n+more') }), { added: 2, removed: 1 }],
  // Signs of the text itself are not those of the diff.
  [preview({ diff: diff('a.md', ' - old\n+++ b\n---- c\n') }), { added: 1, removed: 1 }],
  [preview({ diffs: [diff('a.md', '+a'), diff('b.md', '-b')] }), { added: 1, removed: 1 }],
  [preview({ diff: { ...diff('a.md', '+a'), truncated: true } }), null],
  [preview({ command }), null],
])('of %j the lines are counted as %j', (call, counts) => {
  expect(lineCountsOf(call)).toEqual(counts)
})

test('what is very long takes no more room than what is folded', () => {
  const long = preview({ diff: diff('a.md', '+a\n'.repeat(100_000)) })
  expect(cardHeight(long)).toBe(cardHeight(preview({ diff: diff('a.md', '+a\n'.repeat(50)) })))
  expect(cardHeight(preview({ command }))).toBe('9.25rem')
})
