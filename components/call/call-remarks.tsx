'use client'

import { useTranslations } from 'use-intl'
import { VisibleText } from '@/components/text/visible-text'
import type { WaitingCall } from '@/lib/domain/call'
import { UnknownOutcome } from './unknown-outcome'
import { verdictWords } from './verdict-words'

/** Why a Call waits again, and which decisions about it came before. */
export function CallRemarks({ call }: { call: WaitingCall }) {
  const t = useTranslations('call.remarks')
  const tVerdict = useTranslations('call.verdict')
  const { why } = call
  return (
    <>
      {why === 'outcome_unknown' && <UnknownOutcome evidence={call.evidence} />}
      {why !== 'outcome_unknown' && why !== 'policy' && <p className="remark">{t(why)}</p>}
      {call.decisions.map(decision => (
        <p key={decision.id} className="text-small text-quiet">
          <span className={decision.void ? 'line-through' : ''}>
            <VisibleText>{verdictWords(tVerdict, decision)}</VisibleText>
          </span>
          {decision.void && <span> {t(`void.${decision.void}`)}</span>}
        </p>
      ))}
    </>
  )
}
