'use client'

import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import { ProblemText } from '@/components/text/problem-text'
import { Button } from '@/components/ui/button'
import { api } from '@/lib/client/api'
import { isProblem } from '@/lib/client/api-problem'
import type { PlanStep } from '@/lib/domain/plan'
import type { SessionView } from '@/lib/domain/view'
import { withNewStep } from './plan-draft'
import { StepFields } from './step-fields'

type Props = { view: SessionView; onClose: () => void }

/** The Plan as a person makes it. What the agent made of it meanwhile is never written over unseen. */
export function PlanForm({ view: { session, plan }, onClose }: Props) {
  const t = useTranslations('inspector.planForm')
  const form = useRef<HTMLFormElement>(null)
  const [steps, setSteps] = useState<PlanStep[]>(() => (plan.steps.length > 0 ? plan.steps : withNewStep([])))
  const [seen, setSeen] = useState(plan.revision)
  const { mutate, isPending, error, reset } = useMutation({
    mutationFn: () => api.correctPlan(session.id, { steps, revision: seen }),
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
    change(withNewStep(steps))
    requestAnimationFrame(() => focusLast(form.current))
  }
  const isStale = plan.revision > seen || isProblem(error, 'stale_revision')
  return (
    <form ref={form} aria-label={t('name')} className="flex flex-col gap-4" onSubmit={save}>
      {isStale && (
        <Stale
          onMine={() => {
            reset()
            setSeen(plan.revision)
          }}
          onTheirs={() => {
            change(plan.steps)
            setSeen(plan.revision)
          }}
        />
      )}
      <ol className="flex flex-col gap-4">
        {steps.map((step, at) => (
          <StepFields
            key={step.id}
            {...{ step, at, steps, change }}
            faults={isProblem(error) ? error.errors : []}
          />
        ))}
      </ol>
      <span>
        <Button onClick={add}>{t('add')}</Button>
      </span>
      {error && !isStale && (
        <p role="alert" className="alert">
          <ProblemText error={error} />
        </p>
      )}
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
  [...(form?.querySelectorAll<HTMLInputElement>('input.field') ?? [])].at(-1)?.focus()

/** The agent, or another tab, has revised it since: which of both is to be? */
function Stale({ onMine, onTheirs }: { onMine: () => void; onTheirs: () => void }) {
  const t = useTranslations('inspector.planForm')
  return (
    <div role="alert" className="alert flex flex-col gap-2">
      <p>{t('stale')}</p>
      <p className="flex flex-wrap gap-2">
        <Button onClick={onTheirs}>{t('theirs')}</Button>
        <Button onClick={onMine}>{t('mine')}</Button>
      </p>
    </div>
  )
}
