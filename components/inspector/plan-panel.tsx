'use client'

import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useTranslations } from 'use-intl'
import { ServerWords } from '@/components/text/server-words'
import { VisibleText } from '@/components/text/visible-text'
import { fetchApi } from '@/lib/client/api/fetch-api'
import { KEYS } from '@/lib/client/queries/keys'
import { type StepCause, stepCauses } from '@/lib/client/story/revision-causes'
import type { Plan, PlanRevision, PlanStep, StepStatus } from '@/lib/domain/session/plan'
import type { SessionView } from '@/lib/domain/session/view'
import { EditablePanel } from './editable-panel'
import { PlanForm } from './plan-form'
import { RevisionAuthor, Revisions } from './revisions'

export function PlanPanel({ view }: { view: SessionView }) {
  const t = useTranslations('inspector.plan')
  const { plan } = view
  const isEmpty = plan.steps.length === 0
  const revisions = useLastRevisions(view)
  // The cause of the first one stands above the steps.
  const causes = useMemo(() => stepCauses(plan.revision > 1 ? revisions : []), [plan.revision, revisions])
  const last = revisions.find(({ revision }) => revision === plan.revision) ?? plan
  return (
    <EditablePanel
      head={plan.revision > 0 ? <PlanCause plan={last} /> : <p className="text-quiet">{t('none')}</p>}
      edit={t(isEmpty ? 'write' : 'edit')}
      form={onClose => <PlanForm view={view} onClose={onClose} />}
    >
      {isEmpty ? (
        <p className="text-quiet text-small">{t('noneHint')}</p>
      ) : (
        <ol aria-label={t('steps')} className="flex flex-col">
          {plan.steps.map(step => (
            <StepLine key={step.id} step={step} steps={plan.steps} cause={causes.get(step.id)} />
          ))}
        </ol>
      )}
      {plan.revision > 1 && <PlanHistory view={view} />}
    </EditablePanel>
  )
}

/** How many of the last revisions say why a step is what it is. */
const LAST_REVISIONS = 50

const NO_REVISIONS: PlanRevision[] = []

function useLastRevisions({ session: { id }, plan: { revision } }: SessionView): PlanRevision[] {
  const { data } = useQuery({
    queryKey: KEYS.planCauses(id, revision),
    queryFn: ({ signal }) =>
      fetchApi('GET /api/sessions/{id}/plan/revisions', {
        params: { id },
        query: { limit: LAST_REVISIONS },
        signal,
      }),
    enabled: revision > 0,
    staleTime: Number.POSITIVE_INFINITY,
  })
  return data?.items ?? NO_REVISIONS
}

function PlanHistory({ view }: { view: SessionView }) {
  const t = useTranslations('inspector.plan')
  const { id } = view.session
  return (
    <Revisions
      name={t('history')}
      queryKey={KEYS.planRevisions(id, view.plan.revision)}
      read={(cursor, signal) =>
        fetchApi('GET /api/sessions/{id}/plan/revisions', {
          params: { id },
          query: { cursor, limit: 20 },
          signal,
        })
      }
    >
      {revision => (
        <>
          <RevisionAuthor view={view} callId={revision.callId} at={revision.at} />
          <PlanCause plan={revision} />
          <details>
            <summary className="cursor-pointer text-small">
              {t('count', { count: revision.steps.length })}
            </summary>
            <ol className="flex flex-col">
              {revision.steps.map(step => (
                <StepLine key={step.id} step={step} steps={revision.steps} />
              ))}
            </ol>
          </details>
        </>
      )}
    </Revisions>
  )
}

type CauseProps = { plan: Plan & Partial<PlanRevision> }

function PlanCause({ plan: { revision, because, becauseMessage, approved } }: CauseProps) {
  const t = useTranslations('inspector.plan')
  return (
    <p className="text-quiet text-small wrap-anywhere">
      {t('revision', { number: revision, approved: approved ? 'yes' : 'no' })}
      {because && (
        <span className="block">
          {t('because')} <ServerWords words={becauseMessage} english={because} />
        </span>
      )}
    </p>
  )
}

const LINE = 'flex items-baseline gap-2.5 border-hairline border-b py-1.5'

const SIGNS: Record<StepStatus, string> = { pending: '○', active: '●', done: '✓', dropped: '–' }

type StepProps = { step: PlanStep; steps: PlanStep[]; cause?: StepCause | undefined }

function StepLine({ step, steps, cause }: StepProps) {
  const t = useTranslations('inspector.plan')
  const { title, status, dependsOn } = step
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
        {cause && <StepOrigin cause={cause} />}
      </div>
      <span className="shrink-0 text-quiet text-small">{t(status)}</span>
    </li>
  )
}

/** Who made a step what it is, in which revision, and why. */
function StepOrigin({ cause: { revision, isNew } }: { cause: StepCause }) {
  const t = useTranslations('inspector.plan')
  const by = revision.callId === undefined ? 'person' : 'agent'
  return (
    <p className="text-quiet text-small">
      {t(`${isNew ? 'added' : 'changed'}.${by}`, { number: revision.revision })}
      {revision.because && (
        <>
          {', '}
          {t('because')} <ServerWords words={revision.becauseMessage} english={revision.because} />
        </>
      )}
    </p>
  )
}
