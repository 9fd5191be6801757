import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { Form, FormFoot } from '@/components/list/form'
import { Field, SelectField } from '@/components/ui/field'
import { PANEL } from '@/components/ui/further-looks'
import { fetchApi } from '@/lib/client/api/fetch-api'
import { KEYS } from '@/lib/client/queries/keys'
import { useChange } from '@/lib/client/queries/use-api'
import { EMPTY_HOOK, type HookDraft, hookDraft, hookInput } from '@/lib/client/text/hook-draft'
import type { Hook } from '@/lib/domain/hooks/hook'
import { isAboutTools, POINT_NAMES, POINTS } from '@/lib/domain/hooks/points'

/** Makes a hook, or changes the one given. */
export function HookForm({ hook, onClose }: { hook?: Hook; onClose: () => void }) {
  const t = useTranslations('hooks.form')
  const [draft, setDraft] = useState(() => (hook ? hookDraft(hook) : EMPTY_HOOK))
  const set = (more: Partial<HookDraft>): void => setDraft({ ...draft, ...more })
  const { mutate, isPending, error } = useChange(
    (saved: HookDraft, key) => {
      const body = hookInput(saved, hook)
      if (hook) return fetchApi('PATCH /api/hooks/{id}', { params: { id: hook.id }, body })
      return fetchApi('POST /api/hooks', { body: { ...body, match: body.match ?? undefined }, key })
    },
    { refetches: [KEYS.hooks], onDone: onClose, announces: () => t('saved') },
  )
  const name = hook ? t('edit', { name: hook.name }) : t('add')
  return (
    <section aria-label={name}>
      <Form className={PANEL} off={isPending} onSend={() => mutate(draft)}>
        <h2 className="font-semibold">{name}</h2>
        <HookFields draft={draft} set={set} />
        <FormFoot send={t('save')} off={isPending} error={error} onCancel={onClose} />
      </Form>
    </section>
  )
}

const ROW = 'grid grid-cols-2 gap-4 max-phone:grid-cols-1'

function HookFields({ draft, set }: { draft: HookDraft; set: (more: Partial<HookDraft>) => void }) {
  const t = useTranslations('hooks.form')
  const field = <N extends keyof HookDraft>(name: N) => ({
    label: t(name as keyof HookDraft),
    value: draft[name],
    onValue: (value: HookDraft[N]) => set({ [name]: value }),
  })
  return (
    <>
      <div className={ROW}>
        <Field isRequired {...field('name')} />
        <SelectField options={POINT_NAMES.map(point => [point, point])} {...field('point')} />
      </div>
      <p className="text-quiet text-small">{t(`points.${draft.point}`)}</p>
      {isAboutTools(draft.point) && <Field hint={t('matchHint')} {...field('match')} />}
      <Field isRequired hint={t('runHint')} {...field('run')} />
      <Field rows={2} hint={t('envHint')} {...field('env')} />
      <div className="grid grid-cols-3 gap-4 max-phone:grid-cols-1">
        <Field type="number" min={0.1} max={600} step="any" {...field('seconds')} />
        {POINTS[draft.point].kind === 'decide' && (
          <SelectField
            options={(['block', 'continue'] as const).map(each => [each, t(each)])}
            {...field('onFailure')}
          />
        )}
        <Field type="number" hint={t('priorityHint')} {...field('priority')} />
      </div>
    </>
  )
}
