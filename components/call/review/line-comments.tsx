'use client'

import { type KeyboardEvent, type SubmitEvent, useCallback, useEffect, useId, useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import { VisibleText } from '@/components/text/visible-text'
import { Button } from '@/components/ui/button'
import { FIELD } from '@/components/ui/looks'
import {
  type CallDraft,
  callDrafts,
  draftKey,
  dropDraft,
  keepDraft,
} from '@/lib/client/decisions/call-drafts'
import { isLeaving } from '@/lib/client/decisions/key-aim'
import { useObservable } from '@/lib/client/page/page-state'
import type { WaitingCall } from '@/lib/domain/call/call'
import { withVisibleEscapes } from '@/lib/text/hidden-characters'
import type { DiffLine } from '../preview/line-action'
import { commentsOn, type LineComment, putComment, removeComment, reviewNotes } from './review-notes'

/** A comment that is being written: about which line, and which one it changes. `isAsked`: somebody has just asked for it. */
type OpenComment = { line: DiffLine; id?: number | undefined; isAsked: boolean }

const placeOfDraft = (callId: string) => ({ callId, form: 'comment' as const })

const draftOn = (callId: string): CallDraft | undefined =>
  callDrafts.get().get(draftKey(placeOfDraft(callId)))

/** What was begun the last time; one is begun after the other, so that nothing is lost by the next one. */
export function useOpenComment({ id: callId }: WaitingCall) {
  const [open, setOpen] = useState<OpenComment | null>(() => {
    const { line, comment } = draftOn(callId) ?? {}
    const known = commentsOn(callId, reviewNotes.get().comments).find(({ id }) => id === comment)
    return line ? { line, id: known?.id, isAsked: false } : null
  })
  const begin = useCallback(
    (line: DiffLine, id?: number): void =>
      setOpen(before =>
        before && draftOn(callId) ? { ...before, isAsked: true } : { line, id, isAsked: true },
      ),
    [callId],
  )
  return { open, begin, end: () => setOpen(null) }
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
            <Comment key={comment.id} comment={comment} onEdit={() => begin(comment.line, comment.id)} />
          ))}
        </ul>
      )}
      {open && (
        <CommentForm
          key={`${open.line.path} ${open.line.number} ${open.line.side} ${open.id}`}
          call={call}
          open={open}
          first={comments.find(({ id }) => id === open.id)?.text ?? ''}
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
        <Button look="link" onClick={onEdit}>
          {t('editComment')}
        </Button>
        <Button look="link" onClick={() => removeComment(comment.id)}>
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
    const place = `${withVisibleEscapes(path)}:${number}`
    return side === 'before' ? t('lineBefore', { place }) : place
  }
}

type FormProps = { call: WaitingCall; open: OpenComment; first: string; onClose: () => void }

/** What is written of it is kept like any other draft about a Call, until it is added or taken back. */
function useCommentText({ call, open: { line, id }, first, onClose }: FormProps) {
  const place = placeOfDraft(call.id)
  const [text, setText] = useState(() => draftOn(call.id)?.text ?? first)
  const write = (next: string): void => {
    setText(next)
    const about = { sessionId: call.sessionId, digest: call.digest, call: call.tool }
    const comment = id === undefined ? {} : { comment: id }
    if (next.trim() === '') dropDraft(place)
    else keepDraft({ ...place, ...about, line, ...comment, text: next, at: Date.now() })
  }
  const close = (): void => {
    dropDraft(place)
    onClose()
  }
  return { text, write, close }
}

function CommentForm(props: FormProps) {
  const t = useTranslations('call.review')
  const { call, open, first } = props
  const { line, id: commentId } = open
  const { text, write, close } = useCommentText(props)
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
    close()
  }
  const press = (event: KeyboardEvent): void => {
    if (!isLeaving(event)) return
    // The dialog around it stays.
    event.preventDefault()
    if (isEmpty || text === first) close()
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
        <Button type="submit" look="main" off={isEmpty}>
          {commentId === undefined ? t('addComment') : t('saveComment')}
        </Button>
        <Button onClick={close}>{t('cancel')}</Button>
      </div>
    </form>
  )
}
