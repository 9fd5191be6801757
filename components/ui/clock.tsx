import { useLocale } from 'use-intl'
import { useHydrated } from './use-hydrated'

/**
 * A time in the reader's time zone, with the date unless it is today or, where it is `isBare`, the date stands above. The server does not know the time zone and renders
 * UTC.
 */
export function Clock({ at, isBare = false }: { at: string; isBare?: boolean }) {
  const locale = useLocale()
  const isHydrated = useHydrated()
  return (
    <time dateTime={at}>
      {isHydrated ? localTime(new Date(at), DATE_LOCALES[locale], isBare) : `${at.slice(11, 19)} UTC`}
    </time>
  )
}

/** British English, for a 24-hour clock and the day before the month. */
export const DATE_LOCALES = { en: 'en-GB', ru: 'ru' }

function localTime(at: Date, locale: string, isBare: boolean): string {
  const isToday = at.toDateString() === new Date().toDateString()
  return formatOf(locale, isToday || isBare ? 'time' : 'day').format(at)
}

const TIME: Intl.DateTimeFormatOptions = {
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
  hourCycle: 'h23',
}
const FORMATS = { time: TIME, day: { day: 'numeric', month: 'short', ...TIME } } as const

const formats = new Map<string, Intl.DateTimeFormat>()

/** Cached: creating a format takes longer than rendering the rest of a transcript row. */
function formatOf(locale: string, name: keyof typeof FORMATS): Intl.DateTimeFormat {
  const key = `${locale} ${name}`
  const format = formats.get(key) ?? new Intl.DateTimeFormat(locale, FORMATS[name])
  formats.set(key, format)
  return format
}
