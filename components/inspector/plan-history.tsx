'use client'

import { useTranslations } from 'use-intl'
import { api } from '@/lib/client/api'
import { KEYS } from '@/lib/client/keys'
import type { SessionView } from '@/lib/domain/view'
import { ByWhom } from './by-whom'
import { PlanCause } from './plan-cause'
import { Revisions } from './revisions'
import { StepLine } from './step-line'

/** How the Plan came to be what it is. */
export function PlanHistory({ view }: { view: SessionView }) {
  const t = useTranslations('inspector.plan')
  const { id } = view.session
  return (
    <Revisions
      name={t('history')}
      known={KEYS.planRevisions(id, view.plan.revision)}
      read={(cursor, signal) => api.listPlanRevisions(id, cursor, signal)}
    >
      {made => (
        <>
          <ByWhom view={view} callId={made.callId} at={made.at} />
          <PlanCause plan={made} />
          <details>
            <summary className="cursor-pointer text-small">
              {t('count', { count: made.steps.length })}
            </summary>
            <ol className="plan-steps">
              {made.steps.map(step => (
                <StepLine key={step.id} step={step} steps={made.steps} />
              ))}
            </ol>
          </details>
        </>
      )}
    </Revisions>
  )
}
