import { useCallback, useState } from 'react'

/** `whole`: with nothing of it folded, since somebody asked for all of it. */
export type RowLook = 'folded' | 'open' | 'whole'

/** How much of each Call of several is shown: the first that waits is open, others as a person leaves them. */
export function useOpenRows(first: string | undefined) {
  const [chosen, setChosen] = useState<ReadonlyMap<string, RowLook>>(new Map())
  const setLook = useCallback((callId: string, look: RowLook): void => {
    setChosen(known => new Map(known).set(callId, look))
  }, [])
  const lookOf = (callId: string): RowLook => chosen.get(callId) ?? (callId === first ? 'open' : 'folded')
  return { lookOf, setLook }
}
