import { useEffect, useRef, useState, useSyncExternalStore } from 'react'
import type { LiveState } from './live-state'

/** `offline`: away, and the browser knows that it has no network. `back`: it was away a moment ago. */
export type Connection = 'well' | 'away' | 'offline' | 'back'

/** How long it is said that everything is well again. */
const BACK_MS = 4_000

/** How the page stands to its server, as people want to be told. */
export function useConnection(live: LiveState): Connection {
  const isOnline = useSyncExternalStore(
    onNetwork,
    () => navigator.onLine,
    () => true,
  )
  const wasAway = useRef(false)
  const [isBack, setBack] = useState(false)
  useEffect(() => {
    if (live === 'reconnecting') wasAway.current = true
    if (live !== 'live' || !wasAway.current) return
    wasAway.current = false
    setBack(true)
    const timer = setTimeout(() => setBack(false), BACK_MS)
    return () => {
      clearTimeout(timer)
      setBack(false)
    }
  }, [live])
  if (live === 'reconnecting') return isOnline ? 'away' : 'offline'
  return isBack ? 'back' : 'well'
}

function onNetwork(listener: () => void): () => void {
  window.addEventListener('online', listener)
  window.addEventListener('offline', listener)
  return () => {
    window.removeEventListener('online', listener)
    window.removeEventListener('offline', listener)
  }
}
