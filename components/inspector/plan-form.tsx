'use client'

import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { useTranslations } from 'use-intl'
import { ProblemAlert } from '@/components/text/problem-text'
import { Button } from '@/components/ui/button'
import { fetchApi, isProblem } from '@/lib/client/api/fetch-api'
import type { PlanStep } from '@/lib/domain/session/plan'
import type { SessionView } from '@/lib/domain/session/view'
import { StaleForm } from './editable-panel'
import { withNewStep } from './plan-draft'
import { StepFields } from './step-fields'

type Props = { view: SessionView; onClose: () => void }

/** Edits the Plan. A revision that the agent makes meanwhile is never overwritten unseen. */
export function PlanForm({ view: { session, plan }, onClose }: Props) {
  const t = useTranslations('inspector.planForm')
  const form = useRef<HTMLFormElement>(null)
  const [steps, setSteps] = useState<PlanStep[]>(() => (plan.steps.length > 0 ? plan.steps : withNewStep([])))
  const [revision, setRevision] = useState(plan.revision)
  const { mutate, isPending, error, reset } = useMutation({
    mutationFn: () =>
      fetchApi('PUT /api/sessions/{id}/plan', {
        params: { id: session.id },
        body: { steps },
        ifMatch: revision,
      }),
    onSuccess: onClose,
  })
  useEffect(() => form.current?.querySelector('input')?.focus(), [])
  const change = (next: PlanStep[]): void => {
    setSteps(next)
    reset()
  }
  const save = (event: FormEvent): void => {
    event.preventDefault()
    if (!isPending) mutate()
  }
  const add = (): void => {
    flushSync(() => change(withNewStep(steps)))
    focusLast(form.current)
  }
  const isStale = plan.revision > revision || isProblem(error, 'stale_revision')
  return (
    <form ref={form} aria-label={t('name')} className="flex flex-col gap-4" onSubmit={save}>
      {isStale && (
        <StaleForm
          onMine={() => {
            reset()
            setRevision(plan.revision)
          }}
          onTheirs={() => {
            change(plan.steps)
            setRevision(plan.revision)
          }}
        >
          {t('stale')}
        </StaleForm>
      )}
      <ol className="flex flex-col gap-4">
        {steps.map((step, at) => (
          <StepFields
            key={step.id}
            step={step}
            at={at}
            steps={steps}
            change={change}
            faults={isProblem(error) ? error.errors : []}
          />
        ))}
      </ol>
      <span>
        <Button onClick={add}>{t('add')}</Button>
      </span>
      {error && !isStale && <ProblemAlert error={error} />}
      <footer className="flex flex-wrap justify-end gap-2">
        <Button onClick={onClose}>{t('cancel')}</Button>
        <Button type="submit" look="main" off={isPending || isStale}>
          {t('save')}
        </Button>
      </footer>
    </form>
  )
}

const focusLast = (form: HTMLFormElement | null): void =>
  [...(form?.querySelectorAll<HTMLInputElement>('input[maxlength]') ?? [])].at(-1)?.focus()
