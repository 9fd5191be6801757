import { useRef } from 'react'
import { flushSync } from 'react-dom'
import { useTranslations } from 'use-intl'
import { ServerText } from '@/components/text/server-words'
import { Button } from '@/components/ui/button'
import { Choice, Select } from '@/components/ui/choice'
import { FIELD } from '@/components/ui/looks'
import type { FieldError } from '@/lib/domain/contract/problem'
import type { PlanStep, StepStatus } from '@/lib/domain/session/plan'
import { withVisibleEscapes } from '@/lib/text/hidden-characters'

const STATUSES = ['pending', 'active', 'done', 'dropped'] as const satisfies StepStatus[]

/** A new step, under an id that none of the others has. */
export function withNewStep(steps: PlanStep[]): PlanStep[] {
  const ids = new Set(steps.map(({ id }) => id))
  let number = steps.length + 1
  while (ids.has(`step-${number}`)) number += 1
  return [...steps, { id: `step-${number}`, title: '', status: 'pending', dependsOn: [] }]
}

type Props = {
  step: PlanStep
  at: number
  steps: PlanStep[]
  change: (steps: PlanStep[]) => void
  faults: FieldError[]
}

export function StepFields({ step, at, steps, change, faults }: Props) {
  const t = useTranslations('inspector.planForm')
  const tStatus = useTranslations('inspector.plan')
  const number = at + 1
  const others = steps.filter(({ id }) => id !== step.id)
  const own = faults.filter(({ path }) => path === `/steps/${at}` || path.startsWith(`/steps/${at}/`))
  const set = (part: Partial<PlanStep>): void => change(steps.with(at, { ...step, ...part }))
  const toggle = (id: string): void => {
    const rest = step.dependsOn.filter(other => other !== id)
    set({ dependsOn: rest.length < step.dependsOn.length ? rest : [...rest, id] })
  }
  return (
    <li className="flex flex-col gap-1.5 border-hairline border-b pb-3">
      <input
        dir="auto"
        className={FIELD}
        aria-label={t('step', { number })}
        maxLength={500}
        required
        value={step.title}
        onChange={({ target }) => set({ title: target.value })}
      />
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <Select
          aria-label={t('status', { number })}
          value={step.status}
          options={STATUSES.map(status => [status, tStatus(status)] as const)}
          onValue={status => set({ status })}
        />
        <StepButtons step={step} at={at} steps={steps} change={change} />
      </div>
      {others.length > 0 && (
        <details>
          <summary className="cursor-pointer text-quiet text-small">
            {t('after', { number, count: step.dependsOn.length })}
          </summary>
          {others.map(({ id, title }) => (
            <Choice key={id} checked={step.dependsOn.includes(id)} onChange={() => toggle(id)}>
              {withVisibleEscapes(title) || id}
            </Choice>
          ))}
        </details>
      )}
      {own.map(({ path, message, codedText }) => (
        <p key={path} role="alert" className="text-small">
          <ServerText codedText={codedText} english={message} />
        </p>
      ))}
    </li>
  )
}

/** Moves a step, and keeps the focus on the button that moved it. No other step waits for one that is removed. */
function StepButtons({ step, at, steps, change }: Omit<Props, 'faults'>) {
  const t = useTranslations('inspector.planForm')
  const row = useRef<HTMLSpanElement>(null)
  const number = at + 1
  const rest = steps.toSpliced(at, 1)
  const move = (by: number, button: number): void => {
    flushSync(() => change(rest.toSpliced(at + by, 0, step)))
    row.current?.querySelectorAll('button')[button]?.focus()
  }
  const remove = (): void =>
    change(rest.map(other => ({ ...other, dependsOn: other.dependsOn.filter(id => id !== step.id) })))
  return (
    <span ref={row} className="flex gap-x-3">
      <Button
        variant="quiet"
        aria-label={t('upNamed', { number })}
        off={at === 0}
        onClick={() => move(-1, 0)}
      >
        {t('up')}
      </Button>
      <Button
        variant="quiet"
        aria-label={t('downNamed', { number })}
        off={at === rest.length}
        onClick={() => move(1, 1)}
      >
        {t('down')}
      </Button>
      <Button variant="quiet" aria-label={t('removeNamed', { number })} onClick={remove}>
        {t('remove')}
      </Button>
    </span>
  )
}
