'use client'

import { useRouter } from 'next/navigation'
import { type ReactNode, useEffect, useState } from 'react'
import { useTranslations } from 'use-intl'
import { lazyPart } from '@/components/page/lazy-part'
import { Reconnecting } from '@/components/session/page-status'
import { SessionSkeleton } from '@/components/session/session-skeleton'
import { SessionsNav } from '@/components/sessions/sessions-nav'
import { FIELD, SHELL_MAIN, UPPER_SHEET } from '@/components/ui/looks'
import { focusMessageBox } from '@/lib/client/decisions/focus-loss'
import { isFreeKey, keyLetter, pageAim } from '@/lib/client/decisions/key-aim'
import { useLiveState } from '@/lib/client/live/use-live-session'
import { openModal, pendingSession, useObservable } from '@/lib/client/page/page-state'
import type { SessionListPage } from '@/lib/client/queries/sessions-query'
import type { Person } from '@/lib/domain/contract/person'
import { MeProvider } from './me'
import { Sidebar } from './sidebar'

/** `initialPage`: the first page of all sessions. */
type Props = { me: Person; initialPage: SessionListPage; serverNow: number; children: ReactNode }

/** The sessions in a sidebar, the page beside it, and the keys that work on every page. */
export const Shell = ({ me, initialPage, serverNow, children }: Props) => (
  <MeProvider value={me}>
    <div className="flex h-dvh">
      <Sidebar initialPage={initialPage}>
        <SessionsNav initialPage={initialPage} serverNow={serverNow} />
      </Sidebar>
      <ShellMain>{children}</ShellMain>
      <ShellKeys />
    </div>
  </MeProvider>
)

/** The page; while a session takes its time to load, its outline. */
function ShellMain({ children }: { children: ReactNode }) {
  const pending = useObservable(pendingSession)
  return (
    <main id="page" className={SHELL_MAIN}>
      {pending && <SessionSkeleton session={pending} />}
      <div className={pending ? 'hidden' : 'contents'}>{children}</div>
      <Connection className={pending ? '' : '[main:has(#page-status)>&]:hidden'} />
    </main>
  )
}

/** Says that the server is away, where the page has no status of its own that does. */
function Connection({ className }: { className: string }) {
  const isAway = useLiveState() === 'reconnecting'
  return (
    isAway && (
      <p role="status" className={`flex-none border-hairline border-t px-5 py-2 text-small ${className}`}>
        <Reconnecting />
      </p>
    )
  )
}

const ShortcutsSheet = lazyPart(async () => (await import('./shortcuts-sheet')).ShortcutsSheet)
const Palette = lazyPart(async () => (await import('./palette')).Palette)

/** Stands for the palette until that is loaded, and keeps what is typed meanwhile. */
const PalettePlace = ({ onClose }: { onClose: () => void }) => (
  <dialog ref={openModal} className={UPPER_SHEET} onCancel={onClose}>
    <input aria-label={useTranslations('shell.palette')('heading')} className={FIELD} />
  </dialog>
)

/** How long after `g` a second letter still says where to go. */
const GO_MS = 1_500

const PATHS: Record<string, string> = { i: '/inbox', h: '/history', m: '/memory' }

function ShellKeys() {
  const [open, setOpen] = useState<'palette' | 'shortcuts' | null>(null)
  const router = useRouter()
  useEffect(() => {
    let goingSince = Number.NEGATIVE_INFINITY
    const press = (event: KeyboardEvent): void => {
      const isGoing = event.timeStamp - goingSince < GO_MS
      goingSince = Number.NEGATIVE_INFINITY
      if (isPaletteKey(event)) {
        event.preventDefault()
        setOpen(now => (now === 'palette' ? null : 'palette'))
      }
      if (!isFreeKey(event)) return
      const letter = keyLetter(event)
      const path = isGoing ? PATHS[letter] : undefined
      if (path) router.push(path)
      else if (letter === 'g') goingSince = event.timeStamp
      else if (letter === '?') setOpen('shortcuts')
      else if (letter === '/') focusSessionSearch()
      else if (letter === 'm' && pageAim.get().isLive) focusMessageBox()
      else return
      event.preventDefault()
    }
    document.addEventListener('keydown', press)
    return () => document.removeEventListener('keydown', press)
  }, [router])
  const close = (): void => setOpen(null)
  return (
    <>
      {open === 'palette' && (
        <Palette
          fallback={<PalettePlace onClose={close} />}
          onClose={close}
          onShortcuts={() => setOpen('shortcuts')}
        />
      )}
      {open === 'shortcuts' && <ShortcutsSheet onClose={close} />}
    </>
  )
}

const isPaletteKey = (event: KeyboardEvent): boolean =>
  keyLetter(event).toLowerCase() === 'k' && (event.ctrlKey || event.metaKey) && !event.altKey && !event.repeat

/** On a narrow screen the sidebar is a popover, which is opened first. */
function focusSessionSearch(): void {
  const sidebar = document.getElementById('sessions')
  if (sidebar && getComputedStyle(sidebar).display === 'none') sidebar.showPopover()
  sidebar?.querySelector<HTMLElement>('input[type="search"]')?.focus()
}
