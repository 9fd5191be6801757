'use client'

import { type SubmitEvent, useState } from 'react'
import { useTranslations } from 'use-intl'
import { ProblemAlert } from '@/components/text/problem-text'
import { Button } from '@/components/ui/button'
import { Field, SelectField } from '@/components/ui/field'
import { fetchApi } from '@/lib/client/api/fetch-api'
import { KEYS } from '@/lib/client/queries/keys'
import { useChange, useRead } from '@/lib/client/queries/use-api'
import { ownTimeZone } from '@/lib/client/text/usage-days'
import type { Schedule } from '@/lib/domain/schedules/schedule'

type Props = {
  /** The one that is changed. */
  schedule?: Schedule
  onClose: () => void
  onAnnounce: (announcement: string) => void
}

const ROW = 'grid grid-cols-3 gap-4 max-phone:grid-cols-1'

export function ScheduleForm({ schedule, onClose, onAnnounce }: Props) {
  const t = useTranslations('schedules.form')
  const [draft, setDraft] = useState(() => draftOf(schedule))
  const set = (more: Partial<typeof draft>): void => setDraft({ ...draft, ...more })
  const models = useRead(KEYS.models, 'GET /api/models').data?.items.map(({ id }) => id) ?? []
  const save = useChange(
    (changes: typeof draft, key) => {
      const body = bodyOf(changes, schedule)
      if (!schedule) return fetchApi('POST /api/schedules', { body, key })
      return fetchApi('PATCH /api/schedules/{id}', { params: { id: schedule.id }, body })
    },
    {
      refetches: [KEYS.schedules],
      onDone: () => {
        onClose()
        onAnnounce(t('saved'))
      },
    },
  )
  const { name, text, when, timeZone, model, mode, unattended } = draft
  const isOff = save.isPending || [name, text, when].some(value => value.trim() === '')
  const modes = MODES.map(each => [each, t(`modes.${each || 'none'}`)] as const)
  const choices = (['wait', 'deny'] as const).map(each => [each, t(`unattended.${each}`)] as const)
  const submit = (event: SubmitEvent): void => {
    event.preventDefault()
    if (!isOff) save.mutate(draft)
  }
  return (
    <form
      aria-label={t(schedule ? 'edit' : 'add')}
      className="flex flex-col gap-4 rounded-base border border-hairline bg-surface p-4"
      onSubmit={submit}
    >
      <Field isProse label={t('name')} value={name} onValue={value => set({ name: value })} />
      <Field isProse rows={3} label={t('text')} value={text} onValue={value => set({ text: value })} />
      <div className={ROW}>
        <div className="phone:col-span-2">
          <Field label={t('when')} hint={t('hint')} value={when} onValue={value => set({ when: value })} />
        </div>
        <Field label={t('timeZone')} value={timeZone} onValue={value => set({ timeZone: value })} />
        <Field
          label={t('model')}
          offers={models}
          placeholder={t('modes.none')}
          value={model}
          onValue={value => set({ model: value })}
        />
        <SelectField label={t('mode')} value={mode} options={modes} onValue={value => set({ mode: value })} />
        <SelectField
          label={t('asks')}
          value={unattended}
          options={choices}
          onValue={value => set({ unattended: value })}
        />
      </div>
      <ProblemAlert error={save.error} />
      <p className="flex gap-2">
        <Button type="submit" variant="main" off={isOff}>
          {t('save')}
        </Button>
        <Button onClick={onClose}>{t('cancel')}</Button>
      </p>
    </form>
  )
}

const MODES = ['', 'plan', 'ask', 'auto'] as const

function draftOf(schedule: Schedule | undefined) {
  const { name = '', text = '', cron, at, timeZone = ownTimeZone(), settings = {} } = schedule ?? {}
  const { unattended = 'wait' as const } = schedule ?? {}
  const mode = MODES.find(each => each === settings.mode) ?? ''
  return { name, text, when: cron ?? at ?? '', timeZone, model: settings.model ?? '', mode, unattended }
}

/** What the form has no field for stays as it is. */
function bodyOf({ when, model, mode, ...draft }: ReturnType<typeof draftOf>, schedule: Schedule | undefined) {
  const isTime = /^\s*\d{4}-/.test(when)
  const settings = { ...schedule?.settings, model: model || undefined }
  return {
    ...draft,
    settings: mode ? { ...settings, mode, modeExpiresAt: undefined } : settings,
    cron: isTime ? null : when,
    at: isTime ? when.trim().replace(' ', 'T') : null,
  }
}
