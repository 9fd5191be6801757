'use client'

import { useTranslations } from 'use-intl'
import { VisibleText } from '@/components/text/visible-text'
import type { Plan } from '@/lib/domain/plan'
import type { SessionView } from '@/lib/domain/view'

/** A sign for each, beside the word. */
const SIGNS: Record<Plan['steps'][number]['status'], string> = {
  pending: '○',
  active: '●',
  done: '✓',
  dropped: '–',
}

/** What the agent intends, in its order. */
export function PlanPanel({ view: { plan } }: { view: SessionView }) {
  const t = useTranslations('inspector.plan')
  if (plan.steps.length === 0) return <p className="text-quiet">{t('none')}</p>
  return (
    <>
      <ol className="flex flex-col gap-2">
        {plan.steps.map(({ id, title, status }) => (
          <li key={id} className="flex items-baseline gap-2">
            <span aria-hidden="true">{SIGNS[status]}</span>
            <span className={status === 'dropped' ? 'line-through' : ''}>
              <VisibleText>{title}</VisibleText>
            </span>
            <span className="ml-auto text-quiet text-small">{t(status)}</span>
          </li>
        ))}
      </ol>
      <p className="pt-3 text-quiet text-small">
        {t('revision', { number: plan.revision })} <VisibleText>{plan.because ?? ''}</VisibleText>
      </p>
    </>
  )
}
