'use client'

import { type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import { ProblemAlert } from '@/components/text/problem-text'
import { ServerText } from '@/components/text/server-words'
import { VisibleText } from '@/components/text/visible-text'
import { Alert } from '@/components/ui/alert'
import { Button } from '@/components/ui/button'
import { REMARK } from '@/components/ui/looks'
import { fetchApi } from '@/lib/client/api/fetch-api'
import { extentOf } from '@/lib/client/decisions/seen-rule'
import type { WaitingCall } from '@/lib/domain/call/call'
import type { JsonSchema } from '@/lib/domain/call/tool'
import type { FieldError } from '@/lib/domain/contract/problem'
import { RiskLine } from '../call-head'
import { CallPreview } from '../call-preview'
import { DecisionButton } from '../decision-button'
import type { SendDecision } from '../set/deciding'
import { VerbBar } from '../set/decision-bar'
import { useSeenExtent } from '../set/use-seen-calls'
import { ArgumentsEditor } from './arguments-editor'
import { useCallDraft } from './use-call-draft'
import { type FollowingReview, type Review, useFollowingReview, useReview } from './use-review'

export type ChangeProps = {
  call: WaitingCall
  isBusy: boolean
  onApprove: SendDecision
  onCancel: () => void
}

type Props = ChangeProps & {
  /** The tool of a replacement. */
  tool?: string
  schema: JsonSchema
  /** The text that the change starts from, as long as the form is open. */
  original: string
  /** Stands above the editor. */
  children?: ReactNode
}

/**
 * Other arguments for a Call, which can be approved once the server has previewed them. The preview follows whoever
 * types; it counts once it was asked for, or all of it has been on screen.
 */
export function ChangeForm({ call, isBusy, onApprove, onCancel, tool, schema, children, ...props }: Props) {
  const kind = tool === undefined ? 'edit' : 'replace'
  const [original] = useState(props.original)
  const draft = useCallDraft({ call, form: kind, tool, original })
  const { text, write } = draft
  const subject = { callId: call.id, digest: call.digest }
  const reviewing = useReview({ ...subject, tool, text }, ({ callId, tool, text }) =>
    fetchApi('POST /api/calls/preview', { body: { callId, tool, argumentsText: text } }),
  )
  const { review, isAsked, isReviewing } = reviewing
  const following = useFollowingReview(reviewing, text, original)
  // What may be approved: reviewed, and asked for or read to its end.
  const sound = review?.kind === 'sound' ? review.answer : null
  const isWhole = useSeenExtent(sound?.digest ?? '') === 'whole'
  const isRead = isAsked || isWhole
  const approve = async (): Promise<void> => {
    if (!sound) return
    const change =
      tool === undefined
        ? { kind: 'edit' as const, ...subject }
        : { kind: 'replace' as const, ...subject, tool }
    const what = { ...change, argumentsText: text, previewDigest: sound.digest, seen: extentOf(isRead) }
    const refusal = await onApprove(what, sound.risk.level)
    if (refusal === null) draft.discard()
    if (refusal?.code === 'stale_digest') reviewing.forget()
  }
  return (
    <div className="flex flex-col gap-2">
      {children}
      {text !== original && <DraftNote draft={draft} />}
      <ArgumentsEditor
        key={draft.version}
        original={original}
        text={text}
        schema={schema}
        preview={tool === undefined || tool === call.tool ? call.preview : undefined}
        onChange={write}
        isFocused={tool === undefined}
      />
      {review && <ReviewOutcome review={review} isAsked={isAsked} />}
      <EditBar
        kind={kind}
        hint={sound ? (isRead ? null : 'unread') : isReviewing ? 'reviewing' : following}
        isReviewing={isReviewing}
        isBusy={isBusy}
        version={sound?.digest ?? ''}
        onReview={reviewing.start}
        onApprove={approve}
        onCancel={onCancel}
      />
    </div>
  )
}

/** What a person should know of an edit that was begun earlier, or whose Call has changed under it. */
function DraftNote({ draft }: { draft: ReturnType<typeof useCallDraft> }) {
  const t = useTranslations('call.drafts')
  return (
    <>
      {draft.wasKept && (
        <p className="flex flex-wrap items-baseline gap-x-3 text-small">
          <span>{t('resumed')}</span>
          <Button variant="quiet" onClick={draft.startOver}>
            {t('startOver')}
          </Button>
        </p>
      )}
      {draft.hasDrifted && <p className={REMARK}>{t('drifted')}</p>}
      {!draft.isStored && <p className="text-quiet text-small">{t('long')}</p>}
    </>
  )
}

type EditBarProps = {
  kind: 'edit' | 'replace'
  /** Why it cannot be approved yet. */
  hint: 'unread' | 'reviewing' | FollowingReview | null
  isReviewing: boolean
  isBusy: boolean
  /** The digest of what was reviewed. */
  version: string
  onReview: () => void
  onApprove: () => void
  onCancel: () => void
}

function EditBar({ kind, hint, isReviewing, isBusy, version, onReview, onApprove, onCancel }: EditBarProps) {
  const t = useTranslations('call.editBar')
  const why = useId()
  return (
    <>
      {hint && (
        <p id={why} className="text-small text-quiet">
          {t(hint)}
        </p>
      )}
      <VerbBar className="max-phone:[&>button:last-child]:basis-full">
        <Button onClick={onCancel}>{t('cancel')}</Button>
        <span className="grow" />
        <Button variant={hint ? 'main' : 'plain'} off={isReviewing} onClick={onReview}>
          {t('review')}
        </Button>
        <DecisionButton
          variant={hint ? 'plain' : 'wanted'}
          off={isBusy || hint !== null}
          version={version}
          aria-describedby={hint ? why : undefined}
          onClick={onApprove}
        >
          {t(kind)}
        </DecisionButton>
      </VerbBar>
    </>
  )
}

type OutcomeProps = {
  review: Review
  /** Whether somebody asked for it, and is led there. What only follows their typing moves nothing. */
  isAsked?: boolean
  /** Where it is not about the change of a Call: what the answer is called, and what a rule that denies it means. */
  words?: { heading: string; refused: string }
}

/** The server's answer to arguments: what they would do, or what is wrong with them. */
export function ReviewOutcome({ review, isAsked = true, words }: OutcomeProps) {
  const t = useTranslations('call.reviewOutcome')
  const container = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (review && isAsked) container.current?.scrollIntoView({ block: 'nearest' })
  }, [review, isAsked])
  const { heading, refused } = words ?? { heading: t('heading'), refused: t('refused') }
  const { answer, text } = review.kind === 'failed' ? { answer: null, text: '' } : review
  return (
    <div ref={container} className="flex scroll-mb-20 flex-col gap-2">
      {review.kind === 'failed' && <ProblemAlert error={review.error} />}
      {answer && <FieldErrors errors={answer.errors} />}
      {answer && answer.errors.length === 0 && (
        <section aria-label={heading} data-sight={answer.digest} className="flex flex-col gap-2">
          <h4 className="font-semibold text-small">{heading}</h4>
          {answer.verdict === 'deny' && <Alert>{refused}</Alert>}
          <p data-part="head" className="wrap-anywhere">
            <ServerText codedText={answer.preview?.codedText} english={answer.preview?.summary ?? ''} />
          </p>
          <RiskLine risk={answer.risk} />
          <CallPreview preview={answer.preview} argumentsText={text} />
        </section>
      )}
    </div>
  )
}

/** What is wrong with arguments, each with its place in them. */
export function FieldErrors({ errors }: { errors: FieldError[] }) {
  const t = useTranslations('call.reviewOutcome')
  return errors.map(error => (
    <Alert key={`${error.path} ${error.message}`}>
      <span className="font-mono text-small">
        <VisibleText>{error.path === '' ? t('whole') : error.path}</VisibleText>
      </span>{' '}
      <ServerText codedText={error.codedText} english={error.message} />
    </Alert>
  ))
}
