'use client'

import { type KeyboardEvent, type SubmitEvent, useEffect, useId, useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import { VisibleText } from '@/components/text/visible-text'
import { Button } from '@/components/ui/button'
import { FIELD } from '@/components/ui/looks'
import { useObservable } from '@/lib/client/page/page-state'
import { withVisibleEscapes } from '@/lib/text/hidden-characters'
import type { DiffLine } from '../preview/line-action'
import { commentsOn, type LineComment, putComment, removeComment, reviewNotes } from './review-notes'

type Props = {
  callId: string
  /** The line that somebody wants to say something about. */
  line: DiffLine | null
  onDone: () => void
}

/** What somebody has said about lines of a Call. */
export function LineComments({ callId, line, onDone }: Props) {
  const t = useTranslations('call.review')
  const comments = commentsOn(callId, useObservable(reviewNotes).comments)
  const [open, setOpen] = useState<LineComment | null>(null)
  const close = (): void => {
    setOpen(null)
    onDone()
  }
  const about = line ?? open?.line
  return (
    <>
      {comments.length > 0 && (
        <ul aria-label={t('comments')} className="flex flex-col gap-2">
          {comments.map(comment => (
            <Comment key={comment.id} comment={comment} onEdit={() => setOpen(comment)} />
          ))}
        </ul>
      )}
      {about && (
        <CommentForm
          key={line ? keyOf(line) : open?.id}
          line={about}
          first={line ? '' : (open?.text ?? '')}
          onPut={text => putComment({ callId, line: about, text, id: line ? undefined : open?.id })}
          onClose={close}
        />
      )}
    </>
  )
}

const keyOf = ({ path, number, side }: DiffLine): string => `${path} ${number} ${side}`

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

type FormProps = { line: DiffLine; first: string; onPut: (text: string) => void; onClose: () => void }

function CommentForm({ line, first, onPut, onClose }: FormProps) {
  const t = useTranslations('call.review')
  const [text, setText] = useState(first)
  const id = useId()
  const field = useRef<HTMLTextAreaElement>(null)
  const isEmpty = text.trim() === ''
  useEffect(() => field.current?.focus(), [])
  const submit = (event: SubmitEvent): void => {
    event.preventDefault()
    if (isEmpty) return
    onPut(text.trim())
    onClose()
  }
  const press = (event: KeyboardEvent): void => {
    if (event.key === 'Escape') onClose()
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
        onChange={event => setText(event.target.value)}
      />
      <div className="flex flex-wrap gap-2">
        <Button type="submit" look="main" off={isEmpty}>
          {first === '' ? t('addComment') : t('saveComment')}
        </Button>
        <Button onClick={onClose}>{t('cancel')}</Button>
      </div>
    </form>
  )
}
