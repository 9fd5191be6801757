import { useEffect, useRef } from 'react'
import { flushSync } from 'react-dom'
import { useTranslations } from 'use-intl'
import { ServerText } from '@/components/text/server-words'
import { Button } from '@/components/ui/button'
import { CHECK_BOX, Choice, Select } from '@/components/ui/choice'
import { FIELD } from '@/components/ui/looks'
import type { FieldError } from '@/lib/domain/contract/problem'
import type { GivenStep, StepStatus } from '@/lib/domain/session/plan'
import { withVisibleEscapes } from '@/lib/text/hidden-characters'

const STATUSES = ['pending', 'active', 'done', 'dropped'] as const satisfies StepStatus[]

/** A new step, under an id that none of the others has. */
export function withNewStep(steps: GivenStep[]): GivenStep[] {
  const ids = new Set(steps.map(({ id }) => id))
  let number = steps.length + 1
  while (ids.has(`step-${number}`)) number += 1
  return [...steps, { id: `step-${number}`, title: '', status: 'pending', dependsOn: [] }]
}

type ListProps = {
  steps: GivenStep[]
  change: (steps: GivenStep[]) => void
  faults?: FieldError[]
  isFocused?: boolean
}

/** A plan as a list to tick off, in which each step can be named anew, moved and removed. */
export function StepsEditor({ steps, change, faults = [], isFocused = true }: ListProps) {
  const t = useTranslations('inspector.planForm')
  const list = useRef<HTMLOListElement>(null)
  useEffect(() => {
    if (isFocused) list.current?.querySelector<HTMLElement>(TITLE)?.focus()
  }, [isFocused])
  const add = (): void => {
    flushSync(() => change(withNewStep(steps)))
    list.current?.querySelector<HTMLElement>(`li:last-child ${TITLE}`)?.focus()
  }
  return (
    <>
      <ol ref={list} className="flex flex-col gap-3">
        {steps.map((step, at) => (
          <StepFields key={step.id} step={step} at={at} steps={steps} change={change} faults={faults} />
        ))}
      </ol>
      <span>
        <Button onClick={add}>{t('add')}</Button>
      </span>
    </>
  )
}

const TITLE = 'input[required]'

type Props = Required<Omit<ListProps, 'isFocused'>> & { step: GivenStep; at: number }

function StepFields({ step, at, steps, change, faults }: Props) {
  const t = useTranslations('inspector.planForm')
  const tStatus = useTranslations('inspector.plan')
  const number = at + 1
  const { status = 'pending', dependsOn = [] } = step
  const others = steps.filter(({ id }) => id !== step.id)
  const own = faults.filter(({ path }) => path === `/steps/${at}` || path.startsWith(`/steps/${at}/`))
  const set = (part: Partial<GivenStep>): void => change(steps.with(at, { ...step, ...part }))
  const toggle = (id: string): void => {
    const rest = dependsOn.filter(other => other !== id)
    set({ dependsOn: rest.length < dependsOn.length ? rest : [...rest, id] })
  }
  return (
    <li className="flex flex-col gap-1.5 border-hairline border-b pb-3">
      <div className="flex items-center gap-2.5">
        <input
          type="checkbox"
          className={`${CHECK_BOX} touch:size-6`}
          aria-label={t('done', { number })}
          checked={status === 'done'}
          onChange={({ target }) => set({ status: target.checked ? 'done' : 'pending' })}
        />
        <input
          dir="auto"
          className={FIELD}
          aria-label={t('step', { number })}
          maxLength={500}
          required
          value={step.title}
          onChange={({ target }) => set({ title: target.value })}
        />
      </div>
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1 ps-6.5">
        <Select
          aria-label={t('status', { number })}
          value={status}
          options={STATUSES.map(each => [each, tStatus(each)] as const)}
          onValue={changed => set({ status: changed })}
        />
        <StepButtons step={step} at={at} steps={steps} change={change} />
        {others.length > 0 && (
          <details className="open:basis-full">
            <summary className="cursor-pointer text-quiet text-small">
              {t('after', { number, count: dependsOn.length })}
            </summary>
            {others.map(({ id, title }) => (
              <Choice key={id} checked={dependsOn.includes(id)} onValue={() => toggle(id)}>
                {withVisibleEscapes(title) || id}
              </Choice>
            ))}
          </details>
        )}
      </div>
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
  const rest = steps.toSpliced(at, 1)
  const move = (by: number, button: number): void => {
    flushSync(() => change(rest.toSpliced(at + by, 0, step)))
    row.current?.querySelectorAll('button')[button]?.focus()
  }
  const remove = (): void =>
    change(
      rest.map(other =>
        other.dependsOn ? { ...other, dependsOn: other.dependsOn.filter(id => id !== step.id) } : other,
      ),
    )
  const buttons = [
    { name: 'up', off: at === 0, onClick: () => move(-1, 0) },
    { name: 'down', off: at === rest.length, onClick: () => move(1, 1) },
    { name: 'remove', off: false, onClick: remove },
  ] as const
  return (
    <span ref={row} className="flex gap-x-3">
      {buttons.map(({ name, ...button }) => (
        <Button key={name} {...button} variant="quiet" aria-label={t(`${name}Named`, { number: at + 1 })}>
          {t(name)}
        </Button>
      ))}
    </span>
  )
}
