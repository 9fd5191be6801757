'use client'

import { useLocale } from 'use-intl'
import { dayName } from '@/components/ui/day'

/** Stands between the entries of two days. */
export const DayLine = ({ at }: { at: string }) => (
  <p className="pb-2 text-center font-semibold text-small">
    {dayName(at, { locale: useLocale(), now: new Date() })}
  </p>
)
