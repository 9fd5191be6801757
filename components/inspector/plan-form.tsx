'use client'

import { useTranslations } from 'use-intl'
import { StepsEditor, withNewStep } from '@/components/call/forms/step-fields'
import { fetchApi, isProblem } from '@/lib/client/api/fetch-api'
import type { GivenStep } from '@/lib/domain/session/plan'
import type { SessionView } from '@/lib/domain/session/view'
import { DraftForm, useDraftOver } from './editable-panel'

type Props = { view: SessionView; onClose: () => void }

/** Edits the Plan, step by step. */
export function PlanForm({ view: { session, plan }, onClose }: Props) {
  const t = useTranslations('inspector.planForm')
  const draft = useDraftOver({
    value: plan.steps,
    revision: plan.revision,
    toDraft: (steps: GivenStep[]) => (steps.length > 0 ? steps : withNewStep([])),
    save: (steps: GivenStep[], ifMatch) =>
      fetchApi('PUT /api/sessions/{id}/plan', { params: { id: session.id }, body: { steps }, ifMatch }),
    onSaved: onClose,
  })
  const { draft: steps, write, error } = draft
  return (
    <DraftForm
      name={t('name')}
      stale={t('stale')}
      save={t('save')}
      draft={draft}
      onSave={() => draft.send(steps)}
      onClose={onClose}
    >
      <StepsEditor steps={steps} change={write} faults={isProblem(error) ? error.errors : []} />
    </DraftForm>
  )
}
