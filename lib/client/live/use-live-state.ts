import { useEffect, useState } from 'react'
import { listen } from './shared-sse-connection'
import type { LiveState } from './tab-channel'

/** The state of the stream, for what follows no session of its own. */
export function useLiveState(): LiveState {
  const [state, setState] = useState<LiveState>('connecting')
  useEffect(() => listen({ onState: setState }).leave, [])
  return state
}
