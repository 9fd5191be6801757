import type { LiveState } from './live-state'
import { DELTA_TYPES, EVENT_TYPES, HINT_TYPES } from './read-frame'
import type { Follow, Frame } from './tab-notes'

export type Source = { reopen: () => void; close: () => void }

const FIRST_MS = 500
const LATEST_MS = 5_000

type Given = {
  follows: () => Follow[]
  onFrame: (frame: Frame) => void
  onState: (state: LiveState) => void
}

/**
 * The one connection of a browser. After a break, whatever broke, it is opened again from the last events
 * that are known: EventSource would come back by itself, but not from an answer that is an error.
 */
export function openSource({ follows, onFrame, onState }: Given): Source {
  let source: EventSource | null = null
  let timer: ReturnType<typeof setTimeout> | undefined
  let waitMs = FIRST_MS

  const open = (): void => {
    close()
    const opened = new EventSource(addressOf(follows()))
    for (const type of [...EVENT_TYPES, ...DELTA_TYPES, ...HINT_TYPES])
      opened.addEventListener(type, ({ data }) => onFrame({ type, data }))
    opened.onopen = () => {
      waitMs = FIRST_MS
      onState('live')
    }
    opened.onerror = () => {
      opened.close()
      if (source === opened) lost()
    }
    source = opened
  }
  const lost = (): void => {
    source = null
    onState('reconnecting')
    timer = setTimeout(open, waitMs)
    waitMs = Math.min(waitMs * 2, LATEST_MS)
  }
  const close = (): void => {
    clearTimeout(timer)
    source?.close()
    source = null
  }
  const stopHurrying = onReturn(() => {
    if (!source) open()
  })
  open()
  return {
    reopen: () => {
      if (source) open()
    },
    close: () => {
      stopHurrying()
      close()
    },
  }
}

/** When the network or the person comes back. */
function onReturn(hurry: () => void): () => void {
  const ifSeen = (): void => {
    if (document.visibilityState === 'visible') hurry()
  }
  window.addEventListener('online', ifSeen)
  document.addEventListener('visibilitychange', ifSeen)
  return () => {
    window.removeEventListener('online', ifSeen)
    document.removeEventListener('visibilitychange', ifSeen)
  }
}

/** Sessions that one connection follows; further ones are live when they are looked at again. */
const MOST_SESSIONS = 50

function addressOf(follows: Follow[]): string {
  const named = follows.slice(0, MOST_SESSIONS).map(({ sessionId, after }) => `${sessionId}:${after}`)
  return named.length > 0 ? `/api/live?follow=${named.join(',')}` : '/api/live'
}
