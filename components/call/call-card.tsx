'use client'

import { lazy, memo, Suspense, useEffect, useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import { MaskedSecrets } from '@/components/text/masked-secrets'
import { VisibleText } from '@/components/text/visible-text'
import { REMARK } from '@/components/ui/looks'
import type { WaitingCall } from '@/lib/domain/call/call'
import { invocationOf } from '@/lib/domain/call/call-state'
import { questionOf } from '@/lib/domain/call/elicitation'
import { withVisibleEscapes } from '@/lib/text/hidden-characters'
import { CallHead, type RowLook, summaryId } from './call-head'
import { CallPreview } from './call-preview'
import { CardFoot, type CardMode } from './card-foot'
import { QuestionText } from './question'
import { useDecidingHere } from './set/deciding'
import { showCard } from './set/dock-focus'
import { sightOf } from './set/use-seen-calls'
import { Signature, verdictText } from './verdict-line'

const loadDetails = () => import('./correction')
const CorrectionNote = lazy(async () => ({ default: (await loadDetails()).CorrectionNote }))
const CallSource = lazy(async () => ({ default: (await loadDetails()).CallSource }))
const UnknownOutcome = lazy(async () => ({ default: (await import('./unknown-bar')).UnknownOutcome }))

type CallCardProps = {
  call: WaitingCall
  isCurrent: boolean
  /** Null where it is the only one and cannot be folded. */
  look: RowLook | null
  onLook: (callId: string, look: RowLook) => void
}

const CARD = 'relative flex flex-col border-hairline border-t border-l-3 px-4 focus-visible:-outline-offset-2'

/** The Call that keys act on, in a set that is in hand. */
const CURRENT = 'border-l-accent aside:border-l-transparent'

/** Its outcome is unknown. */
const TORN = 'torn-edge pt-4.5'

function looksOf({ why, isCurrent, isFull }: { why: string; isCurrent: boolean; isFull: boolean }): string {
  const space = why === 'outcome_unknown' ? TORN : isFull ? 'pt-3' : 'pt-2'
  return `${CARD} ${isCurrent ? CURRENT : 'border-l-transparent'} ${isFull ? 'gap-2' : 'gap-1'} ${space}`
}

/** One Call that waits for a person: what it would do, from what is stored and nothing else. */
export const CallCard = memo(function CallCard({ call, isCurrent, look, onLook }: CallCardProps) {
  const group = useRef<HTMLElement>(null)
  const [mode, setMode] = useState<CardMode>('look')
  const { busy, isBack } = useDecidingHere()
  const isFull = look !== 'folded' || mode !== 'look'
  useEffect(() => {
    if (group.current && isBack(call.id)) showCard(group.current)
  }, [call.id, isBack])
  useEffect(() => {
    if (look === 'whole') group.current?.scrollIntoView({ block: 'nearest' })
  }, [look])
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for the fields of a form
    <section
      ref={group}
      role="group"
      aria-label={withVisibleEscapes(call.tool)}
      aria-describedby={summaryId(call)}
      aria-current={isCurrent || undefined}
      aria-keyshortcuts={isCurrent ? 'Escape' : undefined}
      aria-busy={busy.has(call.id) || undefined}
      tabIndex={-1}
      data-call={call.id}
      data-set-id={call.setId}
      data-open={isFull}
      data-sight={sightOf(call)}
      className={looksOf({ why: call.why, isCurrent, isFull })}
    >
      <CallHead {...{ call, look }} onLook={next => onLook(call.id, next)} />
      {isFull && <CallBody key={look} {...{ call, mode }} isWhole={look === 'whole'} />}
      <CardFoot
        {...{ call, isCurrent, mode, setMode }}
        isFolded={!isFull}
        isBusy={busy.has(call.id)}
        onBack={form => {
          const opener = group.current?.querySelector<HTMLElement>(`[data-form="${form}"]`)
          ;(opener ?? group.current)?.focus()
        }}
      />
    </section>
  )
})

type BodyProps = { call: WaitingCall; mode: CardMode; isWhole: boolean }

/** What a Call would do, why it waits again, and who decided what before. */
export function CallBody({ call, mode, isWhole }: BodyProps) {
  const t = useTranslations('call.remarks')
  const firstDigest = useRef(call.digest)
  const isChanged = call.why !== 'drifted' && call.digest !== firstDigest.current
  const isEditing = mode === 'edit' || mode === 'replace'
  const question = questionOf(call)
  return (
    <div className="flex flex-col gap-2 in-[[data-call]:not(:only-child)]:motion-safe:animate-opened">
      <CallRemarks call={call} />
      {isChanged && <p className={REMARK}>{t('changed')}</p>}
      {call.effective && (
        <Suspense>
          <CorrectionNote before={call.proposed} after={call.effective} />
        </Suspense>
      )}
      {question && <QuestionText message={question.message} isWhole={isWhole} />}
      {!isEditing && !question && (
        <CallPreview
          preview={call.preview}
          argumentsText={invocationOf(call).argumentsText}
          isWhole={isWhole}
        />
      )}
      {call.span && (
        <Suspense>
          <CallSource call={call} />
        </Suspense>
      )}
      <MaskedSecrets
        sessionId={call.sessionId}
        id={call.id}
        texts={[invocationOf(call).argumentsText, call.preview && JSON.stringify(call.preview)]}
      />
      {mode === 'look' && !question && <Signature call={call} />}
    </div>
  )
}

/** Why a Call waits again, and its earlier decisions. */
function CallRemarks({ call }: { call: WaitingCall }) {
  const t = useTranslations('call.remarks')
  const tVerdict = useTranslations('call.verdict')
  const { why } = call
  return (
    <>
      {why === 'outcome_unknown' && (
        <div data-part="outcome">
          {/* Nobody has read what has not come yet. */}
          <Suspense fallback={<p data-fold="folded" />}>
            <UnknownOutcome evidence={call.evidence} />
          </Suspense>
        </div>
      )}
      {why !== 'outcome_unknown' && why !== 'policy' && <p className={REMARK}>{t(why)}</p>}
      {call.decisions.map(decision => (
        <p key={decision.id} className="text-small text-quiet">
          <span className={decision.void ? 'line-through' : ''}>
            <VisibleText>{verdictText(tVerdict, decision)}</VisibleText>
          </span>
          {decision.void && <span> {t(`void.${decision.void}`)}</span>}
        </p>
      ))}
    </>
  )
}
