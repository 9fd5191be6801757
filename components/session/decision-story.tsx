import { useTranslations } from 'use-intl'
import { Seal } from '@/components/call/seal'
import { verdictWords } from '@/components/call/verdict-words'
import { VisibleText } from '@/components/text/visible-text'
import { Clock } from '@/components/ui/clock'
import type { Decision } from '@/lib/domain/decision'
import { shortDigest } from '@/lib/domain/seal'

/** One Decision: who ruled what and when, why, and which text it was bound to. */
export function DecisionStory({ decision }: { decision: Decision }) {
  const t = useTranslations('session.decisionStory')
  const tVerdict = useTranslations('call.verdict')
  const tVoid = useTranslations('call.remarks.void')
  const { at, digest, reason } = decision
  return (
    <section aria-label={t('decided')}>
      <h4>{t('decided')}</h4>
      <p className={decision.void ? 'line-through' : undefined}>
        <VisibleText>{verdictWords(tVerdict, decision)}</VisibleText> <Clock at={at} />
      </p>
      {decision.void && <p className="call-story-note">{tVoid(decision.void)}</p>}
      {reason && (
        <p dir="auto">
          <VisibleText isProse>{reason}</VisibleText>
        </p>
      )}
      <p className="call-story-note">
        {t('bound')} <Seal digest={digest} />{' '}
        <span className="font-mono" title={digest}>
          {shortDigest(digest)}
        </span>
      </p>
    </section>
  )
}
