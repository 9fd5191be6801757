'use client'

import { type ComponentProps, useLayoutEffect } from 'react'
import { ReviewPlace } from '../review/review-place'
import { type Deciding, DecidingProvider, NO_DECIDING } from './deciding'
import { PendingCalls } from './pending-calls'
import { useDeciding } from './use-deciding'

type Props = Pick<ComponentProps<typeof PendingCalls>, 'view' | 'isWriting'> & {
  onDeciding?: ((deciding: Deciding) => void) | undefined
}

/** What waits in a session, and how it is decided. */
export const SessionDock = ({ onDeciding, ...dock }: Props) =>
  onDeciding ? <DecidingDock {...dock} onDeciding={onDeciding} /> : <PendingCalls {...dock} />

/** The rest of the page is told only what it shows: it is not rendered anew while a decision is under way. */
function DecidingDock({ onDeciding, ...dock }: Props & { onDeciding: (deciding: Deciding) => void }) {
  const deciding = useDeciding(dock.view)
  const { elsewhere, late, isMine } = deciding
  useLayoutEffect(() => {
    onDeciding({ ...NO_DECIDING, elsewhere, late, isMine })
  }, [onDeciding, elsewhere, late, isMine])
  return (
    <DecidingProvider value={deciding}>
      <ReviewPlace sets={dock.view.openSets}>
        <PendingCalls {...dock} />
      </ReviewPlace>
    </DecidingProvider>
  )
}
