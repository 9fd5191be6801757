import { beforeEach, describe, expect, test } from 'vitest'
import type { DiffLine } from '../preview/diff-line'
import { commentsOn, denialReason, removeComment, reviewNotes, saveComment, toggleMark } from './review-notes'

const line = (path: string, number: number, side: DiffLine['side'] = 'after'): DiffLine => ({
  path,
  number,
  side,
})
const texts = (): string[] => reviewNotes.get().comments.map(({ text }) => text)

beforeEach(() => reviewNotes.set(reviewNotes.initial))

test('a mark is set and taken back, and stays what it is of: what has changed has another name', () => {
  toggleMark('call-1 sha256:a policy')
  toggleMark('call-2 sha256:b policy')
  toggleMark('call-1 sha256:a policy')
  const { marks } = reviewNotes.get()
  expect([...marks]).toEqual(['call-2 sha256:b policy'])
  expect(marks.has('call-2 sha256:b drifted')).toBe(false)
})

describe('comments', () => {
  test('are added, changed and removed', () => {
    saveComment({ callId: 'c', line: line('a.md', 1), text: 'one' })
    saveComment({ callId: 'c', line: line('a.md', 2), text: 'two' })
    const [first] = reviewNotes.get().comments
    saveComment({ callId: 'c', line: line('a.md', 1), text: 'another', id: first?.id })
    expect(texts()).toEqual(['two', 'another'])
    removeComment(first?.id ?? 0)
    saveComment({ callId: 'c', line: line('a.md', 3), text: 'three' })
    expect(texts()).toEqual(['two', 'three'])
    expect(new Set(reviewNotes.get().comments.map(({ id }) => id)).size).toBe(2)
  })

  test('of a call become its reason by file and line, each after its line', () => {
    saveComment({ callId: 'c', line: line('b.md', 10), text: 'ten' })
    saveComment({ callId: 'other', line: line('b.md', 1), text: 'not this' })
    saveComment({ callId: 'c', line: line('b.md', 9, 'before'), text: 'why?\nIt was good.' })
    saveComment({ callId: 'c', line: line('a.md', 12), text: 'twelve' })
    const comments = commentsOn('c', reviewNotes.get().comments)
    const nameOf = ({ path, number, side }: DiffLine): string =>
      `${path}:${number}${side === 'before' ? '-' : ''}`
    expect(denialReason(comments, nameOf)).toBe(
      'a.md:12: twelve\nb.md:9-: why?\n  It was good.\nb.md:10: ten',
    )
    expect(denialReason([], nameOf)).toBe('')
  })
})
