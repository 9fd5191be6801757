'use client'

import { useEffect, useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import { Button } from '@/components/ui/button'
import type { SessionView } from '@/lib/domain/view'
import { PlanCause } from './plan-cause'
import { PlanForm } from './plan-form'
import { PlanHistory } from './plan-history'
import { StepLine } from './step-line'

/** What the agent intends, in its order; a person corrects it in place. */
export function PlanPanel({ view }: { view: SessionView }) {
  const t = useTranslations('inspector.plan')
  const { plan } = view
  const [isEditing, setEditing] = useState(false)
  const edit = useRef<HTMLSpanElement>(null)
  const wasEditing = useRef(false)
  useEffect(() => {
    if (wasEditing.current && !isEditing) edit.current?.querySelector('button')?.focus()
    wasEditing.current = isEditing
  }, [isEditing])
  if (isEditing) return <PlanForm view={view} onClose={() => setEditing(false)} />
  const isEmpty = plan.steps.length === 0
  return (
    <div className="flex flex-col gap-4">
      <div className="flex items-start justify-between gap-3">
        {plan.revision > 0 ? <PlanCause plan={plan} /> : <p className="text-quiet">{t('none')}</p>}
        <span ref={edit} className="shrink-0">
          <Button onClick={() => setEditing(true)}>{t(isEmpty ? 'write' : 'edit')}</Button>
        </span>
      </div>
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
    </div>
  )
}
