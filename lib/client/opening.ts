import { useSyncExternalStore } from 'react'
import type { Session } from '@/lib/domain/session'

/** The session that somebody has asked for and that is not there yet. Outside of React: its page is elsewhere. */
const listeners = new Set<() => void>()
let opening: Session | null = null

export function setOpening(now: Session | null): void {
  opening = now
  for (const listener of listeners) listener()
}

function listen(listener: () => void): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

export const useOpening = (): Session | null =>
  useSyncExternalStore(
    listen,
    () => opening,
    () => null,
  )
