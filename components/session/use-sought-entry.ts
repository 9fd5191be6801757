import { useEffect, useState } from 'react'
import type { Row } from '@/lib/client/transcript-rows'

type Given = {
  rows: Row[]
  earlier: { isThere: boolean; isLoading: boolean; failed: Error | null; load: () => void }
  /** Brings a row into view, by its place among the rows. */
  show: (index: number) => void
}

/** The entry that the address asks for, as `#seq-12`. What comes before the known ones is read until it is there. */
export function useSoughtEntry({ rows, earlier, show }: Given): number | null {
  const [sought, setSought] = useState<number | null>(null)
  const [shown, setShown] = useState<number | null>(null)
  useEffect(() => {
    const seek = (): void => {
      const seq = /^#seq-(\d+)$/.exec(location.hash)?.[1]
      if (seq !== undefined) setSought(Number(seq))
    }
    seek()
    addEventListener('hashchange', seek)
    return () => removeEventListener('hashchange', seek)
  }, [])
  const first = rows[0]?.entry.seq ?? 0
  const isBefore = sought !== null && sought < first && earlier.isThere && !earlier.failed
  useEffect(() => {
    if (sought === null || earlier.isLoading) return
    if (isBefore) return earlier.load()
    const index = rows.findIndex(({ entry }) => entry.seq >= sought)
    setSought(null)
    if (index === -1) return
    setShown(rows[index]?.entry.seq ?? null)
    show(index)
  }, [sought, isBefore, earlier, rows, show])
  return shown
}
