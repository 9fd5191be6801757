import { Observable } from '@/lib/client/page/page-state'
import type { DiffLine } from '../preview/diff-line'

/** What somebody says about a line of a file that a Call would change. */
export type LineComment = { id: number; callId: string; line: DiffLine; text: string }

/**
 * What somebody notes while they review. `marks`: what they say they have seen, by its name on screen, which changes with
 * the Call.
 */
type ReviewNotes = { marks: ReadonlySet<string>; comments: readonly LineComment[] }

/** The notes of this page: they outlive the dialog. */
export const reviewNotes = new Observable<ReviewNotes>({ marks: new Set(), comments: [] })

export function toggleMark(name: string): void {
  const { marks, comments } = reviewNotes.get()
  const others = [...marks].filter(mark => mark !== name)
  reviewNotes.set({ marks: new Set(marks.has(name) ? others : [...others, name]), comments })
}

/** Adds a comment, or gives it another text. */
export function putComment(comment: Omit<LineComment, 'id'> & { id?: number | undefined }): void {
  const { marks, comments } = reviewNotes.get()
  const { id = Math.max(0, ...comments.map(other => other.id)) + 1, ...rest } = comment
  const isKnown = comments.some(other => other.id === id)
  const put = { ...rest, id }
  reviewNotes.set({
    marks,
    comments: isKnown ? comments.map(other => (other.id === id ? put : other)) : [...comments, put],
  })
}

export function removeComment(id: number): void {
  const { marks, comments } = reviewNotes.get()
  reviewNotes.set({ marks, comments: comments.filter(other => other.id !== id) })
}

/** A comment that is being written: about which line, and which one it changes. */
export type OpenComment = { line: DiffLine; id?: number | undefined; text: string }

/** What is being written about Calls, by their ids: it outlives the dialog, too. */
export const openComments = new Map<string, OpenComment>()

/** The comments on a Call, in the order of its files and lines. */
export const commentsOn = (callId: string, comments: readonly LineComment[]): LineComment[] =>
  comments
    .filter(comment => comment.callId === callId)
    .sort(({ line: one }, { line: other }) =>
      one.path === other.path ? one.number - other.number : one.path < other.path ? -1 : 1,
    )

/** Comments as the reason of a denial: each on a line of its own, after the place that it is about. */
export const denialReason = (comments: readonly LineComment[], placeOf: (line: DiffLine) => string): string =>
  comments.map(({ line, text }) => `${placeOf(line)}: ${text.replaceAll('\n', '\n  ')}`).join('\n')
