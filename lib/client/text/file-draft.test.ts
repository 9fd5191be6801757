import { expect, test } from 'vitest'
import { table } from '@/test/table'
import { bytesIn, type FileDraft, refusalBeforeReading, refusalsByReason, withFiles } from './file-draft'

const EMPTY: FileDraft = { files: [], refusals: [], omissions: [], incoming: [] }

const file = (name: string, bytes = 4) => ({
  name,
  mediaType: 'text/plain',
  data: Buffer.alloc(bytes).toString('base64'),
})

const files = (count: number, first = 0) => Array.from({ length: count }, (_, n) => file(`${n + first}.txt`))

const namesIn = (draft: FileDraft) => draft.files.map(({ name }) => name)

test('files are added to those that are there', () => {
  const draft = withFiles(withFiles(EMPTY, [file('a')]), [file('b'), file('a')])
  expect(namesIn(draft)).toEqual(['a', 'b', 'a'])
  expect(draft.refusals).toEqual([])
})

test('a message holds ten files; the eleventh is refused by name, and none has to go', () => {
  const draft = withFiles(withFiles(EMPTY, files(8)), files(4, 8))
  expect(namesIn(draft)).toEqual(files(10).map(({ name }) => name))
  expect(refusalsByReason(draft.refusals)).toEqual([['tooMany', ['10.txt', '11.txt']]])
})

test('files of 3 MB fit, and a smaller one behind what does not fit still does', () => {
  const draft = withFiles(EMPTY, [file('a', 2_999_000), file('b', 1_001), file('c', 1_000)])
  expect(namesIn(draft)).toEqual(['a', 'c'])
  expect(draft.refusals).toEqual([{ name: 'b', reason: 'tooLarge' }])
})

test('what could not be read is refused beside what could', () => {
  const draft = withFiles(EMPTY, [{ name: 'gone', reason: 'unreadable' }, file('a')])
  expect(namesIn(draft)).toEqual(['a'])
  expect(draft.refusals).toEqual([{ name: 'gone', reason: 'unreadable' }])
})

table([
  ['image/png', 10, null],
  ['image/avif', 3_000_000, null],
  ['image/svg+xml', 10, null],
  ['', 10, null],
  ['text/plain', 262_144, null],
  ['text/plain', 262_145, 'textTooLarge'],
  ['text/plain', 3_000_001, 'tooLarge'],
  ['image/heic', 10, 'wrongPicture'],
  ['image/tiff', 9_000_000, 'wrongPicture'],
])('a file is refused before it is read by its type and size', (type, size, reason) => {
  expect(refusalBeforeReading({ type, size })).toBe(reason)
})

test.each([0, 1, 2, 3, 4, 3_000_000])('%d bytes in base64 are counted', bytes => {
  expect(bytesIn(file('a', bytes))).toBe(bytes)
})
