'use client'

import { useRef } from 'react'
import { useTranslations } from 'use-intl'
import { Button } from '@/components/ui/button'
import { withVisibleEscapes } from '@/lib/domain/hidden-characters'
import type { PlanStep, StepStatus } from '@/lib/domain/plan'
import type { FieldError } from '@/lib/domain/problem'
import { withChanged, withDependency, withMoved, withoutStep } from './plan-draft'

const STATUSES = ['pending', 'active', 'done', 'dropped'] as const satisfies StepStatus[]

type Props = {
  step: PlanStep
  at: number
  steps: PlanStep[]
  change: (steps: PlanStep[]) => void
  faults: FieldError[]
}

/** One step of the form: its words, how far it is, its place, and what it waits for. */
export function StepFields({ step, at, steps, change, faults }: Props) {
  const t = useTranslations('inspector.planForm')
  const tStatus = useTranslations('inspector.plan')
  const { id } = step
  const own = faults.filter(({ path }) => path === `/steps/${at}` || path.startsWith(`/steps/${at}/`))
  return (
    <li className="plan-fields">
      <input
        className="field"
        aria-label={t('step', { number: at + 1 })}
        maxLength={500}
        required
        value={step.title}
        onChange={({ target }) => change(withChanged(steps, id, { title: target.value }))}
      />
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <select
          className="field plan-status"
          aria-label={t('status', { number: at + 1 })}
          value={step.status}
          onChange={({ target }) => {
            const status = STATUSES.find(one => one === target.value) ?? 'pending'
            change(withChanged(steps, id, { status }))
          }}
        >
          {STATUSES.map(status => (
            <option key={status} value={status}>
              {tStatus(status)}
            </option>
          ))}
        </select>
        <Places {...{ step, at, steps, change }} />
      </div>
      {steps.length > 1 && <Dependencies {...{ step, at, steps, change }} />}
      {own.map(({ path, message }) => (
        <p key={path} role="alert" className="text-small">
          {message}
        </p>
      ))}
    </li>
  )
}

type PlaceProps = Omit<Props, 'faults'>

/** Moves a step, and keeps the focus on the button that moved it. */
function Places({ step, at, steps, change }: PlaceProps) {
  const t = useTranslations('inspector.planForm')
  const row = useRef<HTMLSpanElement>(null)
  const move = (by: number, place: number): void => {
    change(withMoved(steps, step.id, by))
    requestAnimationFrame(() => row.current?.querySelectorAll('button')[place]?.focus())
  }
  const number = at + 1
  return (
    <span ref={row} className="flex gap-x-3">
      <Button look="quiet" aria-label={t('upNamed', { number })} off={at === 0} onClick={() => move(-1, 0)}>
        {t('up')}
      </Button>
      <Button
        look="quiet"
        aria-label={t('downNamed', { number })}
        off={at === steps.length - 1}
        onClick={() => move(1, 1)}
      >
        {t('down')}
      </Button>
      <Button
        look="quiet"
        aria-label={t('removeNamed', { number })}
        onClick={() => change(withoutStep(steps, step.id))}
      >
        {t('remove')}
      </Button>
    </span>
  )
}

/** Which of the others have to be done before. */
function Dependencies({ step, at, steps, change }: PlaceProps) {
  const t = useTranslations('inspector.planForm')
  const others = steps.filter(other => other.id !== step.id)
  return (
    <details>
      <summary className="cursor-pointer text-quiet text-small">
        {t('after', { number: at + 1, count: step.dependsOn.length })}
      </summary>
      {others.map(other => (
        <label key={other.id} className="setting-choice [overflow-wrap:anywhere]">
          <input
            type="checkbox"
            checked={step.dependsOn.includes(other.id)}
            onChange={() => change(withDependency(steps, step.id, other.id))}
          />
          {withVisibleEscapes(other.title) || other.id}
        </label>
      ))}
    </details>
  )
}
