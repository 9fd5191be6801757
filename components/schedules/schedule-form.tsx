import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { Form } from '@/components/list/form'
import { ProblemAlert } from '@/components/text/problem-text'
import { Button } from '@/components/ui/button'
import { Field, SelectField } from '@/components/ui/field'
import { PANEL } from '@/components/ui/further-looks'
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

export function ScheduleForm({ schedule, onClose, onAnnounce }: Props) {
  const t = useTranslations('schedules.form')
  const [draft, setDraft] = useState(() => draftOf(schedule))
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
  const isOff = save.isPending || [draft.name, draft.text, draft.when].some(value => value.trim() === '')
  const field = <N extends keyof typeof draft>(name: N) => ({
    label: t(name as keyof typeof draft),
    value: draft[name],
    onValue: (value: (typeof draft)[N]) => setDraft({ ...draft, [name]: value }),
  })
  const modes = MODES.filter(each => each !== 'full' || schedule?.settings.mode === each).map(
    each => [each, t(`modes.${each || 'none'}`)] as const,
  )
  const choices = (['wait', 'deny'] as const).map(each => [each, t(`unattendeds.${each}`)] as const)
  return (
    <Form
      aria-label={t(schedule ? 'edit' : 'add')}
      className={PANEL}
      off={isOff}
      onSend={() => save.mutate(draft)}
    >
      <Field isProse {...field('name')} />
      <Field isProse rows={3} {...field('text')} />
      <div className="grid grid-cols-3 gap-4 max-phone:grid-cols-1">
        <div className="phone:col-span-2">
          <Field hint={t('hint')} {...field('when')} />
        </div>
        <Field {...field('timeZone')} />
        <Field offers={models} placeholder={t('modes.none')} {...field('model')} />
        <SelectField options={modes} {...field('mode')} />
        <SelectField options={choices} {...field('unattended')} />
      </div>
      <ProblemAlert error={save.error} />
      <p className="flex gap-2">
        <Button type="submit" variant="main" off={isOff}>
          {t('save')}
        </Button>
        <Button onClick={onClose}>{t('cancel')}</Button>
      </p>
    </Form>
  )
}

/** Full is taken away here, and given over the API, where it has a time. */
const MODES = ['', 'plan', 'ask', 'auto', 'full'] as const

function draftOf(schedule: Schedule | undefined) {
  const { name = '', text = '', cron, at, timeZone = ownTimeZone(), settings = {} } = schedule ?? {}
  const { unattended = 'wait' as const } = schedule ?? {}
  const mode = MODES.find(each => each === settings.mode) ?? ''
  return { name, text, when: cron ?? at ?? '', timeZone, model: settings.model ?? '', mode, unattended }
}

/** What the form has no field for stays as it is. */
function bodyOf({ when, model, mode, ...draft }: ReturnType<typeof draftOf>, schedule: Schedule | undefined) {
  const isTime = /^\s*\d{4}-/.test(when)
  const { mode: before, modeExpiresAt, ...settings } = schedule?.settings ?? {}
  const ownMode = { mode: mode || undefined, modeExpiresAt: mode === before ? modeExpiresAt : undefined }
  return {
    ...draft,
    settings: { ...settings, ...ownMode, model: model || undefined },
    cron: isTime ? null : when,
    at: isTime ? when.trim().replace(' ', 'T') : null,
  }
}
