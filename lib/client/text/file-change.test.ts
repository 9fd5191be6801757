import { expect, test } from 'vitest'
import type { FileDiff, Preview } from '@/lib/domain/call/preview'
import { isFileText, mainField } from './file-change'

const file: FileDiff = { path: 'a.txt', before: 'one\ntwo\ntwo\n', after: '', unified: '' }
const previewOf = (more: Partial<Preview>): Preview => ({
  kind: 'diff',
  summary: '',
  preconditions: [],
  ...more,
})
test('text of a file is told from other arguments', () => {
  const preview = previewOf({ diff: file })
  expect(isFileText(preview, 'content', 'one line')).toBe(true)
  expect(isFileText(preview, 'patch', 'two\nlines')).toBe(true)
  expect(isFileText(preview, 'path', 'a.txt')).toBe(false)
  expect(isFileText(previewOf({ kind: 'text' }), 'content', 'two\nlines')).toBe(false)
})

test.each([
  [previewOf({ diff: file }), ['path', 'content'], 'content'],
  [previewOf({ diff: file }), ['path', 'old', 'new'], 'new'],
  [previewOf({ request: { method: 'GET', url: '', headers: {} } }), ['method', 'url'], 'url'],
  [previewOf({ kind: 'text' }), ['path', 'content'], 'path'],
  [undefined, [], undefined],
])('people come to change the argument that matters', (preview, fields, expected) => {
  expect(mainField(preview, fields)).toBe(expected)
})
