'use client'

import { useSyncExternalStore } from 'react'
import { useLocale } from 'use-intl'

const never = () => () => undefined

/**
 * A time of day where the reader is; with the date where that is another day. The server does not know
 * where the reader is and says it in UTC.
 */
export function Clock({ at }: { at: string }) {
  const locale = useLocale()
  const inBrowser = useSyncExternalStore(
    never,
    () => true,
    () => false,
  )
  return (
    <time dateTime={at}>
      {inBrowser ? localTime(new Date(at), CLOCKS[locale]) : `${at.slice(11, 19)} UTC`}
    </time>
  )
}

/** Of English, the one that has the day before the month and hours from 0 to 23. */
const CLOCKS = { en: 'en-GB', ru: 'ru' }

function localTime(at: Date, locale: string): string {
  const time: Intl.DateTimeFormatOptions = {
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
    hourCycle: 'h23',
  }
  const isToday = at.toDateString() === new Date().toDateString()
  return at.toLocaleString(locale, isToday ? time : { day: 'numeric', month: 'short', ...time })
}
