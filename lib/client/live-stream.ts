import type { Delta, Event } from '@/lib/domain/event'
import { DELTA_TYPES, EVENT_TYPES, readDelta, readEvent } from './read-frame'

export type LiveState = 'connecting' | 'live' | 'reconnecting'

export type Following = {
  sessionId: string
  /** The last event that is known. */
  after: () => number
  /** Null for an event that cannot be read. */
  onEvent: (event: Event | null) => void
  onDelta: (delta: Delta) => void
  onState: (state: LiveState) => void
  /** Reads the whole anew. Resolves false where there is nothing to go on with. */
  refresh: () => Promise<boolean>
}

const FIRST_MS = 500
const LATEST_MS = 5_000

/**
 * Follows a session until it is closed. After a break, whatever broke, the whole is read anew and the stream
 * goes on from there: EventSource would come back by itself, but not from an answer that is an error.
 */
export function followSession(following: Following): { reopen: () => void; close: () => void } {
  let source: EventSource | null = null
  let timer: ReturnType<typeof setTimeout> | undefined
  let waitMs = FIRST_MS
  let closed = false

  const open = (): void => {
    const opened = openSource(following)
    opened.onopen = () => {
      waitMs = FIRST_MS
      following.onState('live')
    }
    opened.onerror = lost
    source = opened
  }
  const lost = (): void => {
    source?.close()
    source = null
    following.onState('reconnecting')
    clearTimeout(timer)
    timer = setTimeout(again, waitMs)
    waitMs = Math.min(waitMs * 2, LATEST_MS)
  }
  const again = async (): Promise<void> => {
    clearTimeout(timer)
    const goesOn = await following.refresh()
    if (closed || source) return
    if (goesOn) open()
    else lost()
  }
  const hurry = (): void => {
    if (!source && document.visibilityState === 'visible') void again()
  }
  open()
  window.addEventListener('online', hurry)
  document.addEventListener('visibilitychange', hurry)
  return {
    /** A stream that is opened gets the text on its way from its beginning. */
    reopen: () => {
      if (!source) return
      source.close()
      open()
    },
    close: () => {
      closed = true
      clearTimeout(timer)
      source?.close()
      window.removeEventListener('online', hurry)
      document.removeEventListener('visibilitychange', hurry)
    },
  }
}

function openSource({ sessionId, after, onEvent, onDelta }: Following): EventSource {
  const address = `/api/sessions/${encodeURIComponent(sessionId)}/events?after=${after()}`
  const source = new EventSource(address)
  for (const type of EVENT_TYPES) {
    source.addEventListener(type, frame => onEvent(readEvent(sessionId, frame)))
  }
  for (const type of DELTA_TYPES) {
    source.addEventListener(type, frame => {
      const delta = readDelta(sessionId, frame)
      if (delta) onDelta(delta)
    })
  }
  return source
}
