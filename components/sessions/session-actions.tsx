'use client'

import { useMutation, useQueryClient } from '@tanstack/react-query'
import { lazy, Suspense, useEffect, useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import { ProblemText } from '@/components/text/problem-text'
import { Button } from '@/components/ui/button'
import { api } from '@/lib/client/api'
import { KEYS } from '@/lib/client/keys'
import type { ExportFormat } from '@/lib/domain/export-format'
import { withVisibleEscapes } from '@/lib/domain/hidden-characters'
import type { Session } from '@/lib/domain/session'
import { DeleteDialog } from './delete-dialog'

const SessionSettings = lazy(async () => ({
  default: (await import('@/components/session-settings/session-settings')).SessionSettings,
}))

const EXPORTS = ['md', 'json', 'jsonl'] as const satisfies ExportFormat[]

type Props = {
  session: Session
  isCurrent: boolean
  onRename: () => void
  onLeft: (id: string, said: string) => void
}

/** What can be done about a session, in words. */
export function SessionActions({ session, isCurrent, onRename, onLeft }: Props) {
  const t = useTranslations('sessions.actions')
  const client = useQueryClient()
  const first = useRef<HTMLDivElement>(null)
  const [open, setOpen] = useState<'settings' | 'delete' | null>(null)
  const title = withVisibleEscapes(session.title)
  const { mutate, isPending, error } = useMutation({
    mutationFn: () => api.changeSession(session.id, { archived: !session.archived }),
    onSuccess: async () => {
      await client.invalidateQueries({ queryKey: KEYS.allSessions })
      onLeft(session.id, t(session.archived ? 'restored' : 'archived', { title }))
    },
  })
  useEffect(() => first.current?.querySelector('button')?.focus(), [])
  return (
    <div ref={first} className="session-actions">
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
      <p className="session-exports">
        <span aria-hidden="true">{t('export')}</span>
        {EXPORTS.map(format => (
          <a
            key={format}
            href={`/api/sessions/${session.id}/export?format=${format}`}
            download
            aria-label={t('exportAs', { format: t(format) })}
            className="button button-quiet"
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
          onDeleted={() => onLeft(session.id, t('deleted', { title }))}
        />
      )}
    </div>
  )
}
