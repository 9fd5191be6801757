import { useEffect, useState } from 'react'
import type { LiveState } from './live-state'
import { listen } from './shared-stream'

/** Whether news come, for a page that follows no session of its own. */
export function useLiveState(): LiveState {
  const [state, setState] = useState<LiveState>('connecting')
  useEffect(() => listen({ onState: setState }).leave, [])
  return state
}
