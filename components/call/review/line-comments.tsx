import type { KeyboardEvent, SubmitEvent } from 'react'
import { useTranslations } from 'use-intl'
import { VisibleText } from '@/components/text/visible-text'
import { Button } from '@/components/ui/button'
import { FIELD } from '@/components/ui/looks'
import { isLeaving } from '@/lib/client/decisions/key-aim'
import { useObservable } from '@/lib/client/page/page-state'
import { withVisibleEscapes } from '@/lib/text/hidden-characters'
import type { DiffLine } from '../preview/diff-line'
import {
  beginComment,
  type CommentDraft,
  commentFieldId,
  commentsOn,
  dropComment,
  removeComment,
  reviewNotes,
  saveComment,
  writeComment,
} from './review-notes'

/** What somebody has said about lines of a Call. */
export function LineComments({ callId }: { callId: string }) {
  const t = useTranslations('call.review')
  const notes = useObservable(reviewNotes)
  const nameOf = useLineName()
  const comments = commentsOn(callId, notes.comments)
  const draft = notes.drafts.get(callId)
  return (
    <>
      {comments.length > 0 && (
        <ul aria-label={t('comments')} className="flex flex-col gap-2">
          {comments.map(comment => (
            <li key={comment.id} className="border-field border-l-3 bg-hover px-3 py-1.5">
              <p className="font-mono text-quiet text-small">{nameOf(comment.line)}</p>
              <p className="whitespace-pre-wrap wrap-anywhere">
                <VisibleText isProse>{comment.text}</VisibleText>
              </p>
              <div className="flex gap-4">
                <Button variant="link" onClick={() => beginComment(comment)}>
                  {t('editComment')}
                </Button>
                <Button variant="link" onClick={() => removeComment(comment.id)}>
                  {t('removeComment')}
                </Button>
              </div>
            </li>
          ))}
        </ul>
      )}
      {draft && (
        <CommentForm draft={draft} original={comments.find(({ id }) => id === draft.id)?.text ?? ''} />
      )}
    </>
  )
}

/** A line as people name it. */
export function useLineName(): (line: DiffLine) => string {
  const t = useTranslations('call.review')
  return ({ path, number, side }) => {
    const location = `${withVisibleEscapes(path)}:${number}`
    return side === 'before' ? t('lineBefore', { place: location }) : location
  }
}

function CommentForm({ draft, original }: { draft: CommentDraft; original: string }) {
  const t = useTranslations('call.review')
  const { callId, line, text } = draft
  const isEmpty = text.trim() === ''
  const submit = (event: SubmitEvent): void => {
    event.preventDefault()
    if (!isEmpty) saveComment({ ...draft, text: text.trim() })
  }
  const press = (event: KeyboardEvent): void => {
    if (!isLeaving(event)) return
    // The dialog around it stays.
    event.preventDefault()
    if (isEmpty || text === original) dropComment(callId)
  }
  const params = { line: String(line.number), path: withVisibleEscapes(line.path) }
  const heading = t(line.side === 'before' ? 'commentOnBefore' : 'commentOn', params)
  return (
    <form
      aria-label={heading}
      className="flex flex-col gap-2 rounded-base border border-field p-3"
      onSubmit={submit}
      onKeyDown={press}
    >
      <p className="font-semibold text-small wrap-anywhere">{heading}</p>
      <textarea
        id={commentFieldId(callId)}
        dir="auto"
        aria-label={t('comment')}
        className={`${FIELD} field-sizing-content max-h-[30dvh] min-h-16 resize-y`}
        maxLength={5_000}
        value={text}
        onChange={event => writeComment({ ...draft, text: event.target.value })}
      />
      <div className="flex flex-wrap gap-2">
        <Button type="submit" variant="main" off={isEmpty}>
          {draft.id === undefined ? t('addComment') : t('saveComment')}
        </Button>
        <Button onClick={() => dropComment(callId)}>{t('cancel')}</Button>
      </div>
    </form>
  )
}
