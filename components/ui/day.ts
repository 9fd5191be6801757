import { DATE_LOCALES } from './clock'

type DayLocale = keyof typeof DATE_LOCALES

const DAY_MS = 24 * 60 * 60 * 1_000

/** The day of a time in the time zone of whoever reads: “Today”, “Yesterday”, “Monday, 3 August”; with the year if it is another one. */
export function dayName(at: string, { locale, now }: { locale: DayLocale; now: Date }): string {
  const day = new Date(at)
  const days = Math.round((midnight(day) - midnight(now)) / DAY_MS)
  const name =
    days === 0 || days === -1
      ? new Intl.RelativeTimeFormat(DATE_LOCALES[locale], { numeric: 'auto' }).format(days, 'day')
      : new Intl.DateTimeFormat(DATE_LOCALES[locale], {
          ...({ weekday: 'long', day: 'numeric', month: 'long' } as const),
          ...(day.getFullYear() !== now.getFullYear() && { year: 'numeric' }),
        }).format(day)
  return name.charAt(0).toLocaleUpperCase(locale) + name.slice(1)
}

const midnight = (at: Date): number => new Date(at).setHours(0, 0, 0, 0)
