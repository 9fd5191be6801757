'use client'

import { useLinkStatus } from 'next/link'
import { useEffect } from 'react'
import { setOpening } from '@/lib/client/opening'
import type { Session } from '@/lib/domain/session'

/** What comes sooner needs no page of its own in between. */
const SOON_MS = 150

/** In a link to a session: says which one is on its way while it is. */
export function OpeningSession({ session }: { session: Session }) {
  const { pending } = useLinkStatus()
  useEffect(() => {
    if (!pending) return
    const timer = setTimeout(() => setOpening(session), SOON_MS)
    return () => {
      clearTimeout(timer)
      setOpening(null)
    }
  }, [pending, session])
  return null
}
