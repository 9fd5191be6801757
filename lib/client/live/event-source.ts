import { checkSignIn } from '@/lib/client/api/query-client'
import { DELTA_TYPES, EVENT_TYPES, HINT_TYPES, PRESENCE } from './read-frame'
import type { Follow, Frame, LiveState } from './tab-channel'

export type EventSourceHandle = { reopen: () => void; close: () => void }

const FIRST_MS = 500
const LATEST_MS = 5_000

/** A connection on which nothing was heard for so long is dead, whatever it says: a heartbeat is due every 15 s. */
const SILENT_MS = 40_000

const HEARTBEAT = 'heartbeat'

type Options = {
  follows: () => Follow[]
  onFrame: (frame: Frame) => void
  onState: (state: LiveState) => void
}

/**
 * The one connection of a browser. After a break it is opened again after the last known events: EventSource reconnects by
 * itself, but not if the answer is an error.
 */
export function openSource({ follows, onFrame, onState }: Options): EventSourceHandle {
  let source: EventSource | null = null
  let timer: ReturnType<typeof setTimeout> | undefined
  let waitMs = FIRST_MS

  const open = (): void => {
    close()
    const next = new EventSource(addressOf(follows()))
    let isOpen = false
    next.addEventListener(HEARTBEAT, hear)
    for (const type of [PRESENCE, ...EVENT_TYPES, ...DELTA_TYPES, ...HINT_TYPES])
      next.addEventListener(type, ({ data }) => {
        hear()
        onFrame({ type, data })
      })
    next.onopen = () => {
      hear()
      isOpen = true
      waitMs = FIRST_MS
      onState('live')
    }
    next.onerror = () => {
      if (!isOpen) void checkSignIn()
      lost()
    }
    source = next
    hear()
  }
  const hear = (): void => {
    clearTimeout(timer)
    timer = setTimeout(lost, SILENT_MS)
  }
  const lost = (): void => {
    close()
    onState('reconnecting')
    timer = setTimeout(open, waitMs)
    waitMs = Math.min(waitMs * 2, LATEST_MS)
  }
  const close = (): void => {
    clearTimeout(timer)
    source?.close()
    source = null
  }
  const until = new AbortController()
  const { signal } = until
  // When the network or the person comes back, nothing is waited for.
  const hurry = (): void => {
    if (!source && document.visibilityState === 'visible') open()
  }
  window.addEventListener('online', hurry, { signal })
  document.addEventListener('visibilitychange', hurry, { signal })
  // Without a network the connection would break only when something is due on it.
  window.addEventListener('offline', lost, { signal })
  open()
  return {
    reopen: () => {
      if (source) open()
    },
    close: () => {
      until.abort()
      close()
    },
  }
}

/** How many sessions one connection follows; others are refetched when somebody returns to them. */
const MOST_SESSIONS = 50

function addressOf(follows: Follow[]): string {
  const parts = follows.slice(0, MOST_SESSIONS).map(({ sessionId, after }) => `${sessionId}:${after}`)
  return parts.length > 0 ? `/api/live?follow=${parts.join(',')}` : '/api/live'
}
