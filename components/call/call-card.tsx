import { memo, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import { MaskedSecrets } from '@/components/text/masked-secrets'
import { VisibleText } from '@/components/text/visible-text'
import { REMARK } from '@/components/ui/looks'
import { isPlainRead } from '@/lib/client/decisions/read-groups'
import type { WaitingCall } from '@/lib/domain/call/call'
import { invocationOf } from '@/lib/domain/call/call-state'
import { questionOf } from '@/lib/domain/call/elicitation'
import { withVisibleEscapes } from '@/lib/text/hidden-characters'
import { CallHead, CallRow, QuestionText, summaryId } from './call-head'
import { CallPreview } from './call-preview'
import { CardFoot, type CardMode } from './card-foot'
import { CallSource, CorrectionNote } from './correction'
import { showCard } from './set/call-focus'
import { undoneCalls } from './set/deciding'
import { sightOf } from './set/use-seen-calls'
import { UnknownOutcome } from './unknown-bar'
import { Signature, verdictText } from './verdict-line'

type Props = {
  call: WaitingCall
  /** Its place among several; null where it is the only one. */
  number: number | null
  /** Whether more than one waits, of which only the current one is open. */
  isSeveral: boolean
  isCurrent: boolean
  isBusy: boolean
}

export const CARD =
  'relative flex flex-col border-hairline border-t border-l-3 px-4 focus-visible:-outline-offset-2'

/** The Call that keys act on. */
export const CURRENT = 'border-l-accent'

/** One Call that waits for a person: what it would do, from what is stored and nothing else. */
export const CallCard = memo(function CallCard({ call, number, isSeveral, isCurrent, isBusy }: Props) {
  const group = useRef<HTMLElement>(null)
  const [mode, setMode] = useState<CardMode>('look')
  const firstDigest = useRef(call.digest)
  const isChanged = call.why !== 'drifted' && call.digest !== firstDigest.current
  // A form that somebody has begun stays where it is.
  const isOpen = !isSeveral || isCurrent || mode !== 'look'
  useEffect(() => {
    if (group.current && undoneCalls.delete(call.id)) showCard(group.current)
  }, [call.id])
  useLayoutEffect(() => {
    if (isOpen && group.current === document.activeElement) group.current?.scrollIntoView({ block: 'start' })
  }, [isOpen])
  const isTorn = call.why === 'outcome_unknown'
  const space = `${isTorn ? 'torn-edge' : ''} ${isOpen ? (isTorn ? 'pt-4.5' : 'pt-3') : isTorn ? 'pt-2.5' : ''}`
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for the fields of a form
    <section
      ref={group}
      role="group"
      aria-label={withVisibleEscapes(call.tool)}
      aria-describedby={summaryId(call)}
      aria-current={isCurrent || undefined}
      aria-keyshortcuts={isCurrent ? 'Escape' : undefined}
      aria-busy={isBusy || undefined}
      tabIndex={-1}
      data-call={call.id}
      data-set-id={call.setId}
      data-open={isOpen}
      data-sight={isOpen || isPlainRead(call) ? sightOf(call) : undefined}
      className={`${CARD} ${isCurrent ? CURRENT : 'border-l-transparent'} ${isOpen ? 'gap-2' : 'hover:bg-hover'} ${space}`}
    >
      {isOpen ? (
        <>
          <CallHead call={call} number={number} />
          <CallBody call={call} mode={mode} isChanged={isChanged} />
          <CardFoot call={call} isCurrent={isCurrent} mode={mode} setMode={setMode} />
        </>
      ) : (
        <CallRow call={call} number={number} isChanged={isChanged} />
      )}
    </section>
  )
})

type BodyProps = { call: WaitingCall; mode: CardMode; isChanged: boolean }

/** What a Call would do, why it waits again, and who decided what before. */
export function CallBody({ call, mode, isChanged }: BodyProps) {
  const t = useTranslations('call.remarks')
  const tVerdict = useTranslations('call.verdict')
  const question = questionOf(call)
  const { why } = call
  // A form that shows what would run stands in the place of what was proposed.
  const isChanging = mode === 'edit' || mode === 'replace'
  return (
    <div className="flex flex-col gap-2 in-[[data-call]:not(:only-child)]:motion-safe:animate-opened">
      {why === 'outcome_unknown' && (
        <div data-part="outcome">
          <UnknownOutcome evidence={call.evidence} />
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
      {isChanged && <p className={REMARK}>{t('changed')}</p>}
      <CorrectionNote call={call} />
      {question && <QuestionText message={question.message} />}
      {!isChanging && !question && (
        <CallPreview preview={call.preview} argumentsText={invocationOf(call).argumentsText} />
      )}
      <CallSource call={call} />
      <MaskedSecrets
        sessionId={call.sessionId}
        id={call.id}
        texts={[invocationOf(call).argumentsText, call.preview && JSON.stringify(call.preview)]}
      />
      {mode === 'look' && !question && <Signature call={call} />}
    </div>
  )
}
