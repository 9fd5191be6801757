import Link, { useLinkStatus } from 'next/link'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { useLocale, useTranslations } from 'use-intl'
import { lazyPart } from '@/components/page/lazy-part'
import { ServerText } from '@/components/text/server-words'
import { VisibleText } from '@/components/text/visible-text'
import { NeedsYou } from '@/components/ui/alert'
import { Icon } from '@/components/ui/icon'
import { LINK_ROW, ROW_LINK } from '@/components/ui/looks'
import { pendingSession } from '@/lib/client/page/page-state'
import { isSetAside } from '@/lib/domain/call/call-state'
import type { Session } from '@/lib/domain/session/session'
import { withVisibleEscapes } from '@/lib/text/hidden-characters'
import { type ReaderClock, sessionAge } from './session-groups'

export const LazyRename = lazyPart(async () => (await import('./rename-form')).RenameForm)
export const LazyActions = lazyPart(async () => (await import('./session-actions')).SessionActions)

function preload(): void {
  LazyRename.preload()
  LazyActions.preload()
}

type Props = {
  session: Session
  isCurrent: boolean
  clock: ReaderClock
  onFollow: () => void
  /** The session has left the list, which is to be announced. */
  onLeave: (id: string, announcement: string) => void
}

/** Always visible on a touch screen, where there is no hover. */
const MORE =
  'absolute top-1 right-1 size-7 cursor-pointer rounded-base text-center text-quiet leading-7 opacity-0 hover:bg-hairline hover:text-ink focus-visible:opacity-100 group-hover/row:opacity-100 aria-expanded:opacity-100 touch:top-0 touch:size-11 touch:opacity-100'

/** The link to a session, with its state and its actions. */
export function SessionListRow({ session, isCurrent, clock, onFollow, onLeave }: Props) {
  const t = useTranslations('sessions.row')
  const more = useRef<HTMLButtonElement>(null)
  const [open, setOpen] = useState<'actions' | 'rename' | null>(null)
  const back = useRef(false)
  useEffect(() => {
    if (open === null && back.current) more.current?.focus()
    back.current = open !== null
  }, [open])
  if (open === 'rename')
    return (
      <li>
        <LazyRename session={session} onDone={() => setOpen(null)} />
      </li>
    )
  return (
    <li className="relative">
      <div className={`group/row ${LINK_ROW}`}>
        <div className="flex items-baseline gap-2 touch:pr-9">
          <Link
            ref={isCurrent ? bringInView : undefined}
            href={`/sessions/${session.id}`}
            prefetch={false}
            aria-current={isCurrent ? 'page' : undefined}
            className={`min-w-0 flex-1 truncate ${ROW_LINK}`}
            onClick={onFollow}
          >
            <VisibleText isLine>{session.title}</VisibleText>
            <PendingLink session={session} />
          </Link>
          <SessionAge session={session} clock={clock} />
        </div>
        <SessionState session={session} />
        <button
          ref={more}
          type="button"
          aria-label={t('more', { title: withVisibleEscapes(session.title) })}
          aria-haspopup="menu"
          aria-expanded={open !== null}
          onFocus={preload}
          onPointerEnter={preload}
          className={MORE}
          onClick={() => setOpen(open ? null : 'actions')}
        >
          <span aria-hidden="true">⋯</span>
        </button>
      </div>
      {open && (
        <LazyActions
          session={session}
          isCurrent={isCurrent}
          onLeave={onLeave}
          more={more}
          onRename={() => setOpen('rename')}
          onClose={() => setOpen(null)}
        />
      )}
    </li>
  )
}

/** Scrolls the list alone: `scrollIntoView` would also move where Tab leads. */
function bringInView(link: Element | null): void {
  const list = link?.closest('[data-scrolls]')
  if (!link || !list) return
  const [row, frame] = [link.getBoundingClientRect(), list.getBoundingClientRect()]
  list.scrollBy?.(0, Math.min(0, row.top - frame.top) + Math.max(0, row.bottom - frame.bottom))
}

/** Makes room for the button that opens the menu, where there is a pointer. */
function SessionAge({ session: { parent, updatedAt }, clock }: { session: Session; clock: ReaderClock }) {
  const t = useTranslations('sessions.row')
  return (
    <span className="flex flex-none items-center gap-1 font-normal text-quiet text-small group-hover/row:mouse:invisible group-has-[button:focus-visible,button[aria-expanded=true]]/row:invisible">
      {parent && (
        <>
          <span className="sr-only">{t(parent.imported ? 'import' : 'branch')}</span>
          <Icon name="branch" />
        </>
      )}
      <time dateTime={updatedAt}>{sessionAge(updatedAt, useLocale(), clock)}</time>
    </span>
  )
}

function SessionState({ session }: { session: Session }) {
  const t = useTranslations('sessions.row')
  if (isSetAside(session)) return <p className="text-quiet text-small">{t('setAside')}</p>
  if (session.pendingCalls > 0)
    return (
      <p className="flex gap-1 text-small">
        <NeedsYou />
        <span className="sr-only">{t('waiting', { count: session.pendingCalls })}</span>
        <span className="min-w-0 truncate">
          <ServerText
            isLine
            codedText={session.nextCall?.codedText}
            english={session.nextCall?.summary || session.nextCall?.tool || ''}
          />
        </span>
        {session.pendingCalls > 1 && (
          <span aria-hidden="true" className="flex-none text-quiet">
            +{session.pendingCalls - 1}
          </span>
        )}
      </p>
    )
  if (session.state !== 'running' && session.state !== 'error') return null
  return (
    <p className="text-quiet text-small">
      <span aria-hidden="true">{session.state === 'running' ? '○ ' : '△ '}</span>
      {t(session.state)}
    </p>
  )
}

/** A page that comes sooner needs no skeleton. */
const SOON_MS = 150

/** Tells the shell which session is loading. */
function PendingLink({ session }: { session: Session }) {
  const { pending } = useLinkStatus()
  // The list may be refetched meanwhile, which must not restart the timer.
  const show = useEffectEvent(() => pendingSession.set(session))
  useEffect(() => {
    if (!pending) return
    const timer = setTimeout(() => show(), SOON_MS)
    return () => {
      clearTimeout(timer)
      pendingSession.set(null)
    }
  }, [pending])
  return null
}
