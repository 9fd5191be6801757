'use client'

import type { ReactNode } from 'react'
import { SessionSkeleton } from '@/components/session/session-skeleton'
import { useOpening } from '@/lib/client/opening'

/** What is in front of you; while a session takes its time to come, the place that it will take. */
export function DeskMain({ children }: { children: ReactNode }) {
  const opening = useOpening()
  return (
    <main className="desk-main">
      {opening && <SessionSkeleton session={opening} />}
      <div className={opening ? 'hidden' : 'contents'}>{children}</div>
    </main>
  )
}
