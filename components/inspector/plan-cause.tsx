'use client'

import { useTranslations } from 'use-intl'
import { VisibleText } from '@/components/text/visible-text'
import type { Plan } from '@/lib/domain/plan'

/** Which revision it is, why it was made, and whether a person approved it. */
export function PlanCause({ plan: { revision, because, approved } }: { plan: Plan }) {
  const t = useTranslations('inspector.plan')
  return (
    <p className="text-quiet text-small [overflow-wrap:anywhere]">
      {t('revision', { number: revision, approved: approved ? 'yes' : 'no' })}
      {because && (
        <span className="block">
          {t('because')} <VisibleText>{because}</VisibleText>
        </span>
      )}
    </p>
  )
}
