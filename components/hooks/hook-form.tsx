'use client'

import { type SubmitEvent, useState } from 'react'
import { useTranslations } from 'use-intl'
import { FieldErrors } from '@/components/call/forms/change-form'
import { ProblemAlert } from '@/components/text/problem-text'
import { Button } from '@/components/ui/button'
import { Field, SelectField } from '@/components/ui/field'
import { PANEL } from '@/components/ui/further-looks'
import { fetchApi, isProblem } from '@/lib/client/api/fetch-api'
import { KEYS } from '@/lib/client/queries/keys'
import { useChange } from '@/lib/client/queries/use-api'
import { EMPTY_HOOK, type HookDraft, hookDraft, hookInput } from '@/lib/client/text/hook-draft'
import type { Hook } from '@/lib/domain/hooks/hook'
import { isAboutTools, POINT_NAMES, POINTS } from '@/lib/domain/hooks/points'

type Props = {
  /** The one that is changed. */
  hook?: Hook
  onClose: () => void
  onAnnounce: (text: string) => void
}

/** Makes a hook, or changes one. */
export function HookForm({ hook, onClose, onAnnounce }: Props) {
  const t = useTranslations('hooks.form')
  const [draft, setDraft] = useState(() => (hook ? hookDraft(hook) : EMPTY_HOOK))
  const set = (more: Partial<HookDraft>): void => setDraft({ ...draft, ...more })
  const { mutate, isPending, error } = useChange(
    (saved: HookDraft, key) => {
      const body = hookInput(saved, hook)
      if (hook) return fetchApi('PATCH /api/hooks/{id}', { params: { id: hook.id }, body })
      return fetchApi('POST /api/hooks', { body: { ...body, match: body.match ?? undefined }, key })
    },
    {
      refetches: [KEYS.hooks],
      onDone: () => {
        onClose()
        onAnnounce(t('saved'))
      },
    },
  )
  const send = (event: SubmitEvent): void => {
    event.preventDefault()
    if (!isPending) mutate(draft)
  }
  const faults = isProblem(error) ? error.errors : []
  const name = hook ? t('edit', { name: hook.name }) : t('add')
  return (
    <section aria-label={name}>
      <form className={PANEL} onSubmit={send}>
        <h2 className="font-semibold">{name}</h2>
        <HookFields draft={draft} set={set} />
        {faults.length > 0 ? <FieldErrors errors={faults} /> : <ProblemAlert error={error} />}
        <footer className="flex flex-wrap gap-2">
          <Button type="submit" variant="main" off={isPending}>
            {t('save')}
          </Button>
          <Button onClick={onClose}>{t('cancel')}</Button>
        </footer>
      </form>
    </section>
  )
}

const ROW = 'grid grid-cols-2 gap-4 max-phone:grid-cols-1'

function HookFields({ draft, set }: { draft: HookDraft; set: (more: Partial<HookDraft>) => void }) {
  const t = useTranslations('hooks.form')
  const isTools = isAboutTools(draft.point)
  return (
    <>
      <div className={ROW}>
        <Field isRequired label={t('name')} value={draft.name} onValue={name => set({ name })} />
        <SelectField
          label={t('point')}
          value={draft.point}
          options={POINT_NAMES.map(point => [point, point])}
          onValue={point => set({ point })}
        />
      </div>
      <p className="text-quiet text-small">{t(`points.${draft.point}`)}</p>
      {isTools && (
        <Field
          label={t('match')}
          hint={t('matchHint')}
          value={draft.match}
          onValue={match => set({ match })}
        />
      )}
      <Field
        isRequired
        label={t('run')}
        hint={t('runHint')}
        value={draft.run}
        onValue={run => set({ run })}
      />
      <Field label={t('env')} hint={t('envHint')} rows={2} value={draft.env} onValue={env => set({ env })} />
      <div className="grid grid-cols-3 gap-4 max-phone:grid-cols-1">
        <Field
          label={t('seconds')}
          type="number"
          min={0.1}
          max={600}
          step="any"
          value={draft.seconds}
          onValue={seconds => set({ seconds })}
        />
        {POINTS[draft.point].kind === 'decide' && (
          <SelectField
            label={t('onFailure')}
            value={draft.onFailure}
            options={(['block', 'continue'] as const).map(each => [each, t(each)])}
            onValue={onFailure => set({ onFailure })}
          />
        )}
        <Field
          label={t('priority')}
          hint={t('priorityHint')}
          type="number"
          value={draft.priority}
          onValue={priority => set({ priority })}
        />
      </div>
    </>
  )
}
