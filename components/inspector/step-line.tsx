'use client'

import { useTranslations } from 'use-intl'
import { VisibleText } from '@/components/text/visible-text'
import type { PlanStep, StepStatus } from '@/lib/domain/plan'

/** A sign for each, beside the word. */
const SIGNS: Record<StepStatus, string> = { pending: '○', active: '●', done: '✓', dropped: '–' }

/** One step: what is to be done, how far it is, and what it waits for. */
export function StepLine({ step, steps }: { step: PlanStep; steps: PlanStep[] }) {
  const t = useTranslations('inspector.plan')
  const { title, status, dependsOn } = step
  const before = dependsOn.map(id => steps.find(other => other.id === id)?.title ?? id)
  return (
    <li className="plan-step" data-status={status}>
      <span aria-hidden="true" className="plan-sign">
        {SIGNS[status]}
      </span>
      <div className="min-w-0 grow [overflow-wrap:anywhere]">
        <p className={status === 'dropped' ? 'line-through' : status === 'active' ? 'font-semibold' : ''}>
          <VisibleText>{title}</VisibleText>
        </p>
        {before.length > 0 && (
          <p className="text-quiet text-small">
            {t('after')} <VisibleText>{before.join(', ')}</VisibleText>
          </p>
        )}
      </div>
      <span className="shrink-0 text-quiet text-small">{t(status)}</span>
    </li>
  )
}
