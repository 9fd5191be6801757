'use client'

import { useTranslations } from 'use-intl'
import { VisibleText } from '@/components/text/visible-text'
import type { Risk, RiskLevel } from '@/lib/domain/tool'

const SIGNS: Record<RiskLevel, string> = { low: '○', medium: '◐', high: '●' }

/** How much is at stake and why, computed from what would run. */
export function RiskLine({ risk }: { risk: Risk }) {
  const t = useTranslations('call.risk')
  return (
    <p className="text-small text-quiet">
      <span aria-hidden="true">{SIGNS[risk.level]} </span>
      <span className={risk.level === 'high' ? 'font-semibold text-ink' : ''}>{t(risk.level)}</span>
      {risk.reasons.map(reason => (
        <span key={reason} className={risk.level === 'high' ? 'text-ink' : ''}>
          {' · '}
          <VisibleText>{reason}</VisibleText>
        </span>
      ))}
    </p>
  )
}
