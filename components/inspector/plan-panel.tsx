import { useTranslations } from 'use-intl'
import { StepsEditor, withNewStep } from '@/components/call/forms/steps-editor'
import { StepList } from '@/components/call/preview/step-list'
import { ServerText } from '@/components/text/server-words'
import { fetchApi, isProblem } from '@/lib/client/api/fetch-api'
import { KEYS } from '@/lib/client/queries/keys'
import { useRead } from '@/lib/client/queries/use-api'
import type { GivenStep, Plan } from '@/lib/domain/session/plan'
import type { SessionView } from '@/lib/domain/session/view'
import { DraftForm, EditablePanel, useDraftOver } from './editable-panel'
import { Revisions } from './revisions'

export function PlanPanel({ view }: { view: SessionView }) {
  const t = useTranslations('inspector.plan')
  const { plan } = view
  const params = { id: view.session.id }
  const isEmpty = plan.steps.length === 0
  // The last revision alone has its cause in words.
  const { data } = useRead(
    KEYS.lastPlan(params.id, plan.revision),
    'GET /api/sessions/{id}/plan/revisions',
    { params, query: { limit: 1 } },
    { enabled: plan.revision > 0 },
  )
  const last = data?.items.find(({ revision }) => revision === plan.revision) ?? plan
  return (
    <EditablePanel
      head={plan.revision > 0 ? <PlanCause plan={last} /> : <p className="text-quiet">{t('none')}</p>}
      edit={t(isEmpty ? 'write' : 'edit')}
      form={onClose => <PlanForm view={view} onClose={onClose} />}
    >
      {isEmpty ? <p className="text-quiet text-small">{t('noneHint')}</p> : <StepList steps={plan.steps} />}
      {plan.revision > 1 && (
        <Revisions
          view={view}
          name={t('history')}
          queryKey={KEYS.planRevisions(params.id, plan.revision)}
          read={(cursor, signal) =>
            fetchApi('GET /api/sessions/{id}/plan/revisions', {
              params,
              query: { cursor, limit: 20 },
              signal,
            })
          }
        >
          {revision => (
            <>
              <PlanCause plan={revision} />
              <details>
                <summary className="cursor-pointer text-small">
                  {t('count', { count: revision.steps.length })}
                </summary>
                <StepList steps={revision.steps} />
              </details>
            </>
          )}
        </Revisions>
      )}
    </EditablePanel>
  )
}

function PlanCause({ plan: { revision, because, becauseMessage, approved } }: { plan: Plan }) {
  const t = useTranslations('inspector.plan')
  return (
    <p className="text-quiet text-small wrap-anywhere">
      {t('revision', { number: revision, approved: approved ? 'yes' : 'no' })}
      {because && (
        <span className="block">
          {t('because')} <ServerText codedText={becauseMessage} english={because} />
        </span>
      )}
    </p>
  )
}

/** Edits the Plan, step by step. */
function PlanForm({ view: { session, plan }, onClose }: { view: SessionView; onClose: () => void }) {
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
    <DraftForm words={t} draft={draft} onSave={() => draft.send(steps)} onClose={onClose}>
      <StepsEditor steps={steps} change={write} faults={isProblem(error) ? error.errors : []} />
    </DraftForm>
  )
}
