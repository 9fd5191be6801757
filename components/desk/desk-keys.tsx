'use client'

import { useRouter } from 'next/navigation'
import { lazy, Suspense, useEffect, useState } from 'react'
import { isFreeKey } from '@/lib/client/free-key'

const ShortcutsSheet = lazy(async () => ({ default: (await import('./shortcuts-sheet')).ShortcutsSheet }))
const Palette = lazy(() => import('./palette').then(({ Palette }) => ({ default: Palette })))

type Open = 'palette' | 'shortcuts' | null

/** Within so long after `g` a second letter says where to go. */
const GO_MS = 1_500

const PLACES: Record<string, string> = { i: '/inbox', h: '/history', m: '/memory' }

/** The keys that work on every page, and the two sheets that they open. */
export function DeskKeys() {
  const [open, setOpen] = useState<Open>(null)
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
      const place = isGoing ? PLACES[event.key] : undefined
      if (place) router.push(place)
      else if (event.key === 'g') goingSince = event.timeStamp
      else if (event.key === '?') setOpen('shortcuts')
      else if (event.key === '/') seekSessions()
      else return
      event.preventDefault()
    }
    document.addEventListener('keydown', press)
    return () => document.removeEventListener('keydown', press)
  }, [router])
  const close = (): void => setOpen(null)
  return (
    <Suspense>
      {open === 'palette' && <Palette onClose={close} onShortcuts={() => setOpen('shortcuts')} />}
      {open === 'shortcuts' && <ShortcutsSheet onClose={close} />}
    </Suspense>
  )
}

const isPaletteKey = ({ key, ctrlKey, metaKey, altKey, repeat }: KeyboardEvent): boolean =>
  key.toLowerCase() === 'k' && (ctrlKey || metaKey) && !altKey && !repeat

/** Where the list is a sheet it is opened for it. */
function seekSessions(): void {
  const rail = document.getElementById('sessions')
  if (rail && getComputedStyle(rail).display === 'none') rail.showPopover()
  rail?.querySelector<HTMLElement>('input[type="search"]')?.focus()
}
