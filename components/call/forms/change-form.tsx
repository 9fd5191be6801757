'use client'

import { useEffect, useId, useRef } from 'react'
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
import type { PreviewAnswer } from '@/lib/domain/call/decision-request'
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
  /** The text that the change starts from. */
  original: string
}

/**
 * Other arguments for a Call, which can be approved once the server has previewed them. The preview follows whoever
 * types; it counts once it was asked for, or all of it has been on screen.
 */
export function ChangeForm({ call, isBusy, onApprove, onCancel, tool, schema, original }: Props) {
  const kind = tool === undefined ? 'edit' : 'replace'
  const { text, write, discard, version, startOver, ...draft } = useCallDraft({
    call,
    form: kind,
    tool,
    original,
  })
  const subject = { callId: call.id, digest: call.digest }
  const edit = { ...subject, tool, text }
  const reviewing = useReview(edit, askAboutEdit)
  const { review, isAsked, forget } = reviewing
  const following = useFollowingReview(reviewing, text, original)
  const { sound, isRead } = useSoundReview(review, isAsked)
  const approve = async (): Promise<void> => {
    if (!sound) return
    const change =
      tool === undefined
        ? { kind: 'edit' as const, ...subject }
        : { kind: 'replace' as const, ...subject, tool }
    const what = { ...change, argumentsText: text, previewDigest: sound.digest, seen: extentOf(isRead) }
    const refusal = await onApprove(what, sound.risk.level)
    if (refusal === null) discard()
    if (refusal?.code === 'stale_digest') forget()
  }
  return (
    <>
      <DraftNote {...draft} isChanged={text !== original} onStartOver={startOver} />
      <ArgumentsEditor
        key={version}
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
        onCancel={onCancel}
        following={following}
        isReviewing={reviewing.isReviewing}
        isSound={sound !== null}
        isRead={isRead}
        isReady={sound !== null && isRead && !isBusy}
        version={sound?.digest}
        onReview={reviewing.start}
        onApprove={approve}
      />
    </>
  )
}

/** What may be approved: reviewed, and asked for or read to its end. */
function useSoundReview(review: Review | null, isAsked: boolean) {
  const sound = review?.kind === 'sound' ? review.answer : null
  const isWhole = useSeenExtent(sound?.digest ?? '') === 'whole'
  return { sound, isRead: isAsked || isWhole }
}

type NoteProps = {
  /** Whether it was begun earlier. */
  wasKept: boolean
  /** Whether the Call has become another one since. */
  hasDrifted: boolean
  isStored: boolean
  /** Whether there is anything to lose. */
  isChanged: boolean
  onStartOver: () => void
}

/** What a person should know of an edit that was begun earlier, or whose Call has changed under it. */
function DraftNote({ wasKept, hasDrifted, isStored, isChanged, onStartOver }: NoteProps) {
  const t = useTranslations('call.drafts')
  if (!isChanged) return null
  return (
    <>
      {wasKept && (
        <p className="flex flex-wrap items-baseline gap-x-3 text-small">
          <span>{t('resumed')}</span>
          <Button variant="quiet" onClick={onStartOver}>
            {t('startOver')}
          </Button>
        </p>
      )}
      {hasDrifted && <p className={REMARK}>{t('drifted')}</p>}
      {!isStored && <p className="text-quiet text-small">{t('long')}</p>}
    </>
  )
}

type EditBarProps = {
  kind: 'edit' | 'replace'
  following: FollowingReview
  isSound: boolean
  isRead: boolean
  isReviewing: boolean
  isReady: boolean
  /** The digest of what was reviewed. */
  version: string | undefined
  onReview: () => void
  onApprove: () => void
  onCancel: () => void
}

function EditBar({ kind, following, isSound, isRead, isReviewing, isReady, ...bar }: EditBarProps) {
  const t = useTranslations('call.editBar')
  const why = useId()
  const hint = isSound ? (isRead ? null : 'unread') : isReviewing ? 'reviewing' : following
  return (
    <>
      {hint && (
        <p id={why} className="text-small text-quiet">
          {t(hint)}
        </p>
      )}
      <VerbBar className="max-phone:[&>button:last-child]:basis-full">
        <Button onClick={bar.onCancel}>{t('cancel')}</Button>
        <span className="grow" />
        <Button variant={isSound && isRead ? 'plain' : 'main'} off={isReviewing} onClick={bar.onReview}>
          {t('review')}
        </Button>
        <DecisionButton
          variant={isSound && isRead ? 'wanted' : 'plain'}
          off={!isReady}
          version={bar.version ?? ''}
          aria-describedby={hint ? why : undefined}
          onClick={bar.onApprove}
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

/** The arguments of a Call as edited. `tool` if it is not the Call's own. */
type Edit = { callId: string; digest: string; tool?: string | undefined; text: string }

const askAboutEdit = ({ callId, tool, text }: Edit): Promise<PreviewAnswer> =>
  fetchApi('POST /api/calls/preview', { body: { callId, tool, argumentsText: text } })
