import { useEffect, useState } from 'react'
import { lazyPart } from '@/components/page/lazy-part'
import { watchFocusLoss } from '@/lib/client/decisions/focus-loss'
import { isWaiting } from '@/lib/domain/call/call-state'
import type { SessionView } from '@/lib/domain/session/view'
import { DOCK_PLACES, DockTop, ToolLine } from './dock-frame'
import type { PanelProps } from './pending-calls'

const Panel = lazyPart(async () => (await import('./pending-calls')).SessionApprovalPanel)

/** Most pages open without a Call. Whoever expects one loads the dock before, so that it is there at once. */
export const expectDock = Panel.preload

/**
 * Where what waits for a person is docked. Until its cards are there, it says that Calls wait and has about the size that
 * it will have; nothing of it can be pressed, and nothing counts as seen.
 */
export function DockPlace(props: PanelProps) {
  const { openSets, activeRun } = props.view
  const hasCalls = openSets.length > 0
  // From its first Call on it stays.
  const [isThere, setThere] = useState(hasCalls)
  if (hasCalls && !isThere) setThere(true)
  const isExpected = activeRun !== undefined
  useEffect(watchFocusLoss, [])
  useEffect(() => {
    if (isExpected) expectDock()
  }, [isExpected])
  return isThere && <Panel {...props} fallback={hasCalls && <DockOutline view={props.view} />} />
}

/** As many rows as a dock shows at once. */
const MOST_ROWS = 20

function DockOutline({ view }: { view: SessionView }) {
  const calls = view.openSets.flatMap(set => set.calls)
  const first = calls.find(isWaiting)
  return (
    <div aria-busy="true" data-dock="dock" className={DOCK_PLACES.dock.sheet}>
      <DockTop count={calls.filter(isWaiting).length} />
      <ul className={`${DOCK_PLACES.dock.list} overflow-hidden`}>
        {calls.slice(0, MOST_ROWS).map(call => (
          <li key={call.id} className="border-hairline border-t px-4.75 py-2.5">
            <ToolLine className="truncate" {...call} />
            {call === first && <div aria-hidden="true" className="h-60" />}
          </li>
        ))}
      </ul>
    </div>
  )
}
