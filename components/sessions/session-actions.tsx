import { useRouter } from 'next/navigation'
import { type RefObject, useState } from 'react'
import { useTranslations } from 'use-intl'
import { RemoveDialog } from '@/components/list/remove-dialog'
import { lazyPart } from '@/components/page/lazy-part'
import { ProblemAlert } from '@/components/text/problem-text'
import { VisibleText } from '@/components/text/visible-text'
import { MenuGroup, MenuItem, MenuLink, OpenMenu } from '@/components/ui/menu'
import { fetchApi, nullIfGone } from '@/lib/client/api/fetch-api'
import { type Fork, useFork } from '@/lib/client/decisions/use-fork'
import { KEYS } from '@/lib/client/queries/keys'
import { useChange } from '@/lib/client/queries/use-api'
import type { ExportFormat } from '@/lib/domain/session/export-format'
import type { SearchItem } from '@/lib/domain/session/search'
import type { Session } from '@/lib/domain/session/session'
import { withVisibleEscapes } from '@/lib/text/hidden-characters'

const SessionSettings = lazyPart(
  async () => (await import('@/components/session-settings/session-settings')).SessionSettings,
)

const EXPORTS = ['md', 'json', 'jsonl'] as const satisfies ExportFormat[]

type Props = {
  session: Session
  isCurrent: boolean
  /** The button that opens the menu. */
  more: RefObject<HTMLButtonElement | null>
  onRename: () => void
  onLeave: (id: string, announcement: string) => void
  onClose: () => void
}

/** What can be done about a session: a menu, and the dialogs that it opens. */
export function SessionActions({ session, isCurrent, more, onRename, onLeave, onClose }: Props) {
  const t = useTranslations('sessions.actions')
  const [open, setOpen] = useState<'menu' | 'settings' | 'delete'>('menu')
  const title = withVisibleEscapes(session.title)
  const { id, archived } = session
  const { mutate, isPending, error } = useChange(
    () => fetchApi('PATCH /api/sessions/{id}', { params: { id }, body: { archived: !archived } }),
    {
      refetches: [KEYS.allSessions],
      onDone: () => onLeave(id, t(archived ? 'restored' : 'archived', { title })),
    },
  )
  const router = useRouter()
  const fork = useFork(id, ({ id: branch }) => {
    onClose()
    router.push(`/sessions/${branch}`)
  })
  const items = [
    { name: 'rename', start: onRename },
    { name: 'settings', start: () => setOpen('settings') },
    { name: 'branch', start: () => fork.mutate(() => lastOf(id)), isOff: fork.isPending },
    { name: session.archived ? 'restore' : 'archive', start: mutate, isOff: isPending },
    { name: 'delete', start: () => setOpen('delete') },
  ] as const
  return (
    <>
      {open === 'menu' && (
        <OpenMenu label={t('menu', { title })} opener={more} align="end" onClose={onClose}>
          {items.map(({ name, start, ...item }) => (
            <MenuItem key={name} off={'isOff' in item && item.isOff} onChoose={start}>
              {t(name)}
            </MenuItem>
          ))}
          <MenuGroup label={t('export')}>
            {EXPORTS.map(format => (
              <MenuLink key={format}>
                <a
                  href={`/api/sessions/${session.id}/export?format=${format}`}
                  download
                  aria-label={t('exportAs', { format: t(format) })}
                >
                  {t(format)}
                </a>
              </MenuLink>
            ))}
          </MenuGroup>
          <ProblemAlert error={error ?? fork.error} />
        </OpenMenu>
      )}
      {open === 'settings' && <SessionSettings session={session} onClose={onClose} />}
      {open === 'delete' && (
        <DeleteDialog
          session={session}
          isCurrent={isCurrent}
          onClose={onClose}
          onDeleted={() => onLeave(session.id, t('deleted', { title }))}
        />
      )}
    </>
  )
}

type BranchProps = Pick<Props, 'more' | 'onClose'> & { item: SearchItem }

/** Branches a session where something happened: before a decision, so that it can be taken otherwise. */
export function BranchMenu({ item: { sessionId, seq, decision }, more, onClose }: BranchProps) {
  const t = useTranslations('history.life')
  const router = useRouter()
  const { mutate, isPending, error } = useFork(sessionId, ({ id }) => router.push(`/sessions/${id}`))
  const before = decision?.seq && decision.seq - 1
  return (
    <OpenMenu label={t('more')} opener={more} align="end" onClose={onClose}>
      <MenuItem off={isPending} onChoose={() => mutate(() => ({ seq: before ?? seq }))}>
        {t(before === undefined ? 'branch' : 'before')}
      </MenuItem>
      <ProblemAlert error={error} />
    </OpenMenu>
  )
}

/** Where a session is now. */
const lastOf = async (id: string): Promise<Fork> => ({
  seq: (await fetchApi('GET /api/sessions/{id}', { params: { id } })).seq,
})

type DeleteProps = { session: Session; isCurrent: boolean; onClose: () => void; onDeleted: () => void }

/** Says what is deleted with the session, and what is not. */
function DeleteDialog({ session, isCurrent, onClose, onDeleted }: DeleteProps) {
  const t = useTranslations('sessions.deleteDialog')
  const router = useRouter()
  const { id, title, pendingCalls, state } = session
  return (
    <RemoveDialog
      question={t('label')}
      outcome={
        <>
          <p className="wrap-anywhere">
            <VisibleText isLine>{title}</VisibleText>
          </p>
          <p>{t('deleted')}</p>
          {pendingCalls > 0 && <p>{t('waiting', { count: pendingCalls })}</p>}
          {state === 'running' && <p>{t('running')}</p>}
          <p className="text-quiet">{t('kept')}</p>
        </>
      }
      verb={t('delete')}
      remove={async () => {
        await fetchApi('DELETE /api/sessions/{id}', { params: { id } }).catch(nullIfGone)
        if (isCurrent) router.push('/')
      }}
      refetches={[KEYS.allSessions]}
      onRemoved={onDeleted}
      onClose={onClose}
    />
  )
}
