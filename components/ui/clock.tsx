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
  const isToday = at.toDateString() === new Date().toDateString()
  return formatOf(locale, isToday ? 'time' : 'day').format(at)
}

const TIME: Intl.DateTimeFormatOptions = {
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
  hourCycle: 'h23',
}
const FORMATS = { time: TIME, day: { day: 'numeric', month: 'short', ...TIME } } as const

const made = new Map<string, Intl.DateTimeFormat>()

/** Making one takes longer than drawing all else in a row of the transcript. */
function formatOf(locale: string, name: keyof typeof FORMATS): Intl.DateTimeFormat {
  const key = `${locale} ${name}`
  const format = made.get(key) ?? new Intl.DateTimeFormat(locale, FORMATS[name])
  made.set(key, format)
  return format
}
