import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import { FieldErrors } from '@/components/list/form-problem'
import { ProblemAlert } from '@/components/text/problem-text'
import { ServerText } from '@/components/text/server-words'
import { Alert } from '@/components/ui/alert'
import { Button } from '@/components/ui/button'
import { Key } from '@/components/ui/kbd'
import { REMARK } from '@/components/ui/looks'
import { fetchApi } from '@/lib/client/api/fetch-api'
import { isOnTouch } from '@/lib/client/decisions/key-aim'
import { extentOf } from '@/lib/client/decisions/seen-rule'
import type { WaitingCall } from '@/lib/domain/call/call'
import { invocationOf } from '@/lib/domain/call/call-state'
import type { JsonSchema } from '@/lib/domain/call/tool'
import { RiskLine } from '../call-head'
import { CallPreview } from '../call-preview'
import { DecisionButton, useSteady } from '../decision-button'
import type { SendDecision } from '../set/deciding'
import { VerbBar } from '../set/decision-bar'
import { useSeen } from '../set/use-seen-calls'
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
 * Other arguments for a Call, which can be approved once the server has checked just these and all of what they would do
 * has been on screen, or was asked for.
 */
export function ChangeForm({ call, isBusy, onApprove, onCancel, tool, schema, children, ...props }: Props) {
  const kind = tool === undefined ? 'edit' : 'replace'
  const form = useRef<HTMLDivElement>(null)
  const [original] = useState(props.original)
  const draft = useCallDraft({ call, form: kind, tool, original })
  const { text, write } = draft
  const subject = { callId: call.id, digest: call.digest }
  const reviewing = useReview({ ...subject, tool, text }, ({ callId, tool, text }) =>
    fetchApi('POST /api/calls/preview', { body: { callId, tool, argumentsText: text } }),
  )
  const { review, isAsked } = reviewing
  // Another tool is a change in itself.
  const isSame = text === original && (tool === undefined || tool === invocationOf(call).tool)
  const following = useFollowingReview(reviewing, text, isSame)
  const sound = review?.kind === 'sound' ? review.answer : null
  const isRead = useSeen(sound?.digest ?? '') || isAsked
  // In the first moment all of it may still come on screen.
  const { isSteady } = useSteady(sound?.digest ?? '')
  const hint = !sound || isSame ? following : isRead ? null : isSteady ? 'unread' : 'follows'
  const approve = async (): Promise<void> => {
    if (!sound) return
    const change = tool === undefined ? { kind: 'edit' as const } : { kind: 'replace' as const, tool }
    const what = {
      ...subject,
      ...change,
      argumentsText: text,
      previewDigest: sound.digest,
      seen: extentOf(isRead),
    }
    const refusal = await onApprove(what, sound.risk.level)
    if (refusal === null) draft.discard()
    if (refusal?.code === 'stale_digest') reviewing.forget()
  }
  const press = (event: KeyboardEvent): void => {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey) || event.repeat) return
    event.preventDefault()
    if (hint === null) form.current?.querySelector<HTMLElement>(`[aria-keyshortcuts="${SEND_KEYS}"]`)?.click()
    else if (needsReviewButton(hint) || hint === 'wrong') reviewing.start()
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the key sends from any field in it
    <div ref={form} className="flex flex-col gap-2" onKeyDown={press}>
      {children}
      {text !== original && <DraftNote draft={draft} />}
      <ArgumentsEditor
        key={draft.version}
        tool={tool ?? call.tool}
        text={text}
        schema={schema}
        preview={tool === undefined || tool === call.tool ? call.preview : undefined}
        onChange={write}
        // There the keyboard would cover what is to be read first.
        isFocused={tool === undefined && !isOnTouch()}
      />
      {review && !isSame && <ReviewOutcome review={review} isAsked={isAsked} />}
      <EditBar
        kind={kind}
        hint={hint}
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

/** Why a change cannot be approved yet. */
type Hint = 'unread' | FollowingReview | null

/** Whether its check does not come by itself, or does not fit on the screen. */
const needsReviewButton = (hint: Hint): boolean => hint === 'unread' || hint === 'large' || hint === 'failed'

type EditBarProps = {
  kind: 'edit' | 'replace'
  hint: Hint
  isBusy: boolean
  /** The digest of what was reviewed. */
  version: string
  onReview: () => void
  onApprove: () => void
  onCancel: () => void
}

const SEND_KEYS = 'Control+Enter Meta+Enter'

function EditBar({ kind, hint, isBusy, version, onReview, onApprove, onCancel }: EditBarProps) {
  const t = useTranslations('call.editBar')
  const why = useId()
  return (
    <VerbBar>
      <Button onClick={onCancel}>{t('cancel')}</Button>
      <p id={why} className="min-w-0 flex-1 basis-40 text-right text-quiet text-small">
        {hint && t(hint)}
      </p>
      {needsReviewButton(hint) && (
        <Button variant="main" onClick={onReview}>
          {t('review')}
        </Button>
      )}
      <DecisionButton
        variant={hint ? 'plain' : 'wanted'}
        className="max-phone:grow"
        off={isBusy || hint !== null}
        version={version}
        aria-describedby={hint ? why : undefined}
        aria-keyshortcuts={SEND_KEYS}
        onClick={onApprove}
      >
        {t(kind)} <Key>{/Mac|iPhone|iPad/.test(navigator.platform) ? '⌘⏎' : 'Ctrl ⏎'}</Key>
      </DecisionButton>
    </VerbBar>
  )
}

type OutcomeProps = {
  review: Review
  /** Whether somebody asked for it, and is led there however long it is. */
  isAsked?: boolean
  /** Where it is not about the change of a Call: what the answer is called, and what a rule that denies it means. */
  words?: { heading: string; refused: string }
}

/** The part of the window in which an answer that follows the typing is brought on screen. */
const MOST_HEIGHT = 0.4

/** The server's answer to arguments: what they would do, or what is wrong with them. */
export function ReviewOutcome({ review, isAsked = true, words }: OutcomeProps) {
  const t = useTranslations('call.reviewOutcome')
  const container = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const outcome = container.current
    // A long answer would take the field away from whoever types.
    const isShort = outcome !== null && outcome.offsetHeight < window.innerHeight * MOST_HEIGHT
    if (review && (isAsked || isShort)) outcome?.scrollIntoView({ block: 'nearest' })
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
