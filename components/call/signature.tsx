'use client'

import { useTranslations } from 'use-intl'
import type { Call } from '@/lib/domain/call'
import { decisionOf } from '@/lib/domain/transitions'
import { VerdictLine } from './verdict-line'

/** The line that a Call is signed on: empty until somebody has ruled about it. */
export function Signature({ call }: { call: Call }) {
  const t = useTranslations('call.signature')
  const decision = decisionOf(call)
  if (!decision) {
    return (
      <p aria-hidden="true" className="signature signature-empty">
        {t('empty')}
      </p>
    )
  }
  return (
    <p className="signature">
      <VerdictLine
        callId={call.id}
        digest={call.digest}
        kind={decision.kind}
        by={decision.by}
        at={decision.at}
      />
    </p>
  )
}
