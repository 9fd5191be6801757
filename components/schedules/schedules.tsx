'use client'

import Link from 'next/link'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { Form, FormFoot } from '@/components/list/form'
import { Announcement, announce, ItemList, ListItem, ListPage } from '@/components/list/list-page'
import { RemoveDialog } from '@/components/list/remove-dialog'
import { Verbs } from '@/components/list/verbs'
import { useMe } from '@/components/shell/me'
import { ProblemAlert } from '@/components/text/problem-text'
import { ServerText } from '@/components/text/server-words'
import { VisibleText } from '@/components/text/visible-text'
import { Button } from '@/components/ui/button'
import { Clock } from '@/components/ui/clock'
import { Field, SelectField } from '@/components/ui/field'
import { LINK, PANEL } from '@/components/ui/further-looks'
import { REMARK } from '@/components/ui/looks'
import { fetchApi } from '@/lib/client/api/fetch-api'
import { KEYS } from '@/lib/client/queries/keys'
import { itemsIn, useChange, useRead } from '@/lib/client/queries/use-api'
import { beginningOf } from '@/lib/client/text/beginning'
import { ownTimeZone } from '@/lib/client/text/usage-days'
import type { Schedule } from '@/lib/domain/schedules/schedule'
import { withVisibleEscapes } from '@/lib/text/hidden-characters'

/** What is said at its times: made, paused, run by hand, changed and deleted. */
export function Schedules() {
  const t = useTranslations('schedules.page')
  const isOwner = useMe().role === 'owner'
  const [isOpen, setOpen] = useState(false)
  const schedules = useRead(KEYS.schedules, 'GET /api/schedules', {}, { refetchInterval: 5_000 })
  const add = (
    <Button aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
      {t('add')}
    </Button>
  )
  return (
    <ListPage heading={t('heading')} action={isOwner && add}>
      <p className="text-quiet text-small">{t('intro')}</p>
      <Announcement />
      {isOpen && <ScheduleForm onClose={() => setOpen(false)} />}
      <ItemList list={itemsIn(schedules)} label={t('list')} none={t('nothing')}>
        {schedule => <ScheduleRow key={schedule.id} schedule={schedule} />}
      </ItemList>
    </ListPage>
  )
}

/** A schedule with its times, what came of its last run, and what can be done with it. */
export function ScheduleRow({ schedule }: { schedule: Schedule }) {
  const t = useTranslations('schedules.row')
  const isOwner = useMe().role === 'owner'
  const [open, setOpen] = useState<'edit' | 'delete' | null>(null)
  const { id, name, text, enabled, why, whyMessage } = schedule
  const params = { id }
  const refetches = [KEYS.schedules]
  const turn = useChange(
    () => fetchApi('PATCH /api/schedules/{id}', { params, body: { enabled: !enabled } }),
    { refetches, announces: () => t(enabled ? 'paused' : 'resumed') },
  )
  const run = useChange(() => fetchApi('POST /api/schedules/{id}/run', { params }), {
    refetches,
    announces: () => t('started'),
  })
  const close = (): void => setOpen(null)
  if (open === 'edit')
    return (
      <ListItem>
        <ScheduleForm schedule={schedule} onClose={close} />
      </ListItem>
    )
  const verbs = [
    [t('run'), () => run.mutate()],
    [t(enabled ? 'pause' : 'resume'), () => turn.mutate()],
    [t('edit'), () => setOpen('edit')],
    [t('delete'), () => setOpen('delete')],
  ] as const
  return (
    <ListItem>
      <article aria-label={withVisibleEscapes(name)} className="flex flex-col gap-1">
        <h2 className={`font-semibold wrap-anywhere ${enabled ? '' : 'text-quiet'}`}>
          <VisibleText isLine>{name}</VisibleText>
        </h2>
        <p className="wrap-anywhere">
          <VisibleText isLine>{beginningOf(text)}</VisibleText>
        </p>
        <ScheduleTimes schedule={schedule} />
        {why !== undefined && (
          <p className={enabled ? 'text-small' : REMARK}>
            <ServerText codedText={whyMessage} english={why} />
          </p>
        )}
        <ProblemAlert error={run.error ?? turn.error} />
        {isOwner && <Verbs verbs={verbs} />}
        {open === 'delete' && (
          <RemoveDialog
            question={t('ask', { name: withVisibleEscapes(name) })}
            outcome={t('outcome')}
            verb={t('deleteIt')}
            remove={() => fetchApi('DELETE /api/schedules/{id}', { params })}
            refetches={refetches}
            onRemoved={() => announce(t('deleted'))}
            onClose={close}
          />
        )}
      </article>
    </ListItem>
  )
}

function ScheduleTimes({ schedule }: { schedule: Schedule }) {
  const t = useTranslations('schedules.row')
  const { cron, at = '', timeZone, enabled, nextAt, unattended, lastRun } = schedule
  const state = lastRun && (lastRun.status === 'ended' ? lastRun.completion : lastRun.status)
  return (
    <ul className="flex flex-wrap gap-x-4 text-quiet text-small">
      <li>{cron ? <code>{`${cron} ${timeZone}`}</code> : t.rich('once', { at: () => <Clock at={at} /> })}</li>
      {nextAt && (
        <li>
          {t.rich('next', { at: () => <Clock at={nextAt} /> })} {timeZone !== ownTimeZone() && ownTimeZone()}
        </li>
      )}
      {!enabled && <li className="font-semibold text-ink">{t('off')}</li>}
      {unattended === 'deny' && <li>{t('denies')}</li>}
      {lastRun && state && (
        <li>
          <Link href={`/sessions/${lastRun.sessionId}`} prefetch={false} className={LINK}>
            {t(`last.${state}`)}
          </Link>{' '}
          <Clock at={lastRun.endedAt ?? lastRun.startedAt} />
        </li>
      )}
    </ul>
  )
}

/** Makes a schedule, or changes the one given. */
function ScheduleForm({ schedule, onClose }: { schedule?: Schedule; onClose: () => void }) {
  const t = useTranslations('schedules.form')
  const [draft, setDraft] = useState(() => draftOf(schedule))
  const models = useRead(KEYS.models, 'GET /api/models').data?.items.map(({ id }) => id) ?? []
  const save = useChange(
    (changes: typeof draft, key) => {
      const body = bodyOf(changes, schedule)
      if (!schedule) return fetchApi('POST /api/schedules', { body, key })
      return fetchApi('PATCH /api/schedules/{id}', { params: { id: schedule.id }, body })
    },
    { refetches: [KEYS.schedules], onDone: onClose, announces: () => t('saved') },
  )
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
      off={save.isPending}
      onSend={() => save.mutate(draft)}
    >
      <Field isRequired isProse {...field('name')} />
      <Field isRequired isProse rows={3} {...field('text')} />
      <div className="grid grid-cols-3 gap-4 max-phone:grid-cols-1">
        <div className="phone:col-span-2">
          <Field isRequired hint={t('hint')} {...field('when')} />
        </div>
        <Field {...field('timeZone')} />
        <Field offers={models} placeholder={t('modes.none')} {...field('model')} />
        <SelectField options={modes} {...field('mode')} />
        <SelectField options={choices} {...field('unattended')} />
      </div>
      <FormFoot send={t('save')} off={save.isPending} error={save.error} onCancel={onClose} />
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
