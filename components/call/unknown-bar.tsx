'use client'

import { useTranslations } from 'use-intl'
import { CodeText } from '@/components/text/code-text'
import { Button } from '@/components/ui/button'
import { Clock } from '@/components/ui/clock'
import { PAPER_TEXT, REMARK } from '@/components/ui/looks'
import { mayApprove } from '@/lib/client/decisions/seen-rule'
import { useArmed } from '@/lib/client/decisions/use-armed'
import type { Evidence, WaitingCall } from '@/lib/domain/call/call'
import { BAR_FOOT, useUnreadHint, VerbBar } from './set/decision-bar'

type Props = {
  call: WaitingCall
  /** Whether all of what it would do now has been on screen, which may be more than was approved before. */
  isSeen: boolean
  isBusy: boolean
  onDecide: (kind: 'retry' | 'mark_done' | 'skip') => void
}

/** Only a person can say how a Call with an unknown outcome ended, or run it again. */
export function UnknownBar({ call, isSeen, isBusy, onDecide }: Props) {
  const t = useTranslations('call.unknownBar')
  const version = `${call.id} ${call.digest} ${call.attempt}`
  const isArmed = useArmed(version)
  const off = !isArmed || isBusy
  const retry = (): void => onDecide('retry')
  const unread = useUnreadHint({ version, isSeen, isBusy, onWaive: retry, verb: 'retry' })
  return (
    <>
      <p className="text-small text-quiet">{t('hint')}</p>
      <div className={BAR_FOOT}>
        {unread.hint}
        <VerbBar>
          <Button off={off} target={version} onClick={() => onDecide('skip')}>
            {t('skip')}
          </Button>
          <Button off={off} target={version} onClick={() => onDecide('mark_done')}>
            {t('done')}
          </Button>
          <span className="grow" />
          <Button
            look="wanted"
            off={!mayApprove({ isArmed, isBusy, isWhole: isSeen })}
            target={version}
            aria-describedby={unread.why}
            onClick={retry}
          >
            {t('retry')}
          </Button>
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
          {t.rich('began', { at: () => <Clock at={evidence.startedAt} /> })}{' '}
          {evidence.processDead ? t('dead') : t('alive')}
        </p>
      )}
      {evidence?.lastOutput && (
        <>
          <p>{t('last')}</p>
          <div className={PAPER_TEXT}>
            <CodeText>{evidence.lastOutput}</CodeText>
          </div>
        </>
      )}
      <p>{t('again')}</p>
    </div>
  )
}
