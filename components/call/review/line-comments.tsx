'use client'

import { type KeyboardEvent, type SubmitEvent, useCallback, useEffect, useId, useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import { VisibleText } from '@/components/text/visible-text'
import { Button } from '@/components/ui/button'
import { FIELD } from '@/components/ui/looks'
import { isLeaving } from '@/lib/client/decisions/key-aim'
import { useObservable } from '@/lib/client/page/page-state'
import type { WaitingCall } from '@/lib/domain/call/call'
import { withVisibleEscapes } from '@/lib/text/hidden-characters'
import type { DiffLine } from '../preview/diff-line'
import {
  commentsOn,
  type LineComment,
  type OpenComment,
  openComments,
  putComment,
  removeComment,
  reviewNotes,
} from './review-notes'

/** What was begun the last time; one is begun after the other, so that nothing is lost by the next one. */
export function useOpenComment({ id: callId }: WaitingCall) {
  const [open, setOpen] = useState<(OpenComment & { isAsked: boolean }) | null>(() => {
    const comment = openComments.get(callId)
    return comment ? { ...comment, isAsked: false } : null
  })
  const begin = useCallback(
    (line: DiffLine, comment?: LineComment): void =>
      setOpen(before =>
        before && openComments.has(callId)
          ? { ...before, isAsked: true }
          : { line, id: comment?.id, text: comment?.text ?? '', isAsked: true },
      ),
    [callId],
  )
  const end = (): void => {
    openComments.delete(callId)
    setOpen(null)
  }
  return { open, begin, end }
}

type Props = { call: WaitingCall; comment: ReturnType<typeof useOpenComment> }

/** What somebody has said about lines of a Call. */
export function LineComments({ call, comment: { open, begin, end } }: Props) {
  const t = useTranslations('call.review')
  const comments = commentsOn(call.id, useObservable(reviewNotes).comments)
  return (
    <>
      {comments.length > 0 && (
        <ul aria-label={t('comments')} className="flex flex-col gap-2">
          {comments.map(comment => (
            <Comment key={comment.id} comment={comment} onEdit={() => begin(comment.line, comment)} />
          ))}
        </ul>
      )}
      {open && (
        <CommentForm
          key={`${open.line.path} ${open.line.number} ${open.line.side} ${open.id}`}
          call={call}
          open={open}
          onClose={end}
        />
      )}
    </>
  )
}

function Comment({ comment, onEdit }: { comment: LineComment; onEdit: () => void }) {
  const t = useTranslations('call.review')
  const placeOf = usePlaceOf()
  return (
    <li className="border-field border-l-3 bg-hover px-3 py-1.5">
      <p className="font-mono text-quiet text-small">{placeOf(comment.line)}</p>
      <p className="whitespace-pre-wrap wrap-anywhere">
        <VisibleText isProse>{comment.text}</VisibleText>
      </p>
      <div className="flex gap-4">
        <Button variant="link" onClick={onEdit}>
          {t('editComment')}
        </Button>
        <Button variant="link" onClick={() => removeComment(comment.id)}>
          {t('removeComment')}
        </Button>
      </div>
    </li>
  )
}

/** A line as people name it. */
export function usePlaceOf(): (line: DiffLine) => string {
  const t = useTranslations('call.review')
  return ({ path, number, side }) => {
    const location = `${withVisibleEscapes(path)}:${number}`
    return side === 'before' ? t('lineBefore', { place: location }) : location
  }
}

type FormProps = {
  call: WaitingCall
  open: NonNullable<ReturnType<typeof useOpenComment>['open']>
  onClose: () => void
}

function CommentForm({ call, open, onClose }: FormProps) {
  const t = useTranslations('call.review')
  const { line, id: commentId, text: first } = open
  const [text, setText] = useState(first)
  const write = (next: string): void => {
    setText(next)
    if (next.trim() === '') openComments.delete(call.id)
    else openComments.set(call.id, { line, id: commentId, text: next })
  }
  const id = useId()
  const field = useRef<HTMLTextAreaElement>(null)
  const isEmpty = text.trim() === ''
  useEffect(() => {
    if (open.isAsked) field.current?.focus()
  }, [open])
  const submit = (event: SubmitEvent): void => {
    event.preventDefault()
    if (isEmpty) return
    putComment({ callId: call.id, line, text: text.trim(), id: commentId })
    onClose()
  }
  const press = (event: KeyboardEvent): void => {
    if (!isLeaving(event)) return
    // The dialog around it stays.
    event.preventDefault()
    if (isEmpty || text === first) onClose()
  }
  const params = { line: String(line.number), path: withVisibleEscapes(line.path) }
  return (
    <form
      aria-labelledby={`${id}-heading`}
      className="flex flex-col gap-2 rounded-base border border-field p-3"
      onSubmit={submit}
      onKeyDown={press}
    >
      <p id={`${id}-heading`} className="font-semibold text-small wrap-anywhere">
        {t(line.side === 'before' ? 'commentOnBefore' : 'commentOn', params)}
      </p>
      <textarea
        ref={field}
        dir="auto"
        aria-label={t('comment')}
        className={`${FIELD} field-sizing-content max-h-[30dvh] min-h-16 resize-y`}
        maxLength={5_000}
        value={text}
        onChange={event => write(event.target.value)}
      />
      <div className="flex flex-wrap gap-2">
        <Button type="submit" variant="main" off={isEmpty}>
          {commentId === undefined ? t('addComment') : t('saveComment')}
        </Button>
        <Button onClick={onClose}>{t('cancel')}</Button>
      </div>
    </form>
  )
}
