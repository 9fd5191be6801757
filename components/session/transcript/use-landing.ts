import { type RefObject, useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { setOpen } from '@/lib/client/page/page-state'
import type { EntryRow, Row } from '@/lib/client/text/transcript-rows'

/** The entry that the address names, as `#seq-12`. Each time such a link is followed there is a new object. */
export type LinkedPlace = { seq: number }

export function useLinkedPlace(): LinkedPlace | null {
  const [place, setPlace] = useState<LinkedPlace | null>(null)
  useEffect(() => {
    const read = (): void => {
      const seq = /^#seq-(\d{1,10})$/.exec(location.hash)?.[1]
      setPlace(seq === undefined ? null : { seq: Number(seq) })
    }
    read()
    addEventListener('hashchange', read)
    return () => removeEventListener('hashchange', read)
  }, [])
  return place
}

type Options = {
  list: RefObject<HTMLElement | null>
  rows: Row[]
  place: LinkedPlace | null
  /** Whether everything around the place is loaded. */
  isReady: boolean
  /** Brings a row into view, by its index. */
  show: (index: number) => void
  leaveEnd: () => void
}

/**
 * Brings the linked entry into view, opens it and focuses it. It stays where it is, whatever loads around it or turns out
 * taller, until the person moves. Gives the sequence number of the entry.
 */
export function useLanding({ list, rows, place, isReady, show, leaveEnd }: Options): number | null {
  const [landed, setLanded] = useState<number | null>(null)
  const isPinned = useRef(false)
  const release = useCallback(() => {
    isPinned.current = false
  }, [])
  useRelease(list, release)
  const lastPlace = useRef<LinkedPlace | null>(null)
  useLayoutEffect(() => {
    if (place === null || !isReady || lastPlace.current === place) return
    lastPlace.current = place
    const row = rowAt(rows, place.seq)
    if (!row) return
    leaveEnd()
    isPinned.current = true
    if (row.entry.kind === 'result' || row.entry.compaction) setOpen(row.entry.id, true)
    setLanded(row.entry.seq)
  }, [place, isReady, rows, leaveEnd])
  const index = landed === null ? -1 : rows.findIndex(({ entry }) => entry?.seq === landed)
  const focusedSeq = useRef<number | null>(null)
  // After each render: the row may be rendered only now, and others may have moved it.
  useLayoutEffect(() => {
    if (!isPinned.current || index === -1) return
    show(index)
    const element = list.current?.querySelector<HTMLElement>(`[data-index="${index}"]`)
    if (!element || focusedSeq.current === landed) return
    focusedSeq.current = landed
    element.focus({ preventScroll: true })
  })
  return landed
}

/** The entry with that number, or the next one that has a row. */
const rowAt = (rows: Row[], seq: number): EntryRow | undefined =>
  rows.find((row): row is EntryRow => row.entry !== null && row.entry.seq >= seq)

const MOVES = ['wheel', 'touchstart', 'pointerdown', 'keydown'] as const

/** Whoever scrolls, presses or types in the list takes over. */
function useRelease(list: RefObject<HTMLElement | null>, release: () => void): void {
  useEffect(() => {
    const element = list.current
    for (const name of MOVES) element?.addEventListener(name, release, { passive: true })
    return () => {
      for (const name of MOVES) element?.removeEventListener(name, release)
    }
  }, [list, release])
}
