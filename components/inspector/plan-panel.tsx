'use client'

import { useTranslations } from 'use-intl'
import type { SessionView } from '@/lib/domain/view'
import { CorrectedPanel } from './corrected-panel'
import { PlanCause } from './plan-cause'
import { PlanForm } from './plan-form'
import { PlanHistory } from './plan-history'
import { StepLine } from './step-line'

/** What the agent intends, in its order. */
export function PlanPanel({ view }: { view: SessionView }) {
  const t = useTranslations('inspector.plan')
  const { plan } = view
  const isEmpty = plan.steps.length === 0
  return (
    <CorrectedPanel
      head={plan.revision > 0 ? <PlanCause plan={plan} /> : <p className="text-quiet">{t('none')}</p>}
      edit={t(isEmpty ? 'write' : 'edit')}
      form={onClose => <PlanForm {...{ view, onClose }} />}
    >
      {isEmpty ? (
        <p className="text-quiet text-small">{t('noneHint')}</p>
      ) : (
        <ol aria-label={t('steps')} className="plan-steps">
          {plan.steps.map(step => (
            <StepLine key={step.id} step={step} steps={plan.steps} />
          ))}
        </ol>
      )}
      {plan.revision > 1 && <PlanHistory view={view} />}
    </CorrectedPanel>
  )
}
