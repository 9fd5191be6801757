import { useTranslations } from 'use-intl'
import { PaperText } from '@/components/text/code-text'
import { Clock } from '@/components/ui/clock'
import { REMARK } from '@/components/ui/looks'
import type { Evidence, WaitingCall } from '@/lib/domain/call/call'
import { DecisionButton } from './decision-button'
import { BAR_FOOT, useUnreadHint, VerbBar } from './set/decision-bar'

type Props = {
  call: WaitingCall
  /** Whether all of what it would do now has been on screen, which may be more than was approved before. */
  isSeen: boolean
  isBusy: boolean
  onDecide: (kind: 'retry' | 'mark_done' | 'skip') => void
}

/** What a preview says where everything is already as the Call would make it. */
const DONE_CODES = ['file.isSame', 'file.allSame', 'file.isGone', 'file.isFolder']

/**
 * Only a person can say how a Call with an unknown outcome ended, or run it again. Where what it would do is already
 * there, it is known to have worked.
 */
export function UnknownBar({ call, isSeen, isBusy, onDecide }: Props) {
  const t = useTranslations('call.unknownBar')
  const version = `${call.id} ${call.digest} ${call.attempt}`
  const isDone = DONE_CODES.includes(call.preview?.codedText?.code ?? '')
  const wouldFail = call.risk.codedText?.some(text => text?.code === 'risk.wouldFail')
  const unread = useUnreadHint({
    callId: call.id,
    version,
    isSeen,
    isBusy,
    onWaive: () => onDecide('retry'),
    verb: 'retry',
  })
  const verbs = [
    { kind: 'mark_done', off: isBusy },
    { kind: 'retry', off: isBusy || !isSeen, 'aria-describedby': unread.why },
  ] as const
  return (
    <>
      {isDone && <p className="font-semibold">{t('evidence')}</p>}
      <div className={BAR_FOOT}>
        {unread.hint}
        <VerbBar>
          <DecisionButton off={isBusy} version={version} onClick={() => onDecide('skip')}>
            {t('skip')}
          </DecisionButton>
          <span className="grow" />
          {/* The last one is what is recommended. */}
          {(isDone || wouldFail ? verbs.toReversed() : verbs).map(({ kind, ...button }, at) => (
            <DecisionButton
              {...button}
              key={kind}
              variant={at === 1 ? 'wanted' : 'plain'}
              version={version}
              onClick={() => onDecide(kind)}
            >
              {t(kind === 'retry' ? 'retry' : 'done')}
            </DecisionButton>
          ))}
        </VerbBar>
      </div>
    </>
  )
}

/** What is known of an execution with an unknown outcome. */
export function UnknownOutcome({ evidence }: { evidence: Evidence | undefined }) {
  const t = useTranslations('call.unknownOutcome')
  return (
    <div className={REMARK}>
      <p className="font-semibold">{t('heading')}</p>
      <p>{t('what')}</p>
      {evidence && (
        <p>
          {t.rich('began', { at: () => <Clock isExact at={evidence.startedAt} /> })}{' '}
          {evidence.processDead ? t('dead') : t('alive')}
        </p>
      )}
      {evidence?.lastOutput && (
        <>
          <p>{t('last')}</p>
          <PaperText>{evidence.lastOutput}</PaperText>
        </>
      )}
      <p>{t('again')}</p>
    </div>
  )
}
