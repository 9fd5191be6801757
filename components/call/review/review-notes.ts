import { flushSync } from 'react-dom'
import { Observable } from '@/lib/client/page/page-state'
import type { DiffLine } from '../preview/diff-line'

/** What somebody says about a line of a file that a Call would change. */
type LineComment = { id: number; callId: string; line: DiffLine; text: string }

/** A comment that is being written; `id`: of the one that it changes. */
export type CommentDraft = Omit<LineComment, 'id'> & { id?: number | undefined }

/**
 * What somebody notes while they review. `marks`: what they say they have seen, by its name on screen, which changes with
 * the Call; `drafts`: by the ids of Calls.
 */
type ReviewNotes = {
  marks: ReadonlySet<string>
  comments: readonly LineComment[]
  drafts: ReadonlyMap<string, CommentDraft>
}

/** The notes of this page: they outlive the dialog. */
export const reviewNotes = new Observable<ReviewNotes>({ marks: new Set(), comments: [], drafts: new Map() })

const update = (change: Partial<ReviewNotes>): void => reviewNotes.set({ ...reviewNotes.get(), ...change })

export function toggleMark(name: string): void {
  const marks = new Set(reviewNotes.get().marks)
  if (!marks.delete(name)) marks.add(name)
  update({ marks })
}

export const commentFieldId = (callId: string): string => `comment-${callId}`

/** Leads to the field for a comment. One is written after the other, so that nothing is lost by the next one. */
export function beginComment(draft: CommentDraft): void {
  const { callId } = draft
  const earlier = reviewNotes.get().drafts.get(callId)
  if (!earlier?.text.trim()) flushSync(() => writeComment(draft))
  document.getElementById(commentFieldId(callId))?.focus()
}

export const writeComment = (draft: CommentDraft): void =>
  update({ drafts: new Map(reviewNotes.get().drafts).set(draft.callId, draft) })

export function dropComment(callId: string): void {
  const drafts = new Map(reviewNotes.get().drafts)
  drafts.delete(callId)
  update({ drafts })
}

/** Adds a comment, or gives it another text. */
export function saveComment({ id: own, ...draft }: CommentDraft): void {
  const { comments } = reviewNotes.get()
  const id = own ?? Math.max(0, ...comments.map(other => other.id)) + 1
  update({ comments: [...comments.filter(other => other.id !== id), { ...draft, id }] })
  dropComment(draft.callId)
}

export const removeComment = (id: number): void =>
  update({ comments: reviewNotes.get().comments.filter(other => other.id !== id) })

/** The comments on a Call, in the order of its files and lines. */
export const commentsOn = (callId: string, comments: readonly LineComment[]): LineComment[] =>
  comments
    .filter(comment => comment.callId === callId)
    .sort(({ line: one }, { line: other }) =>
      one.path === other.path ? one.number - other.number : one.path < other.path ? -1 : 1,
    )

/** Comments as the reason of a denial: each on a line of its own, after the line that it is about. */
export const denialReason = (comments: readonly LineComment[], nameOf: (line: DiffLine) => string): string =>
  comments.map(({ line, text }) => `${nameOf(line)}: ${text.replaceAll('\n', '\n  ')}`).join('\n')
