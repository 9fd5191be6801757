'use client'

import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { DecidingProvider, NO_DECIDING } from '@/components/call/deciding'
import { Inspector, type InspectorTab } from '@/components/inspector/inspector'
import { SessionSheet } from '@/components/session/session-sheet'
import { SessionSkeleton } from '@/components/session/session-skeleton'
import { EMPTY_DRAFT } from '@/lib/client/draft'
import { KEYS } from '@/lib/client/keys'
import type { SessionView } from '@/lib/domain/view'

/** A made-up session in one state. `draft`: what is on its way. Nothing of it is kept up to date. */
export type Staged = {
  view: SessionView
  live?: 'live' | 'reconnecting' | undefined
  isOpening?: boolean | undefined
  draft?: Partial<typeof EMPTY_DRAFT> | undefined
  /** Seen by somebody who may not decide. */
  isForeign?: boolean | undefined
  /** What of the inspector is open beside it. */
  inspects?: InspectorTab | undefined
}

export function GalleryStage({
  view,
  live = 'live',
  isOpening = false,
  draft,
  isForeign = false,
  inspects,
}: Staged) {
  const client = useQueryClient()
  useState(() => {
    const { runId = '', number = 1 } = { runId: view.activeRun?.id }
    client.setQueryData(KEYS.draft(view.session.id), { ...EMPTY_DRAFT, runId, number, attempt: 1, ...draft })
  })
  if (isOpening) return <SessionSkeleton session={view.session} />
  return (
    <DecidingProvider value={{ ...NO_DECIDING, mayDecide: !isForeign }}>
      <SessionSheet {...{ view, live }} news="" />
      {inspects && <Inspector view={view} first={inspects} onClose={() => undefined} />}
    </DecidingProvider>
  )
}
