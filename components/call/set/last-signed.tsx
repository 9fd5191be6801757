import { useEffect, useState } from 'react'
import type { CallSet } from '@/lib/domain/call/call'
import { decisionOf } from '@/lib/domain/call/call-state'
import type { SessionView } from '@/lib/domain/session/view'
import { Seal, VerdictText } from '../verdict-line'
import { isMine } from './deciding'
import { DOCK_PLACES, DockTop, ToolLine } from './dock-frame'

const SCENE_MS = 1_000

const SCENE = `pointer-events-none [animation:opened_120ms_880ms_reverse_forwards] px-4 pt-3 pb-4 motion-reduce:hidden ${DOCK_PLACES.dock.sheet}`

/**
 * Fills the dock when no set is open: a just signed call for a second, otherwise an empty pane on wide screens.
 * `sets`: those that were open last.
 */
export function LastSigned({ view, sets }: { view: SessionView; sets: CallSet[] }) {
  const [endedId, setEndedId] = useState('')
  const [call, ...others] = sets.flatMap(({ calls }) => calls)
  const entry = view.transcript.findLast(({ callId }) => callId === call?.id)
  const { decided, by, seen, reason, digest = '', codedText, summary = '' } = entry?.call ?? {}
  // A slow call has already shown its signature.
  const wait = Date.parse(entry?.at ?? '') - Date.parse((call && decisionOf(call)?.at) ?? entry?.at ?? '')
  const isEnded = !call || others.length > 0 || endedId === call.id || !isMine(call.id) || wait >= SCENE_MS
  const id = isEnded ? undefined : call.id
  useEffect(() => {
    if (id === undefined) return
    const timer = setTimeout(() => setEndedId(id), SCENE_MS)
    return () => clearTimeout(timer)
  }, [id])
  if (isEnded || !decided || !by)
    return (
      <div data-dock="rest" className={`hidden roomy:alone:flex ${DOCK_PLACES.dock.sheet}`}>
        <DockTop count={0} />
      </div>
    )
  return (
    <div data-dock="rest" aria-hidden="true" className={SCENE}>
      <ToolLine tool={call.tool} preview={{ codedText, summary }} />
      <p className="animate-signed border-field border-b text-small">
        <VerdictText decision={{ kind: decided, by, seen }} reason={reason} isLinked={false} />
        <Seal className="ml-2" digest={digest} />
      </p>
    </div>
  )
}
