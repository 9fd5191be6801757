'use client'

import { useTranslations } from 'use-intl'
import { VisibleText } from '@/components/text/visible-text'
import { Clock } from '@/components/ui/clock'
import type { Decider, DecisionKind } from '@/lib/domain/decision'
import type { Instant } from '@/lib/domain/instant'
import { shortDigest } from '@/lib/domain/seal'
import { useDecidingHere } from './deciding'
import { Seal } from './seal'
import { verdictWords } from './verdict-words'

type Props = { callId: string; kind: DecisionKind; by: Decider; digest: string; at?: Instant }

/** Who ruled, when, and what it was bound to. It takes the focus when the decision was made here. */
export function VerdictLine({ callId, kind, by, digest, at }: Props) {
  const t = useTranslations('call.verdict')
  const { elsewhere, late } = useDecidingHere()
  return (
    <span data-verdict={callId} tabIndex={-1} className="verdict">
      <VisibleText>{verdictWords(t, { kind, by })}</VisibleText>
      {elsewhere.has(callId) && <span>, {t('elsewhere')}</span>}
      {late.has(callId) && <span role="alert">, {t('late')}</span>}{' '}
      {at !== undefined && (
        <>
          <Clock at={at} />{' '}
        </>
      )}
      <span className="verdict-digest" title={digest}>
        <Seal digest={digest} /> {shortDigest(digest)}
      </span>
    </span>
  )
}
