'use client'

import { type ComponentProps, useLayoutEffect } from 'react'
import { ReviewSlot } from '../review/review-place'
import { type Deciding, DecidingProvider, NO_DECIDING } from './deciding'
import { PendingCalls } from './pending-calls'
import { useDeciding } from './use-deciding'

type Props = Pick<ComponentProps<typeof PendingCalls>, 'view' | 'isWriting'> & {
  onDeciding?: ((deciding: Deciding) => void) | undefined
}

/** What waits in a session, and how it is decided. */
export const SessionApprovalPanel = ({ onDeciding, ...panelProps }: Props) =>
  onDeciding ? <DecidingPanel {...panelProps} onDeciding={onDeciding} /> : <PendingCalls {...panelProps} />

/** The rest of the page is told only what it shows: it is not rendered anew while a decision is under way. */
function DecidingPanel({ onDeciding, ...panelProps }: Props & { onDeciding: (deciding: Deciding) => void }) {
  const deciding = useDeciding(panelProps.view)
  const { elsewhere, late, isMine } = deciding
  useLayoutEffect(() => {
    onDeciding({ ...NO_DECIDING, elsewhere, late, isMine })
  }, [onDeciding, elsewhere, late, isMine])
  return (
    <DecidingProvider value={deciding}>
      <ReviewSlot sets={panelProps.view.openSets}>
        <PendingCalls {...panelProps} />
      </ReviewSlot>
    </DecidingProvider>
  )
}
