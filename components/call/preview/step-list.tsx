import { useTranslations } from 'use-intl'
import { VisibleText } from '@/components/text/visible-text'
import type { Preview } from '@/lib/domain/call/preview'
import type { GivenStep, StepStatus } from '@/lib/domain/session/plan'
import { isObject } from '@/lib/text/json/json-value'

/** Whether a Call writes down a plan. */
export const isPlan = (preview: Preview | undefined): boolean => preview?.codedText?.code === 'control.plan'

/** The steps of a plan, where they are all that they should be. */
export const stepsIn = (value: unknown): GivenStep[] | undefined =>
  Array.isArray(value) && value.every(isStep) ? value : undefined

const isStep = (step: unknown): step is GivenStep =>
  isObject(step) && typeof step.id === 'string' && typeof step.title === 'string'

/** The steps of a plan, each with how far it is. */
export function StepList({ steps }: { steps: GivenStep[] }) {
  const t = useTranslations('inspector.plan')
  return (
    <ol aria-label={t('steps')} className="flex flex-col">
      {steps.map(step => (
        <StepLine key={step.id} step={step} steps={steps} />
      ))}
    </ol>
  )
}

const LINE = 'flex items-baseline gap-2.5 border-hairline py-1.5 [li+&]:border-t'

const SIGNS: Record<StepStatus, string> = { pending: '☐', active: '▣', done: '☑', dropped: '☒' }

type LineProps = { step: GivenStep; steps: GivenStep[] }

function StepLine({ step: { title, status = 'pending', dependsOn = [] }, steps }: LineProps) {
  const t = useTranslations('inspector.plan')
  const isOver = status === 'done' || status === 'dropped'
  const before = dependsOn.map(id => steps.find(other => other.id === id)?.title ?? id)
  return (
    <li className={`${LINE} ${isOver ? 'text-quiet' : ''}`}>
      <span aria-hidden="true" className="w-[1.2em] flex-none text-center">
        {SIGNS[status]}
      </span>
      <div className="min-w-0 grow wrap-anywhere">
        <p className={status === 'dropped' ? 'line-through' : status === 'active' ? 'font-semibold' : ''}>
          <VisibleText>{title}</VisibleText>
        </p>
        {before.length > 0 && (
          <p className="text-quiet text-small">
            {t('after')} <VisibleText>{before.join(', ')}</VisibleText>
          </p>
        )}
      </div>
      <span className="shrink-0 text-quiet text-small">{t(status)}</span>
    </li>
  )
}
