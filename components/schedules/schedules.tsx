'use client'

import Link from 'next/link'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { Announcement, ItemList, ListItem, ListPage } from '@/components/list/list-page'
import { RemoveDialog } from '@/components/list/remove-dialog'
import { Verbs } from '@/components/list/verbs'
import { useMe } from '@/components/shell/me'
import { ProblemAlert } from '@/components/text/problem-text'
import { ServerText } from '@/components/text/server-words'
import { VisibleText } from '@/components/text/visible-text'
import { Button } from '@/components/ui/button'
import { Clock } from '@/components/ui/clock'
import { LINK } from '@/components/ui/further-looks'
import { REMARK } from '@/components/ui/looks'
import { fetchApi } from '@/lib/client/api/fetch-api'
import { KEYS } from '@/lib/client/queries/keys'
import { itemsIn, useChange, useRead } from '@/lib/client/queries/use-api'
import { beginningOf } from '@/lib/client/text/beginning'
import type { Schedule } from '@/lib/domain/schedules/schedule'
import { withVisibleEscapes } from '@/lib/text/hidden-characters'
import { ScheduleForm } from './schedule-form'

/** What is said at its times: made, paused, run by hand, changed and deleted. */
export function Schedules() {
  const t = useTranslations('schedules.page')
  const isOwner = useMe().role === 'owner'
  const [isOpen, setOpen] = useState(false)
  const [announcement, setAnnouncement] = useState('')
  const schedules = useRead(KEYS.schedules, 'GET /api/schedules', {}, { refetchInterval: 5_000 })
  return (
    <ListPage heading={t('heading')}>
      <p className="text-quiet text-small">{t('intro')}</p>
      <Announcement text={announcement} />
      {isOwner && (
        <p>
          <Button aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
            {t('add')}
          </Button>
        </p>
      )}
      {isOpen && <ScheduleForm onClose={() => setOpen(false)} onAnnounce={setAnnouncement} />}
      <ItemList list={itemsIn(schedules)} label={t('list')} none={t('nothing')}>
        {schedule => <ScheduleRow key={schedule.id} schedule={schedule} onAnnounce={setAnnouncement} />}
      </ItemList>
    </ListPage>
  )
}

type RowProps = { schedule: Schedule; onAnnounce: (announcement: string) => void }

/** A schedule with its times, what came of its last run, and what can be done with it. */
export function ScheduleRow({ schedule, onAnnounce }: RowProps) {
  const t = useTranslations('schedules.row')
  const isOwner = useMe().role === 'owner'
  const [open, setOpen] = useState<'edit' | 'delete' | null>(null)
  const { id, name, text, enabled, why, whyMessage } = schedule
  const params = { id }
  const refetches = [KEYS.schedules]
  const turn = useChange(
    () => fetchApi('PATCH /api/schedules/{id}', { params, body: { enabled: !enabled } }),
    { refetches, onDone: () => onAnnounce(t(enabled ? 'paused' : 'resumed')) },
  )
  const run = useChange(() => fetchApi('POST /api/schedules/{id}/run', { params }), {
    refetches,
    onDone: () => onAnnounce(t('started')),
  })
  const close = (): void => setOpen(null)
  if (open === 'edit')
    return (
      <ListItem>
        <ScheduleForm schedule={schedule} onClose={close} onAnnounce={onAnnounce} />
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
            onRemoved={() => onAnnounce(t('deleted'))}
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
      {nextAt && <li>{t.rich('next', { at: () => <Clock at={nextAt} /> })}</li>}
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
