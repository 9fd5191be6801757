import { useCallback, useEffect, useRef, useState } from 'react'
import { decisionsSeen } from '@/lib/client/decisions-seen'
import type { SessionView } from '@/lib/domain/view'

/** Knows which of the Calls that waited on this page were decided by somebody else, or in another tab. */
export function useDecidedElsewhere(view: SessionView) {
  const [elsewhere, setElsewhere] = useState<ReadonlySet<string>>(new Set())
  const mine = useRef(new Set<string>())
  const [seen] = useState(decisionsSeen)
  const add = useCallback((ids: string[]) => {
    if (ids.length > 0) setElsewhere(known => new Set([...known, ...ids]))
  }, [])

  useEffect(() => {
    const decided = seen(view).filter(({ by }) => by.type === 'person')
    add(decided.map(({ callId }) => callId).filter(id => !mine.current.has(id)))
  }, [view, seen, add])

  const claim = useCallback((ids: string[]) => {
    for (const id of ids) mine.current.add(id)
  }, [])
  const disclaim = useCallback(
    (ids: string[], wasDecided: boolean) => {
      for (const id of ids) mine.current.delete(id)
      if (wasDecided) add(ids)
    },
    [add],
  )
  const isMine = useCallback((id: string) => mine.current.has(id), [])
  return { elsewhere, isMine, claim, disclaim }
}
