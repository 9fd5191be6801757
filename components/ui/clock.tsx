'use client'

import { useSyncExternalStore } from 'react'

const never = () => () => undefined

/**
 * A time of day where the reader is; with the date where that is another day. The server does not know
 * where the reader is and says it in UTC.
 */
export function Clock({ at }: { at: string }) {
  const inBrowser = useSyncExternalStore(
    never,
    () => true,
    () => false,
  )
  return <time dateTime={at}>{inBrowser ? localTime(new Date(at)) : `${at.slice(11, 19)} UTC`}</time>
}

function localTime(at: Date): string {
  const time: Intl.DateTimeFormatOptions = {
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
    hourCycle: 'h23',
  }
  const isToday = at.toDateString() === new Date().toDateString()
  return at.toLocaleString('en-GB', isToday ? time : { day: 'numeric', month: 'short', ...time })
}
