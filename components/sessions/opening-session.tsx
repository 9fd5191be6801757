'use client'

import { useLinkStatus } from 'next/link'
import { useEffect, useEffectEvent } from 'react'
import { setOpening } from '@/lib/client/opening'
import type { Session } from '@/lib/domain/session'

/** What comes sooner needs no page of its own in between. */
const SOON_MS = 150

/** In a link to a session: says which one is on its way while it is. */
export function OpeningSession({ session }: { session: Session }) {
  const { pending } = useLinkStatus()
  // The list may be read anew meanwhile: that is no reason to begin again.
  const show = useEffectEvent(() => setOpening(session))
  useEffect(() => {
    if (!pending) return
    const timer = setTimeout(() => show(), SOON_MS)
    return () => {
      clearTimeout(timer)
      setOpening(null)
    }
  }, [pending])
  return null
}
