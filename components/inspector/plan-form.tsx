import { useEffect, useRef } from 'react'
import { flushSync } from 'react-dom'
import { useTranslations } from 'use-intl'
import { Button } from '@/components/ui/button'
import { fetchApi, isProblem } from '@/lib/client/api/fetch-api'
import type { PlanStep } from '@/lib/domain/session/plan'
import type { SessionView } from '@/lib/domain/session/view'
import { DraftForm, useDraftOver } from './editable-panel'
import { StepFields, withNewStep } from './step-fields'

type Props = { view: SessionView; onClose: () => void }

/** Edits the Plan, step by step. */
export function PlanForm({ view: { session, plan }, onClose }: Props) {
  const t = useTranslations('inspector.planForm')
  const list = useRef<HTMLOListElement>(null)
  const draft = useDraftOver({
    value: plan.steps,
    revision: plan.revision,
    toDraft: steps => (steps.length > 0 ? steps : withNewStep([])),
    save: (steps: PlanStep[], ifMatch) =>
      fetchApi('PUT /api/sessions/{id}/plan', { params: { id: session.id }, body: { steps }, ifMatch }),
    onSaved: onClose,
  })
  const { draft: steps, write, error } = draft
  useEffect(() => list.current?.querySelector('input')?.focus(), [])
  const add = (): void => {
    flushSync(() => write(withNewStep(steps)))
    list.current?.querySelector<HTMLInputElement>('li:last-child input')?.focus()
  }
  return (
    <DraftForm
      name={t('name')}
      stale={t('stale')}
      save={t('save')}
      draft={draft}
      onSave={() => draft.send(steps)}
      onClose={onClose}
    >
      <ol ref={list} className="flex flex-col gap-4">
        {steps.map((step, at) => (
          <StepFields
            key={step.id}
            step={step}
            at={at}
            steps={steps}
            change={write}
            faults={isProblem(error) ? error.errors : []}
          />
        ))}
      </ol>
      <span>
        <Button onClick={add}>{t('add')}</Button>
      </span>
    </DraftForm>
  )
}
