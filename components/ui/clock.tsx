import { useLocale } from 'use-intl'
import { useHydrated } from './use-hydrated'

type Props = {
  at: string
  /** The date stands above. */
  isBare?: boolean
  /** With seconds. */
  isExact?: boolean
}

/** A time in the reader's time zone, with the date unless it is today. The server does not know the zone and renders UTC. */
export function Clock({ at, isBare = false, isExact = false }: Props) {
  const locale = useLocale()
  const isHydrated = useHydrated()
  return (
    <time dateTime={at}>
      {isHydrated
        ? formatOf(DATE_LOCALES[locale], !isBare && !isToday(at), isExact).format(new Date(at))
        : `${at.slice(11, isExact ? 19 : 16)} UTC`}
    </time>
  )
}

/** British English, for a 24-hour clock and the day before the month. */
export const DATE_LOCALES = { en: 'en-GB', ru: 'ru' }

const isToday = (at: string): boolean => new Date(at).toDateString() === new Date().toDateString()

const TIME = { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } as const

const formats = new Map<string, Intl.DateTimeFormat>()

/** Cached: creating a format takes longer than rendering the rest of a transcript row. */
function formatOf(locale: string, hasDay: boolean, isExact: boolean): Intl.DateTimeFormat {
  const key = `${locale} ${hasDay} ${isExact}`
  const format =
    formats.get(key) ??
    new Intl.DateTimeFormat(locale, {
      ...TIME,
      ...(hasDay && { day: 'numeric', month: 'short' }),
      ...(isExact && { second: '2-digit' }),
    })
  formats.set(key, format)
  return format
}
