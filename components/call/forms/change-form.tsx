'use client'

import { useMutation } from '@tanstack/react-query'
import { useEffect, useId, useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import { ProblemAlert } from '@/components/text/problem-text'
import { ServerWords } from '@/components/text/server-words'
import { VisibleText } from '@/components/text/visible-text'
import { Alert } from '@/components/ui/alert'
import { Button } from '@/components/ui/button'
import { fetchApi, isProblem } from '@/lib/client/api/fetch-api'
import { useArmed } from '@/lib/client/decisions/steady-press'
import type { Invocation, WaitingCall } from '@/lib/domain/call/call'
import { invocationOf } from '@/lib/domain/call/call-state'
import type { PreviewAnswer } from '@/lib/domain/call/decision-request'
import type { JsonSchema } from '@/lib/domain/call/tool'
import type { FieldError } from '@/lib/domain/contract/problem'
import { RiskLine } from '../call-head'
import { CallPreview } from '../call-preview'
import { CorrectionNote } from '../correction'
import type { SendDecision } from '../set/deciding'
import { VerbBar } from '../set/decision-bar'
import { useSeenExtent } from '../set/use-seen-calls'
import { ArgumentsEditor } from './arguments-editor'

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

/** Other arguments for a Call, which can be approved once the server has previewed them. */
export function ChangeForm({ call, isBusy, onApprove, onCancel, tool, schema, original }: Props) {
  const [text, setText] = useState(original)
  const subject = { callId: call.id, digest: call.digest }
  const edit = { ...subject, tool, text }
  const { review, isReviewing, start, forget } = useReview(edit, askAboutEdit)
  const sound = review?.kind === 'sound' ? review.answer : null
  const armed = useArmed(sound?.digest ?? '')
  const extent = useSeenExtent(sound?.digest ?? '')
  const approve = async (): Promise<void> => {
    if (!sound) return
    const change =
      tool === undefined
        ? { kind: 'edit' as const, ...subject }
        : { kind: 'replace' as const, ...subject, tool }
    const what = { ...change, argumentsText: text, previewDigest: sound.digest, seen: extent }
    const refusal = await onApprove(what, sound.risk.level)
    if (refusal?.code === 'stale_digest') forget()
  }
  return (
    <>
      <ArgumentsEditor
        {...{ original, text, schema }}
        onChange={setText}
        onLeave={text === original ? onCancel : null}
        isFocused={tool === undefined}
      />
      {sound && <CorrectionNote before={invocationOf(call)} after={invocationIn(tool ?? call.tool, text)} />}
      {review && <ReviewOutcome review={review} />}
      <EditBar
        kind={tool === undefined ? 'edit' : 'replace'}
        {...{ isReviewing, onCancel }}
        isSound={sound !== null}
        isReady={sound !== null && armed && !isBusy}
        target={sound?.digest}
        onReview={start}
        onApprove={approve}
      />
    </>
  )
}

/** For text that the server has parsed. */
const invocationIn = (tool: string, argumentsText: string): Invocation => ({
  tool,
  argumentsText,
  arguments: JSON.parse(argumentsText),
})

type EditBarProps = {
  kind: 'edit' | 'replace'
  isSound: boolean
  isReviewing: boolean
  isReady: boolean
  /** The digest of what was reviewed. */
  target: string | undefined
  onReview: () => void
  onApprove: () => void
  onCancel: () => void
}

function EditBar({
  kind,
  isSound,
  isReviewing,
  isReady,
  target,
  onReview,
  onApprove,
  onCancel,
}: EditBarProps) {
  const t = useTranslations('call.editBar')
  const why = useId()
  return (
    <>
      {!isSound && (
        <p id={why} className="text-small text-quiet">
          {t('first')}
        </p>
      )}
      <VerbBar className="max-phone:[&>button:last-child]:basis-full">
        <Button onClick={onCancel}>{t('cancel')}</Button>
        <span className="grow" />
        <Button look={isSound ? 'plain' : 'main'} off={isReviewing} onClick={onReview}>
          {t('review')}
        </Button>
        <Button
          look={isSound ? 'wanted' : 'plain'}
          off={!isReady}
          target={target}
          aria-describedby={isSound ? undefined : why}
          onClick={onApprove}
        >
          {t(kind)}
        </Button>
      </VerbBar>
    </>
  )
}

type OutcomeProps = {
  review: Review
  /** Where it is not about the change of a Call: what the answer is called, and what a rule that denies it means. */
  words?: { heading: string; refused: string }
}

/** The server's answer to arguments: what they would do, or what is wrong with them. */
export function ReviewOutcome({ review, words }: OutcomeProps) {
  const place = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (review) place.current?.scrollIntoView({ block: 'nearest' })
  }, [review])
  return (
    <div ref={place} className="flex scroll-mb-20 flex-col gap-2">
      <Outcome {...{ review, words }} />
    </div>
  )
}

function Outcome({ review, words }: OutcomeProps) {
  const t = useTranslations('call.reviewOutcome')
  const { heading, refused } = words ?? { heading: t('heading'), refused: t('refused') }
  if (review.kind === 'failed') {
    return <ProblemAlert error={review.error} />
  }
  const { answer } = review
  if (answer.errors.length > 0) return <FieldErrors errors={answer.errors} />
  return (
    <section aria-label={heading} data-sight={answer.digest} className="flex flex-col gap-2">
      <h4 className="font-semibold text-small">{heading}</h4>
      {answer.verdict === 'deny' && <Alert>{refused}</Alert>}
      <p data-part="head" className="wrap-anywhere">
        <ServerWords words={answer.preview?.words} english={answer.preview?.summary ?? ''} />
      </p>
      <RiskLine risk={answer.risk} />
      <CallPreview preview={answer.preview} argumentsText={review.text} />
    </section>
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
      <VisibleText>{error.message}</VisibleText>
    </Alert>
  ))
}

/** `sound`: the change may be approved as it is. `wrong`: it has errors, or a rule refuses it. */
type Review =
  | { kind: 'sound' | 'wrong'; text: string; answer: PreviewAnswer }
  | { kind: 'failed'; error: Error }

/** The arguments of a Call as edited. `tool` if it is not the Call's own. */
type Edit = { callId: string; digest: string; tool?: string | undefined; text: string }

const askAboutEdit = ({ callId, tool, text }: Edit): Promise<PreviewAnswer> =>
  fetchApi('POST /api/calls/preview', { body: { callId, tool, argumentsText: text } })

/**
 * Asks the server what arguments would do. The answer holds for exactly this text, and for a Call as it stood then:
 * after any change there is none.
 */
export function useReview<E extends { text: string }>(edit: E, ask: (edit: E) => Promise<PreviewAnswer>) {
  const [last, setLast] = useState<{ edit: E; review: Review } | null>(null)
  const { mutate, isPending } = useMutation({
    mutationFn: ask,
    onSuccess: (answer, reviewed) => setLast({ edit: reviewed, review: reviewOf(answer, reviewed.text) }),
    onError: (error, reviewed) => {
      if (!isProblem(error)) throw error
      setLast({ edit: reviewed, review: { kind: 'failed', error } })
    },
  })
  const review = last && isSame(last.edit, edit) ? last.review : null
  return { review, isReviewing: isPending, start: () => mutate(edit), forget: () => setLast(null) }
}

function isSame<E extends object>(one: E, other: E): boolean {
  const names = Object.keys(one) as (keyof E)[]
  return names.every(name => one[name] === other[name])
}

function reviewOf(answer: PreviewAnswer, text: string): Review {
  const isSound = answer.errors.length === 0 && answer.verdict !== 'deny'
  return { kind: isSound ? 'sound' : 'wrong', text, answer }
}
