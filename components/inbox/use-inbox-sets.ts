import { useCallback, useMemo, useState } from 'react'
import type { WaitingSet } from '@/lib/client/waiting-set'

/**
 * The sets that the inbox shows: those that wait, and those that waited while it was open, until they are
 * settled, so that what was decided here stays in sight as long as it can be undone or is at work.
 */
export function useInboxSets(waiting: WaitingSet[]) {
  const [kept, setKept] = useState(waiting)
  const [settled, setSettled] = useState<ReadonlySet<string>>(new Set())
  const fresh = waiting.filter(set => !kept.some(known => known.id === set.id))
  if (fresh.length > 0) setKept([...kept, ...fresh])

  /** `isSettled`: it was seen here and has ended; then it never waits again. */
  const drop = useCallback((id: string, isSettled: boolean) => {
    setKept(known => known.filter(set => set.id !== id))
    if (isSettled) setSettled(known => new Set([...known, id]))
  }, [])

  const sets = useMemo(() => {
    const all = new Map([...kept, ...waiting].map(set => [set.id, set]))
    return [...all.values()].filter(({ id }) => !settled.has(id)).sort(byAge)
  }, [kept, waiting, settled])
  return { sets, drop }
}

const byAge = (one: WaitingSet, other: WaitingSet): number =>
  one.createdAt.localeCompare(other.createdAt) || one.id.localeCompare(other.id)
