'use client'

import { useRef } from 'react'
import { flushSync } from 'react-dom'
import { useTranslations } from 'use-intl'
import { ServerWords } from '@/components/text/server-words'
import { Button } from '@/components/ui/button'
import { Choice } from '@/components/ui/choice'
import { FIELD, FIELD_BOX } from '@/components/ui/looks'
import type { FieldError } from '@/lib/domain/contract/problem'
import type { PlanStep, StepStatus } from '@/lib/domain/session/plan'
import { withVisibleEscapes } from '@/lib/text/hidden-characters'
import { withChanged, withDependency, withMoved, withoutStep } from './plan-draft'

const STATUSES = ['pending', 'active', 'done', 'dropped'] as const satisfies StepStatus[]

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
  const { id } = step
  const own = faults.filter(({ path }) => path === `/steps/${at}` || path.startsWith(`/steps/${at}/`))
  return (
    <li className="flex flex-col gap-1.5 border-hairline border-b pb-3">
      <input
        dir="auto"
        className={FIELD}
        aria-label={t('step', { number: at + 1 })}
        maxLength={500}
        required
        value={step.title}
        onChange={({ target }) => change(withChanged(steps, id, { title: target.value }))}
      />
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <select
          className={`py-1.5 ${FIELD_BOX}`}
          aria-label={t('status', { number: at + 1 })}
          value={step.status}
          onChange={({ target }) => {
            const status = STATUSES.find(option => option === target.value) ?? 'pending'
            change(withChanged(steps, id, { status }))
          }}
        >
          {STATUSES.map(status => (
            <option key={status} value={status}>
              {tStatus(status)}
            </option>
          ))}
        </select>
        <StepButtons step={step} at={at} steps={steps} change={change} />
      </div>
      {steps.length > 1 && <Dependencies step={step} at={at} steps={steps} change={change} />}
      {own.map(({ path, message, words }) => (
        <p key={path} role="alert" className="text-small">
          <ServerWords words={words} english={message} />
        </p>
      ))}
    </li>
  )
}

type StepProps = Omit<Props, 'faults'>

/** Moves a step, and keeps the focus on the button that moved it. */
function StepButtons({ step, at, steps, change }: StepProps) {
  const t = useTranslations('inspector.planForm')
  const row = useRef<HTMLSpanElement>(null)
  const move = (by: number, button: number): void => {
    flushSync(() => change(withMoved(steps, step.id, by)))
    row.current?.querySelectorAll('button')[button]?.focus()
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

/** The steps that have to be done first. */
function Dependencies({ step, at, steps, change }: StepProps) {
  const t = useTranslations('inspector.planForm')
  const others = steps.filter(other => other.id !== step.id)
  return (
    <details>
      <summary className="cursor-pointer text-quiet text-small">
        {t('after', { number: at + 1, count: step.dependsOn.length })}
      </summary>
      {others.map(other => (
        <Choice
          key={other.id}
          type="checkbox"
          checked={step.dependsOn.includes(other.id)}
          onChange={() => change(withDependency(steps, step.id, other.id))}
        >
          {withVisibleEscapes(other.title) || other.id}
        </Choice>
      ))}
    </details>
  )
}
