'use client'

import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRouter } from 'next/navigation'
import { lazy, Suspense, useEffect, useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import { ProblemAlert, ProblemText } from '@/components/text/problem-text'
import { VisibleText } from '@/components/text/visible-text'
import { Button, buttonClasses } from '@/components/ui/button'
import { SheetDialog } from '@/components/ui/sheet-dialog'
import { fetchApi, nullIfGone } from '@/lib/client/api/fetch-api'
import { KEYS } from '@/lib/client/queries/keys'
import type { ExportFormat } from '@/lib/domain/session/export-format'
import type { Session } from '@/lib/domain/session/session'
import { withVisibleEscapes } from '@/lib/text/hidden-characters'

const SessionSettings = lazy(async () => ({
  default: (await import('@/components/session-settings/session-settings')).SessionSettings,
}))

const EXPORTS = ['md', 'json', 'jsonl'] as const satisfies ExportFormat[]

type Props = {
  session: Session
  isCurrent: boolean
  onRename: () => void
  onLeave: (id: string, announcement: string) => void
}

export function SessionActions({ session, isCurrent, onRename, onLeave }: Props) {
  const t = useTranslations('sessions.actions')
  const client = useQueryClient()
  const first = useRef<HTMLDivElement>(null)
  const [open, setOpen] = useState<'settings' | 'delete' | null>(null)
  const title = withVisibleEscapes(session.title)
  const { mutate, isPending, error } = useMutation({
    mutationFn: () =>
      fetchApi('PATCH /api/sessions/{id}', {
        params: { id: session.id },
        body: { archived: !session.archived },
      }),
    onSuccess: async () => {
      await client.invalidateQueries({ queryKey: KEYS.allSessions })
      onLeave(session.id, t(session.archived ? 'restored' : 'archived', { title }))
    },
  })
  useEffect(() => first.current?.querySelector('button')?.focus(), [])
  return (
    <div ref={first} className="flex flex-wrap gap-x-3 pt-0.5 pr-2 pb-2 pl-3.5">
      <Button look="quiet" onClick={onRename}>
        {t('rename')}
      </Button>
      <Button look="quiet" onClick={() => setOpen('settings')}>
        {t('settings')}
      </Button>
      <Button look="quiet" off={isPending} onClick={() => mutate()}>
        {t(session.archived ? 'restore' : 'archive')}
      </Button>
      <Button look="quiet" onClick={() => setOpen('delete')}>
        {t('delete')}
      </Button>
      <p className="flex shrink-0 grow basis-full flex-wrap items-center gap-x-3 text-quiet text-small">
        <span aria-hidden="true">{t('export')}</span>
        {EXPORTS.map(format => (
          <a
            key={format}
            href={`/api/sessions/${session.id}/export?format=${format}`}
            download
            aria-label={t('exportAs', { format: t(format) })}
            className={buttonClasses({ look: 'quiet' })}
          >
            {t(format)}
          </a>
        ))}
      </p>
      {error && (
        <p role="alert" className="text-small">
          <ProblemText error={error} />
        </p>
      )}
      {open === 'settings' && (
        <Suspense>
          <SessionSettings session={session} onClose={() => setOpen(null)} onSaved={() => setOpen(null)} />
        </Suspense>
      )}
      {open === 'delete' && (
        <DeleteDialog
          {...{ session, isCurrent }}
          onClose={() => setOpen(null)}
          onDeleted={() => onLeave(session.id, t('deleted', { title }))}
        />
      )}
    </div>
  )
}

type DeleteProps = { session: Session; isCurrent: boolean; onClose: () => void; onDeleted: () => void }

/** Says what is deleted with the session, and what is not. */
function DeleteDialog({ session, isCurrent, onClose, onDeleted }: DeleteProps) {
  const t = useTranslations('sessions.deleteDialog')
  const client = useQueryClient()
  const router = useRouter()
  const { mutate, isPending, error } = useMutation({
    mutationFn: () => fetchApi('DELETE /api/sessions/{id}', { params: { id: session.id } }).catch(nullIfGone),
    onSuccess: async () => {
      if (isCurrent) router.push('/')
      onClose()
      await client.invalidateQueries({ queryKey: KEYS.allSessions })
      onDeleted()
    },
  })
  return (
    <SheetDialog label={t('label')} onClose={onClose}>
      <div className="flex flex-col gap-4">
        <h2 className="font-semibold text-title">{t('label')}</h2>
        <p className="wrap-anywhere">
          <VisibleText isLine>{session.title}</VisibleText>
        </p>
        <p>{t('deleted')}</p>
        {session.pendingCalls > 0 && <p>{t('waiting', { count: session.pendingCalls })}</p>}
        {session.state === 'running' && <p>{t('running')}</p>}
        <p className="text-quiet">{t('kept')}</p>
        {error && <ProblemAlert error={error} />}
        <div className="flex flex-wrap justify-end gap-2">
          <Button onClick={onClose}>{t('keep')}</Button>
          <Button look="main" off={isPending} onClick={() => mutate()}>
            {t('delete')}
          </Button>
        </div>
      </div>
    </SheetDialog>
  )
}
